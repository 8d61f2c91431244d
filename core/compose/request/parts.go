package request

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// IntoArchive reports whether the goal is an archive file: "put the pdfs in all.zip".
func (c *Clause) IntoArchive() bool {
	for i, f := range c.Facts {
		making := f.Name == "file" && (c.Act == "create" || c.Act == "make")
		if n, ok := f.Get("file"); ok && !c.Used[i] && (f.Name == "infile" || making) {
			return slices.Contains(archives, strings.ToLower(filepath.Ext(n.Text)))
		}
	}
	return false
}

// Places sorts the places of a clause into where things come from and where they go: "to" is always a goal,
// "from" and "of" a source; of the bare "in" the last is the goal unless a "to" is there.
func (c *Clause) Places(goal bool) (from []speech.Fact, to *speech.Fact) {
	facts := c.All("in", "of", "from", "to")
	last := -1
	for i, f := range facts {
		if f.Name == "to" {
			last = i
		}
	}
	if last < 0 && goal && !(c.English && c.Act == "move" && len(facts) == 1) { // "move the PDFs in X" lacks its goal
		for i, f := range facts {
			if f.Name == "in" {
				last = i
			}
		}
	}
	for i := range facts {
		if i == last {
			to = &facts[i]
			continue
		}
		from = append(from, facts[i])
	}
	return from, to
}

// Titled takes the name of an archive said as "called all.zip".
func (c *Clause) Titled() (speech.Capture, bool) {
	for i, f := range c.Facts {
		n, ok := f.Get("text")
		if ok && !c.Used[i] && f.Name == "name" && f.Arg(0) == "is" && slices.Contains(archives, strings.ToLower(filepath.Ext(n.Text))) {
			c.Used[i], n.Slot = true, "file"
			return n, true
		}
	}
	return speech.Capture{}, false
}

var archives = []string{".zip", ".gz", ".tgz", ".tar", ".7z", ".zst"}

// CopyName is the name of a copy: said as a file, or as a name.
func (c *Clause) CopyName() (string, bool) {
	if c.Has("newname") {
		return c.NewName()
	}
	if files := c.named(); len(files) == 2 && files[1].Name == "infile" {
		return c.NewName()
	}
	return "", false
}

// named are the unused facts that name a file.
func (c *Clause) named() (out []speech.Fact) {
	for i, f := range c.Facts {
		if !c.Used[i] && (f.Name == "file" || f.Name == "infile") {
			out = append(out, f)
		}
	}
	return out
}

// NewName takes the new name: said as such, or as the file after the first one.
func (c *Clause) NewName() (string, bool) {
	if f, ok := c.Take("newname"); ok {
		n, ok := f.Get("name")
		if !ok {
			n, _ = f.Get("filename")
		}
		return n.Text, n.Text != ""
	}
	for i := len(c.Facts) - 1; i >= 0; i-- {
		f := c.Facts[i]
		if c.Used[i] || !slices.Contains([]string{"infile", "in", "to"}, f.Name) {
			continue
		}
		c.Used[i] = true
		n, ok := f.Get("file")
		if !ok {
			n = PlaceName(f)
		}
		return n.Text, n.Text != ""
	}
	return "", false
}

// HasObject reports whether the clause still speaks of things of an object.
func (c *Clause) HasObject(object string) bool {
	for i, f := range c.Facts {
		if o, ok := f.Get("obj"); ok && !c.Used[i] && o.Value == object {
			return true
		}
	}
	return false
}

// Spelt takes "the files of dwnloads": the place is a word nobody knows.
func (c *Clause) Spelt() []speech.Fact {
	f, ok := c.Take("named")
	if !ok {
		return nil
	}
	c.Add(speech.Fact{Name: "everyfile"})
	word, _ := f.Get("word")
	word.Slot = "folder"
	return []speech.Fact{{Name: "of", Captures: []speech.Capture{word}, Start: f.Start, End: f.End}}
}

// AllPlaces are the positions of the unused facts that say where.
func (c *Clause) AllPlaces() (n []int) {
	for i, f := range c.Facts {
		if !c.Used[i] && slices.Contains([]string{"in", "of", "from", "to"}, f.Name) {
			n = append(n, i)
		}
	}
	return n
}

// Goal takes the file a transformation makes: the one said after "in" or "to", or said to be new.
func (c *Clause) Goal() (speech.Fact, bool) {
	for i := len(c.Facts) - 1; i >= 0; i-- {
		f := c.Facts[i]
		made := c.Act == "compress" && f.Name == "file" && slices.Contains([]string{"create", "make"}, c.Was)
		if !c.Used[i] && (f.Name == "infile" || f.Name == "file" && f.Arg(0) == "new" || made) && (i > 0 || made || c.Was != "" || c.Pronoun != "") {
			c.Used[i] = true
			return f, true
		}
	}
	return speech.Fact{}, false
}

// Mentions reports whether a fact of the clause names a qualifier: an extension or a word.
func (c *Clause) Mentions(qualifier string) bool {
	for _, f := range c.Facts {
		for _, k := range f.Captures {
			if slices.Contains(strings.Split(k.Value, ","), qualifier) || strings.HasSuffix(strings.ToLower(k.Text), "."+qualifier) {
				return true
			}
		}
	}
	return false
}

// FromItems reports whether the arguments already take a collection.
func (c *Clause) FromItems(args map[string]any) bool {
	_, step := args[plan.FromStep]
	_, previous := args[plan.FromPrevious]
	return step || previous
}

// TakeFile takes the file that is written: the one said to be new, else the last one named.
func (c *Clause) TakeFile() (speech.Fact, bool) {
	for i, f := range c.Facts {
		if !c.Used[i] && f.Arg(0) == "new" && (f.Name == "file" || f.Name == "infile") {
			c.Used[i] = true
			return f, true
		}
	}
	for i := len(c.Facts) - 1; i >= 0; i-- {
		if !c.Used[i] && slices.Contains([]string{"file", "infile"}, c.Facts[i].Name) {
			c.Used[i] = true
			return c.Facts[i], true
		}
	}
	return speech.Fact{}, false
}

// Words is the literal text of a clause.
func (c *Clause) Words() (string, bool) {
	for _, name := range []string{"text", "textword"} {
		f, ok := c.Take(name)
		if !ok {
			continue
		}
		for _, slot := range []string{"rest", "quoted", "text", "say"} {
			if t, has := f.Get(slot); has {
				return t.Text, true
			}
		}
	}
	return "", false
}

// Inside takes what a new file is said to contain, when nothing else is said to be searched.
func (c *Clause) Inside() (speech.Fact, bool) {
	if c.Act != "create" || c.Has("listing", "ext", "kind", "those", "in", "of", "from") {
		return speech.Fact{}, false
	}
	return c.Take("content")
}

// About reports whether the clause says which items to write.
func (c *Clause) About() bool {
	return c.Has("listing", "obj", "ext", "kind", "those", "content", "linewith", "name") || c.Pronoun != ""
}

// Extension is the extension of the one kind of file the clause names, "" when it names none or several.
func (c *Clause) Extension() string {
	found := ""
	for _, f := range c.Facts {
		n, ok := f.Get("file")
		if !ok {
			continue
		}
		ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(n.Text), "."))
		if found != "" && ext != found {
			return ""
		}
		found = ext
	}
	return found
}

// Told reports a clause with the text of a file, said in one breath with it.
func (c *Clause) Told() bool {
	for i, f := range c.Facts {
		_, file := f.Get("file")
		if rest, ok := f.Get("rest"); ok && file && rest.Text != "" && !c.Used[i] {
			return true
		}
	}
	return false
}

// Product takes the file an executor makes, wherever the sentence names it; names tells that it takes such a name.
func (c *Clause) Product(names bool) (product speech.Fact, ok bool) {
	if names {
		product, ok = c.Goal()
	}
	if f, said := c.Take("zipped"); said && !ok {
		_, ok = f.Get("file")
		product = f
	}
	if name, _ := product.Get("file"); slices.Contains(formats, strings.ToLower(name.Text)) {
		ok = false // "in a tar.gz archive" is no name
	}
	if !ok && names && c.Has("newname") { // "and call it all.zip"
		name, said := c.NewName()
		return speech.Fact{Captures: []speech.Capture{{Slot: "file", Text: name}}}, said
	}
	if name, titled := c.Titled(); titled && !ok && c.Was != "" { // "a zip of the pdfs called all.zip"
		return speech.Fact{Captures: []speech.Capture{name}}, true
	}
	return product, ok
}

// formats are words for sorts of archives that look like a file's name.
var formats = []string{"tar.gz", "tar.zst", "tar.bz2", ".zip", ".tar.gz"}
