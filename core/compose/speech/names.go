package speech

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

const maxNameWords = 7

// slotFolder is a folder that exists, or one written so plainly (a path, quotes, capitals) that it is meant as one.
func slotFolder(r *reader, i int) []spot {
	t := r.tokens[i]
	if t.Kind == token.Mark || t.Kind == token.URL || t.Kind == token.Email || t.Kind == token.Ext && !r.dotFolder(i) {
		return nil
	}
	var out []spot
	for j := min(len(r.tokens), i+maxNameWords); j > i; j-- {
		if !token.Plain(r.tokens, i, j) {
			continue
		}
		name := r.nameText(i, j)
		if paths := r.folders(name); len(paths) > 0 && !r.bareYear(i, j) {
			out = append(out, spot{j, Capture{Text: name, Paths: paths, Literal: t.Kind == token.Quoted || t.Kind == token.Path, Cost: existingCost - 3*(j-i-1)}})
			break
		}
	}
	switch {
	case t.Kind == token.Quoted:
		out = appendNew(out, spot{i + 1, Capture{Text: t.Text, Literal: true, Cost: quotedCost}})
	case t.Kind == token.Path || r.dotFolder(i):
		j := r.pathEnd(i)
		extra := 0
		if token.Ends(r.tokens, j) {
			extra = 15 // more likely a file
		}
		out = appendNew(out, spot{j, Capture{Text: r.nameText(i, j), Literal: true, Cost: literalCost + extra}})
	case t.Cap && i > 0:
		j := r.capitalEnd(i)
		out = appendNew(out, spot{j, Capture{Text: r.nameText(i, j), Cost: newNameCost}})
	}
	return out
}

// slotKnown is a folder that exists, said by its name alone; "a backup" is not the folder Backup.
func slotKnown(r *reader, i int) []spot {
	if i > 0 && slices.Contains([]string{"un", "uno", "una", "un'", "a", "an", "new", "nuovo", "nuova", "another"}, r.words[i-1]) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.spots("folder", i)), func(s spot) bool { return len(s.cap.Paths) == 0 })
}

// bareYear reports a year that is a folder's name only when the word folder stands beside it: "the photos of 2023".
func (r *reader) bareYear(i, j int) bool {
	t := r.tokens[i]
	if j != i+1 || t.Kind != token.Number || len(t.Text) != 4 || t.Text[0] != '1' && t.Text[0] != '2' {
		return false
	}
	beside := i > 0 && (r.isObject(i-1, "dirs") || r.is(i-1, "named")) || j < len(r.tokens) && r.isObject(j, "dirs")
	return !beside
}

// appendNew adds a spot unless the existing place found there is as long.
func appendNew(out []spot, s spot) []spot {
	if len(out) > 0 && out[0].end >= s.end {
		return out
	}
	return append(out, s)
}

// slotDir is a folder name after the word folder: any words up to a boundary may be it.
func slotDir(r *reader, i int) []spot {
	out := slices.Clone(r.spots("folder", i))
	t := r.tokens[i]
	if t.Kind == token.Mark || t.Kind == token.Quoted || t.Kind == token.Path || len(out) > 0 {
		return out
	}
	j := i + 1
	for j < len(r.tokens) && j < i+3 && !r.boundary(j) {
		j++
	}
	if j > i+1 && !r.boundary(i) {
		out = append(out, spot{j, Capture{Text: r.nameText(i, j), Cost: newNameCost + 10*(j-i)}})
	}
	if r.boundary(i) && !t.Cap {
		return out
	}
	return append(out, spot{i + 1, Capture{Text: t.Text, Cost: newNameCost + 5}})
}

// slotFile is a file name or path, with spaces when it exists or ends in an extension.
func slotFile(r *reader, i int) []spot {
	t := r.tokens[i]
	if t.Kind == token.Quoted {
		if strings.ContainsAny(t.Text, "./~") && !strings.ContainsAny(t.Text, "\n") {
			return []spot{{i + 1, Capture{Text: t.Text, Paths: r.files(t.Text), Literal: true, Cost: quotedCost}}}
		}
		return nil
	}
	if t.Kind == token.Mark || t.Kind == token.URL || t.Kind == token.Email {
		return nil
	}
	var out []spot
	for j := min(len(r.tokens), i+maxNameWords); j > i; j-- {
		if !token.Plain(r.tokens, i, j) || !token.Ends(r.tokens, j) && t.Kind != token.Path && j-i > 1 {
			continue
		}
		name := r.nameText(i, j)
		if j-i == 1 && t.Kind == token.Word && !t.Cap && !strings.Contains(name, ".") {
			continue
		}
		paths := r.files(name)
		if i == 0 || !r.isObject(i-1, "files") && !r.isObject(i-1, "documents") {
			paths = token.Own(name, paths, r.env.Places) // "move Foto": the folder, not what has its name for a word
		}
		if len(paths) > 0 {
			out = append(out, spot{j, Capture{Text: name, Paths: paths, Literal: t.Kind == token.Path, Cost: existingCost - 3*(j-i-1)}})
			break
		}
	}
	switch t.Kind {
	case token.File:
		out = appendNew(out, spot{i + 1, Capture{Text: t.Text, Cost: literalCost}})
	case token.Path:
		j := i + 1
		if !token.Ends(r.tokens, j) {
			for k := i + 2; k <= min(len(r.tokens), i+maxNameWords) && !r.boundary(k-2+1) && token.Plain(r.tokens, i, k); k++ {
				if token.Ends(r.tokens, k) {
					j = k
					break
				}
			}
		}
		if token.Ends(r.tokens, j) || strings.Contains(t.Text, "~") || strings.HasPrefix(t.Text, "/") || strings.HasPrefix(t.Text, "..") {
			out = appendNew(out, spot{j, Capture{Text: r.nameText(i, j), Literal: true, Cost: literalCost}})
		} else {
			out = append(out, spot{j, Capture{Text: r.nameText(i, j), Literal: true, Cost: literalCost + 15}})
		}
	}
	return out
}

// slotName is the name of something to be made: quoted, with an extension, or a few words up to a boundary.
func slotName(r *reader, i int) []spot {
	t := r.tokens[i]
	switch t.Kind {
	case token.Quoted:
		return []spot{{i + 1, Capture{Text: t.Text, Literal: true, Cost: quotedCost}}}
	case token.Mark, token.URL, token.Email, token.Glob, token.Ext:
		return nil
	case token.Path:
		j := r.pathEnd(i)
		return []spot{{j, Capture{Text: r.nameText(i, j), Literal: true, Cost: literalCost}}}
	}
	if t.Kind == token.File {
		return []spot{{i + 1, Capture{Text: t.Text, Cost: literalCost}}}
	}
	if long := slotFilename(r, i); long != nil {
		return long
	}
	if r.boundary(i) && !t.Cap {
		return nil
	}
	var out []spot
	if t.Cap {
		end := r.capitalEnd(i)
		for j := end; j <= min(len(r.tokens), end+2); j++ {
			if j > end && (r.boundary(j-1) || r.known(j-1)) {
				break
			}
			out = append(out, spot{j, Capture{Text: r.nameText(i, j), Cost: literalCost + 6*(j-end)}})
		}
		return out
	}
	for j := i + 1; j <= min(len(r.tokens), i+3); j++ {
		if j > i+1 && (r.boundary(j-1) || r.known(j-1)) {
			break
		}
		out = append(out, spot{j, Capture{Text: r.nameText(i, j), Cost: wordCost + 6*(j-i-1)}})
	}
	return out
}

// slotFilename is a new name of several words that ends in an extension: "gnocchi al pesto.txt".
func slotFilename(r *reader, i int) []spot {
	for j := i + 1; j <= min(len(r.tokens), i+maxNameWords) && token.Plain(r.tokens, i, j); j++ {
		switch {
		case r.tokens[j-1].Kind == token.File && j > i+1:
			return []spot{{j, Capture{Text: r.nameText(i, j), Cost: literalCost + 4*(j-i)}}}
		case r.known(j-1) && (j == i+1 || !r.small(r.tokens[j-1].Text)):
			return nil
		}
	}
	return nil
}

// pathEnd is where a path with spaces ends: its last part goes on while it ends in a small word, and over
// words nobody knows.
func (r *reader) pathEnd(i int) int {
	j := i + 1
	for j < len(r.tokens) && j < i+maxNameWords {
		last := r.tokens[j-1].Text
		if k := strings.LastIndexAny(last, "/"); k >= 0 {
			last = last[k+1:]
		}
		if r.tokens[j].Kind == token.Mark || r.tokens[j].Kind == token.Quoted || token.Ends(r.tokens, j) {
			break
		}
		if !r.small(last) && r.boundary(j) && !r.tokens[j].Cap {
			break
		}
		if !r.small(last) && r.known(j) && !r.tokens[j].Cap {
			break
		}
		j++
	}
	for j > i+1 && r.small(r.tokens[j-1].Text) {
		j-- // a name does not end in an article
	}
	return j
}

// capitalEnd takes a run of capitalised words, small words between two of them included.
func (r *reader) capitalEnd(i int) int {
	end := i + 1
	for j := i + 1; j < len(r.tokens) && j < i+maxNameWords; j++ {
		t := r.tokens[j]
		switch {
		case t.Kind != token.Word && t.Kind != token.Number:
			return end
		case t.Cap:
			end = j + 1
		case t.Kind == token.Number && end == j:
			end = j + 1
		case !r.is(j, "of") && !r.is(j, "def") || r.is(j, "and"):
			return end
		}
	}
	return end
}

// boundary reports whether token j cannot go on a name: punctuation, a verb, a conjunction, a preposition.
func (r *reader) boundary(j int) bool {
	if j >= len(r.tokens) {
		return true
	}
	t := r.tokens[j]
	if t.Kind != token.Word && t.Kind != token.Number && t.Kind != token.File {
		return true
	}
	for _, s := range r.senses[j] {
		switch s.Class {
		case "set":
			if s.Value != "blank" && s.Value != "vague" {
				return true
			}
		case "verb":
			if s.Mood == 1 {
				return true
			}
		}
	}
	return false
}

func (r *reader) known(j int) bool { return len(r.senses[j]) > 0 }

func (r *reader) is(j int, set string) bool { return r.means(j, "set", set) }

func (r *reader) means(j int, class, value string) bool {
	return slices.ContainsFunc(r.senses[j], func(s vocab.Sense) bool { return s.Class == class && s.Value == value })
}

// small reports whether a word is an article or a preposition, which may stand inside a name but not end it.
func (r *reader) small(word string) bool {
	for _, s := range r.g.Lexicon.Look([]string{strings.ToLower(word)}) {
		if s.Class == "set" && slices.Contains([]string{"art", "in", "of", "from", "to", "with", "by", "and"}, s.Value) && s.Words == 1 {
			return true
		}
	}
	return false
}

func (r *reader) nameText(i, j int) string {
	if j == i+1 {
		return r.tokens[i].Text
	}
	return r.span(i, j)
}

// dotFolder reports whether token i looks like an extension but is spoken of as a folder: "the folder .ssh".
func (r *reader) dotFolder(i int) bool {
	if r.tokens[i].Kind != token.Ext || r.tokens[i].Text[0] != '.' {
		return false
	}
	return i > 0 && r.isObject(i-1, "dirs") || i+1 < len(r.tokens) && r.isObject(i+1, "dirs")
}

func (r *reader) isObject(j int, object string) bool { return r.means(j, "obj", object) }

func (r *reader) folders(name string) []string {
	if r.env.Places == nil || strings.TrimSpace(name) == "" {
		return nil
	}
	return r.env.Places.Folder(strings.TrimSuffix(name, "/"))
}

func (r *reader) files(name string) []string {
	if r.env.Places == nil || strings.TrimSpace(name) == "" {
		return nil
	}
	return r.env.Places.File(name)
}
