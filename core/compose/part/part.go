package part

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/vocab"
)

// Planner looks at the clauses of one sentence.
type Planner struct{ *steps.Builder }

// Refused reports a refusal of this package: an executor that states it is asked so may still serve the request.
func Refused(r *steps.Refusal) bool {
	return r.Draft.Limit != nil && slices.Contains([]string{"inside_archive", "inside_file", "archive_contents"}, r.Draft.Limit.Code)
}

// Refuse refuses a change of what is inside a file: limit inside_archive or inside_file, with the file and what was
// asked. Addresses, links, contacts sought in a file are left to the executor that states it is asked for them.
func (b Planner) Refuse(clauses []*request.Clause) error {
	for _, c := range clauses {
		if name, ok := b.Looked(c); ok {
			if b.Inventory() != nil {
				continue
			}
			return steps.Limit("archive_contents", "what is inside an archive", "file", name.Text)
		}
		if c.Has("text", "textword", "listing") || c.Told() {
			continue // what is written into a file
		}
		for i, f := range c.Facts {
			name, ok := f.Get("file")
			if !ok || f.Name != "infile" || f.Arg(0) == "new" || b.folder(name) {
				continue
			}
			what := c.Facts[:i]
			switch {
			case slices.Contains(request.Light, c.Act) || c.Act == "read":
				if thing := sought(what); thing != nil {
					return steps.Unknown(b.Words(*thing))
				}
			case slices.Contains(changing, c.Act) && b.holds(c, i):
				if slices.ContainsFunc(what, placed) && b.preposition(f) == "in" {
					return steps.Unknown(b.Words(f)) // "copy the pdfs of Docs in all.txt": a goal that is no folder
				}
				code := "inside_file"
				if Packed(name.Text) {
					code = "inside_archive"
				}
				return steps.Limit(code, "a part of a file", "file", name.Text, "what", strings.TrimSpace(b.From(b.Position(c))))
			}
		}
	}
	return nil
}

var changing = []string{"delete", "move", "put", "copy", "rename", "compress"}

// holds reports that the file at i is what things are in, not where they go.
func (b Planner) holds(c *request.Clause, i int) bool {
	things := named(c.Facts[:i]) || c.Pronoun != "" || c.Has("those")
	switch b.preposition(c.Facts[i]) {
	case "of", "from":
		another := slices.ContainsFunc(c.Facts[i+1:], func(f speech.Fact) bool { return f.Name == "infile" })
		if c.Act == "rename" && another { // "rename the file from a.txt to b.txt"
			return slices.ContainsFunc(c.Facts[:i], func(f speech.Fact) bool { return f.Name == "file" || f.Name == "infile" })
		}
		return things || c.Act == "delete"
	case "in":
		last := !slices.ContainsFunc(c.Facts[i+1:], func(f speech.Fact) bool { return slices.Contains([]string{"in", "to", "infile"}, f.Name) })
		switch {
		case c.Act == "delete":
			return true
		case !last:
			return things && c.Act != "rename"
		case c.Act == "compress":
			return false
		case c.Act == "rename":
			return plural(c.Facts[:i])
		}
		name, _ := c.Facts[i].Get("file")
		return plural(c.Facts[:i]) && (!Packed(name.Text) || c.Act == "copy") // into an archive things are put
	}
	return false
}

// preposition is the set of the word that leads to the file.
func (b Planner) preposition(f speech.Fact) string {
	if f.Start >= len(b.Reading.Tokens) {
		return ""
	}
	for _, s := range vocab.For(b.Reading.Lang).Look([]string{b.Reading.Tokens[f.Start].Fold}) {
		if s.Class == "set" && slices.Contains([]string{"of", "from", "in", "to"}, s.Value) {
			return s.Value
		}
	}
	return ""
}

// named reports facts that say what is changed.
func named(facts []speech.Fact) bool {
	return plural(facts) || slices.ContainsFunc(facts, func(f speech.Fact) bool { return f.Name == "file" || f.Name == "infile" })
}

// plural reports things said by what they are, not by their name.
func plural(facts []speech.Fact) bool {
	return slices.ContainsFunc(facts, func(f speech.Fact) bool {
		return slices.Contains([]string{"obj", "kind", "ext", "glob", "everything", "everyfile"}, f.Name)
	})
}

// sought is the first of the facts that speaks of things that are neither files nor folders.
func sought(facts []speech.Fact) *speech.Fact {
	for i, f := range facts {
		if o, ok := f.Get("obj"); ok && o.Value != "files" && o.Value != "dirs" {
			return &facts[i]
		}
	}
	return nil
}

// placed reports a fact that says which folder things are in.
func placed(f speech.Fact) bool { return slices.Contains([]string{"in", "of", "from"}, f.Name) }

// Packed reports the name of an archive.
func Packed(name string) bool {
	return slices.Contains([]string{".zip", ".gz", ".tgz", ".tar", ".7z", ".zst", ".rar"}, strings.ToLower(filepath.Ext(name)))
}

// folder reports the name of a folder that looks like that of a file: v1.0.
func (b Planner) folder(name speech.Capture) bool {
	return b.Req.Places != nil && len(b.Req.Places.File(name.Text)) == 0 && len(b.Req.Places.Folder(name.Text)) > 0
}
