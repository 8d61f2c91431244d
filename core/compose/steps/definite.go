package steps

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/agreement"
	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// Contents is what the places may also tell: the files of a folder.
type Contents interface {
	// Inside lists the files of a folder, those below it too when deep; whole is false when some may be missing.
	Inside(folder string, deep bool) (paths []string, whole bool)
}

// maxOptions bounds how many files a question lists.
const maxOptions = 12

// Definite reports whether the clause speaks of one thing without saying which by order or number: "il pdf",
// "the photo". Such a thing is never all that match.
func (b *Builder) Definite(c *request.Clause) bool {
	if c.Has("sup", "nth", "num", "first", "last", "order", "orderby", "few", "everything", "everyfile", "those", "file", "infile", "group", "most") {
		return false
	}
	one := false
	for i, f := range c.Facts {
		if c.Used[i] || !slices.Contains([]string{"obj", "ext", "kind"}, f.Name) || len(f.Captures) == 0 {
			continue
		}
		switch single, plural := agreement.Number(b.Reading.Tokens, f, c.English); {
		case plural:
			return false
		case single:
			one = true
		}
	}
	return one
}

// TheOne finds the one thing the clause speaks of. When several match, or what is there cannot be told, it asks
// for the argument of the semantic of t, the step that will be added next, and returns nil items.
func (b *Builder) TheOne(c *request.Clause, t *shelf.Tool, semantic string, places []speech.Fact) (*Items, error) {
	what := b.named(c)
	if name := c.FolderTitle(b.Reading.Tokens, b.Req.Places); name != "" {
		return nil, Missing("no_such_file", "a folder has that name", "file", name)
	}
	if c.HasObject("dirs") {
		c.Object()
		b.Ask(t, semantic, "which_folder_name", nil)
		return nil, nil
	}
	found, whole, err := b.candidates(c, places, what)
	if err != nil {
		return nil, err
	}
	switch {
	case !whole || len(found) > maxOptions:
		b.Ask(t, semantic, "which_one_name", nil, "what", what)
	case len(found) == 1:
		return &Items{Paths: []any{plan.Literal(found[0])}, Object: "files"}, nil
	default:
		b.Ask(t, semantic, "which_one", found, "what", what)
	}
	return nil, nil
}

// OneFound is TheOne where no step is near: "find the pdf in Downloads and delete it". The question is answered by
// saying it again with the name.
func (b *Builder) OneFound(c *request.Clause, places []speech.Fact) (*Items, error) {
	what := b.named(c)
	if name := c.FolderTitle(b.Reading.Tokens, b.Req.Places); name != "" {
		return nil, Missing("no_such_file", "a folder has that name", "file", name)
	}
	found, whole, err := b.candidates(c, places, what)
	switch {
	case err != nil:
		return nil, err
	case whole && len(found) == 1:
		return &Items{Paths: []any{plan.Literal(found[0])}, Object: "files"}, nil
	case !whole || len(found) > maxOptions:
		return nil, &Refusal{plan.Draft{Question: &plan.Question{Code: "which_one_name", Params: map[string]string{"what": what}}}}
	}
	return nil, &Refusal{plan.Draft{Question: &plan.Question{Code: "which_one", Options: found, Params: map[string]string{"what": what}}}}
}

// candidates are the files that match a clause about one thing; whole is false when what is there cannot be told.
// That there are none is an error.
func (b *Builder) candidates(c *request.Clause, places []speech.Fact, what string) (found []string, whole bool, err error) {
	open := c.Has("mod", "notmod", "size", "content", "except", "hidden", "empty")
	c.Object()
	folder, err := b.searched(places)
	if err != nil {
		return nil, false, err
	}
	deep := len(places) == 0
	for _, f := range c.All("rec") {
		deep = f.Arg(0) == "yes"
	}
	list, err := b.Conditions(c, true)
	inside, ok := b.Req.Places.(Contents)
	if err != nil || open || folder == "" || !ok {
		return nil, false, err
	}
	found, whole = inside.Inside(folder, deep)
	found = slices.DeleteFunc(slices.Clone(found), func(p string) bool { return !constraint.Matches(filepath.Base(p), list) })
	if whole && len(found) == 0 {
		return nil, true, Missing("none_of_these", "nothing of that kind is there", "what", what, "folder", folder)
	}
	return found, whole, nil
}

// Pointed reports whether the clause points at one thing: "cancellalo", "delete it".
func (b *Builder) Pointed(c *request.Clause) bool {
	if c.Pronoun == "lo" || c.Pronoun == "la" {
		return true
	}
	for i, f := range c.Facts {
		word := b.Reading.Tokens[f.Start].Fold
		if !c.Used[i] && f.Name == "those" && f.End == f.Start+1 && slices.Contains([]string{"it", "this", "that", "quello", "quella", "questo", "questa"}, word) {
			return true
		}
	}
	return false
}

// searched is the folder the one thing is in: the one said, the one the sentence is about, or home. It is ""
// when the name means several.
func (b *Builder) searched(places []speech.Fact) (string, error) {
	if len(places) == 0 && b.Context != nil {
		places = []speech.Fact{*b.Context}
	}
	switch len(places) {
	case 0:
		return b.Req.Home, nil
	case 1:
		ch, err := b.Folder(request.PlaceName(places[0]))
		b.Context = &places[0]
		return ch.Path, err
	}
	return "", Unknown(b.Words(places[1]))
}

// named is how the sentence calls the things of a clause.
func (b *Builder) named(c *request.Clause) string {
	var words []string
	for i, f := range c.Facts {
		if !c.Used[i] && slices.Contains([]string{"obj", "ext", "kind", "name", "glob"}, f.Name) {
			said := b.Words(f)
			if t, ok := f.Get("text"); ok && f.Name == "name" {
				said = t.Text
			}
			words = append(words, said)
		}
	}
	return strings.Join(words, " ")
}
