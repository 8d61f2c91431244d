package intent

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// describe takes what a token says about the open clause.
func (r *reader) describe(i int) {
	c, t := r.cur, r.tokens[i]
	if r.is(i, "def") && !r.is(i-1, "in", "of", "from", "to") && !r.is(i, "in", "of", "from", "to") {
		r.role = "" // "to the folder Archive the letters": what follows is the thing again
	}
	r.preposition(i)
	c.Ranked = c.Ranked || r.is(i, "rank")
	c.New = c.New || r.is(i, "new")
	c.Them = c.Them || r.is(i, "them") && r.pronoun(i)
	c.Sized = c.Sized || r.is(i, "heavy") && r.after(i, "howmuch") || r.size(i)
	c.Contents = c.Contents || r.is(i, "holds")
	switch {
	case t.kind == place, t.kind == file, t.kind == quoted:
		c.Places = append(c.Places, Place{Text: t.text, Role: r.role, File: t.kind == file || strings.Contains(t.text[strings.LastIndexByte(t.text, '/')+1:], "."), Path: t.kind == place})
		r.role = ""
		return
	}
	r.quantity(i)
	r.things(i)
}

// preposition remembers which way what follows goes. "in" may go either way in Italian.
func (r *reader) preposition(i int) {
	switch {
	case r.is(i, "from"):
		r.role = "from"
	case r.is(i, "of"):
		r.role = "of"
	case r.is(i, "in"):
		r.role = "in"
	case r.is(i, "to"):
		r.role = "to"
	case r.tokens[i].fold == "come" || r.tokens[i].fold == "as":
		r.role = "to"
	}
}

// pronoun reports whether "them" stands for things: no noun follows.
func (r *reader) pronoun(i int) bool {
	if r.lang == "it" {
		return r.headed && i+1 == len(r.tokens)
	}
	for _, class := range []string{"obj", "kind", "ext", "prop"} {
		if _, noun := r.sense(i+1, class); noun {
			return false
		}
	}
	return r.headed
}

// after reports whether a word of the set was said in the clause before token i.
func (r *reader) after(i int, set string) bool {
	for j := r.start; j < i; j++ {
		if r.is(j, set) || r.lang == "en" && r.tokens[j].fold == "how" {
			return true
		}
	}
	return false
}

// size reports whether the size of something is asked for by name.
func (r *reader) size(i int) bool {
	s, ok := r.sense(i, "prop")
	return ok && s.Value == "size" && !r.is(i-1, "more") && (r.is(i+1, "of") || r.is(i+2, "of"))
}

// things takes objects, extensions and kinds. What stands after "into", "to" or a bare "in" is what the things
// become or where they go; a folder after any preposition is a place.
func (r *reader) things(i int) {
	c := r.cur
	if s, ok := r.sense(i, "obj"); ok && i >= r.covered && !r.name(i) {
		r.covered = i + s.Words
		switch {
		case s.Value == "dirs" && (r.role != "" || c.Object != "" && c.Object != "dirs" && !r.is(i-1, "and", "art", "def")):
			c.Folder = true
			return
		case s.Value == "dirs":
			c.Folder = true
		}
		if c.Object == "" {
			c.Object = s.Value
		}
		if !slices.Contains(c.Things, s.Value) {
			c.Things = append(c.Things, s.Value)
		}
		c.Plural = c.Plural || r.plural(i, s.Words)
		return
	}
	goal := r.role == "to" || r.role == "in"
	if s, ok := r.sense(i, "ext"); ok && i >= r.covered && !r.property(i, s.Words) {
		if r.covered = i + s.Words; !goal {
			for _, e := range strings.Split(s.Value, ",") {
				if !slices.Contains(c.Extensions, e) {
					c.Extensions = append(c.Extensions, e)
				}
			}
			c.Plural = c.Plural || r.plural(i, s.Words)
			r.thing("files")
		}
		return
	}
	if s, ok := r.sense(i, "kind"); ok && i >= r.covered && !goal && !r.name(i) {
		if r.covered = i + s.Words; !slices.Contains(c.Kinds, s.Value) {
			c.Kinds = append(c.Kinds, s.Value)
		}
		c.Plural = c.Plural || r.plural(i, s.Words)
		r.thing("files")
	}
}

// name reports whether a word is written as a name: a capital where no sentence begins.
func (r *reader) name(i int) bool {
	first, _ := utf8.DecodeRuneInString(r.tokens[i].text)
	return i > 0 && r.tokens[i-1].kind != mark && unicode.IsUpper(first) && r.tokens[i].text != strings.ToUpper(r.tokens[i].text)
}

// property reports whether a word for a kind of file is one for a property here: "the word hello".
func (r *reader) property(i, words int) bool {
	_, is := r.sense(i, "prop")
	return is && words == 1
}

// thing names an object that another word implies.
func (r *reader) thing(object string) {
	c := r.cur
	if c.Object == "" {
		c.Object = object
	}
	if !slices.Contains(c.Things, object) {
		c.Things = append(c.Things, object)
	}
}

// plural tells several from one: by the noun in English, by the word before it in Italian.
func (r *reader) plural(i, n int) bool {
	if r.lang == "en" {
		return strings.HasSuffix(r.tokens[min(i+n, len(r.tokens))-1].fold, "s") || r.is(i-1, "many") || r.is(i-2, "many")
	}
	for j := i - 1; j >= max(0, i-2); j-- {
		if r.is(j, "many") {
			return true
		}
	}
	w := r.tokens[i].fold
	return strings.HasSuffix(w, "i") && w != "di" || w == "cartelle" || w == "sottocartelle" || w == "immagini" || r.cur.Quantity > 1
}

// quantity reads "5 files", "the first 3 lines", "the 5 largest pdfs"; never "more than 5 files" or "5 MB".
func (r *reader) quantity(i int) {
	n := r.count(i)
	if n == 0 || r.cur.Quantity > 0 || i > 1 && r.name(i-1) || r.is(i-1, "than", "more", "from", "in") && !r.is(i-1, "art", "def") {
		return
	}
	for j := i + 1; j < len(r.tokens) && j <= i+3; j++ {
		if s, ok := r.sense(j, "prop"); ok && slices.Contains([]string{"lines", "words", "chars"}, s.Value) {
			r.counted(i, n, s.Value)
			return
		}
		for _, class := range []string{"obj", "kind", "ext"} {
			if _, ok := r.sense(j, class); ok {
				r.counted(i, n, "")
				return
			}
		}
		if !r.is(j, "rank") {
			return
		}
	}
}

func (r *reader) counted(i, n int, unit string) {
	r.cur.Quantity, r.cur.Unit = n, unit
	for j := max(r.start, i-2); j < i; j++ {
		if s, ok := r.sense(j, "ord"); ok && s.Value == "-1" || r.tokens[j].fold == "ultime" || r.tokens[j].fold == "ultimi" {
			r.cur.FromEnd = true
		}
	}
}
