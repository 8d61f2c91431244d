package steps

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// written makes an absolute path of a name as the person wrote it: ~ and relative names start at home. It may
// well leave home; the policy decides about that.
func (b *Builder) written(name string) string {
	name = strings.TrimSuffix(strings.ReplaceAll(name, "\\", "/"), "/")
	switch {
	case name == "":
		return b.Req.Home
	case name == "~" || strings.HasPrefix(name, "~/"):
		return filepath.Join(b.Req.Home, strings.TrimPrefix(name, "~"))
	case filepath.IsAbs(name):
		return filepath.Clean(name)
	}
	return filepath.Join(b.Req.Home, name)
}

// Literal reports whether a name says exactly which path it means.
func Literal(name string) bool {
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") || strings.HasPrefix(name, ".") || strings.Contains(name, "../")
}

// Choice is the state of a spoken name: one path, or several to choose from, or none.
type Choice struct {
	Path    string
	Options []string
}

// choose resolves a captured name. The one directly below home wins over deeper namesakes.
func (b *Builder) choose(c speech.Capture) Choice {
	home := b.written(c.Text)
	if Literal(c.Text) {
		return Choice{Path: home}
	}
	if len(c.Paths) == 1 || len(c.Paths) > 1 && (strings.EqualFold(c.Paths[0], home) || filepath.Dir(c.Paths[0]) == filepath.Dir(home)) {
		return Choice{Path: c.Paths[0]}
	}
	return Choice{Options: c.Paths}
}

// Folder resolves a folder that must exist.
func (b *Builder) Folder(c speech.Capture) (Choice, error) {
	if len(c.Paths) == 0 && b.Req.Places != nil {
		c.Paths = b.Req.Places.Folder(c.Text) // the second of several names
	}
	ch := b.choose(c)
	if ch.Path == "" && len(ch.Options) == 0 {
		return ch, Missing("no_such_folder", "no such folder", "folder", c.Text)
	}
	return ch, nil
}

// File resolves a file that must exist. A path is taken as written; a bare name must be found, and be the
// only one of that name.
func (b *Builder) File(c speech.Capture, within string) (Choice, error) {
	if within != "" && len(c.Paths) > 0 && !strings.ContainsAny(c.Text, "./") { // a word of its name
		c.Paths = slices.DeleteFunc(slices.Clone(c.Paths), func(p string) bool { return filepath.Dir(p) != within })
		within = ""
	}
	if within != "" && !strings.Contains(c.Text, "/") {
		return Choice{Path: filepath.Join(within, c.Text)}, nil
	}
	if Literal(c.Text) {
		return Choice{Path: b.written(c.Text)}, nil
	}
	switch {
	case len(c.Paths) > 0 && b.alsoFolder(c.Text):
		return Choice{}, &Refusal{plan.Draft{Question: &plan.Question{Code: "file_or_folder", Params: map[string]string{"name": c.Text}}}}
	case len(c.Paths) == 1:
		return Choice{Path: c.Paths[0]}, nil
	case len(c.Paths) > 1:
		if strings.Contains(c.Text, "/") && strings.EqualFold(c.Paths[0], b.written(c.Text)) {
			return Choice{Path: c.Paths[0]}, nil
		}
		return Choice{Options: c.Paths}, nil
	case strings.Contains(c.Text, "/"):
		return Choice{Path: b.written(c.Text)}, nil
	}
	return Choice{}, Missing("no_such_file", "no file of that name", "file", c.Text)
}

// alsoFolder reports whether a bare name is that of a folder too, and the sentence does not say that a file is meant.
func (b *Builder) alsoFolder(name string) bool {
	if strings.ContainsAny(name, "./") || b.Req.Places == nil || len(b.Req.Places.Folder(name)) == 0 {
		return false
	}
	first, _, _ := strings.Cut(name, " ")
	for i, t := range b.Reading.Tokens {
		if i > 0 && t.Text == first && slices.Contains([]string{"file", "documento", "document"}, b.Reading.Tokens[i-1].Fold) {
			return false
		}
	}
	return true
}

// Target resolves a place something will be put in or made at: it need not exist.
func (b *Builder) Target(c speech.Capture) Choice {
	if ch := b.choose(c); ch.Path != "" || len(ch.Options) > 0 {
		return ch
	}
	return Choice{Path: b.Below(c.Text)}
}

// Below is a new path: as much of it as exists is looked up as a spoken name, so that "Documents/New" lands in
// Documenti.
func (b *Builder) Below(name string) string {
	name = strings.TrimSuffix(name, "/")
	if b.Req.Places == nil || Literal(name) {
		return b.written(name)
	}
	for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
		if found := b.Req.Places.Folder(dir); len(found) > 0 {
			return filepath.Join(found[0], strings.TrimPrefix(name, dir+"/"))
		}
	}
	return b.written(name)
}

// Ask leaves a question for the argument of a semantic of the step that will be added next.
func (b *Builder) Ask(t *shelf.Tool, semantic, code string, options []string, params ...string) {
	if b.Question != nil {
		b.Unasked = b.Unasked || semantic == "folder" // what is left out there is asked by nobody later
		return
	}
	q := &plan.Question{Code: code, Options: options, Step: len(b.Framework.Steps) + 1, Arg: t.ByMeaning[semantic], Params: map[string]string{}}
	for i := 0; i+1 < len(params); i += 2 {
		q.Params[params[i]] = params[i+1]
	}
	b.Question = q
}

// Set fills an argument with a choice, or asks which one is meant.
func (b *Builder) Set(t *shelf.Tool, args map[string]any, semantic string, ch Choice, code, name string) {
	if ch.Path == "" {
		b.Ask(t, semantic, code, ch.Options, "name", name)
		return
	}
	t.Put(args, semantic, ch.Path)
}
