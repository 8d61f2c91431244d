package compose

import (
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// written makes an absolute path of a name as the person wrote it: ~ and relative names start at home. It may
// well leave home; the policy decides about that.
func (b *builder) written(name string) string {
	name = strings.TrimSuffix(strings.ReplaceAll(name, "\\", "/"), "/")
	switch {
	case name == "":
		return b.req.Home
	case name == "~" || strings.HasPrefix(name, "~/"):
		return filepath.Join(b.req.Home, strings.TrimPrefix(name, "~"))
	case filepath.IsAbs(name):
		return filepath.Clean(name)
	}
	return filepath.Join(b.req.Home, name)
}

// literal reports whether a name says exactly which path it means.
func literal(name string) bool {
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") || strings.HasPrefix(name, ".") || strings.Contains(name, "../")
}

// choice is the state of a spoken name: one path, or several to choose from, or none.
type choice struct {
	path    string
	options []string
}

// choose resolves a captured name. The one directly below home wins over deeper namesakes.
func (b *builder) choose(c speech.Capture) choice {
	home := b.written(c.Text)
	if literal(c.Text) {
		return choice{path: home}
	}
	if len(c.Paths) == 1 || len(c.Paths) > 1 && (strings.EqualFold(c.Paths[0], home) || filepath.Dir(c.Paths[0]) == filepath.Dir(home)) {
		return choice{path: c.Paths[0]}
	}
	return choice{options: c.Paths}
}

// folder resolves a folder that must exist.
func (b *builder) folder(c speech.Capture) (choice, error) {
	ch := b.choose(c)
	if ch.path == "" && len(ch.options) == 0 {
		return ch, limit("no_such_folder", "no such folder", "folder", c.Text)
	}
	return ch, nil
}

// file resolves a file that must exist. A path is taken as written; a bare name must be found, and be the
// only one of that name.
func (b *builder) file(c speech.Capture, within string) (choice, error) {
	if within != "" && !strings.Contains(c.Text, "/") {
		return choice{path: filepath.Join(within, c.Text)}, nil
	}
	if literal(c.Text) {
		return choice{path: b.written(c.Text)}, nil
	}
	switch {
	case len(c.Paths) == 1:
		return choice{path: c.Paths[0]}, nil
	case len(c.Paths) > 1:
		if strings.Contains(c.Text, "/") && strings.EqualFold(c.Paths[0], b.written(c.Text)) {
			return choice{path: c.Paths[0]}, nil
		}
		return choice{options: c.Paths}, nil
	case strings.Contains(c.Text, "/"):
		return choice{path: b.written(c.Text)}, nil
	}
	return choice{}, limit("no_such_file", "no file of that name", "file", c.Text)
}

// target resolves a place something will be put in or made at: it need not exist.
func (b *builder) target(c speech.Capture) choice {
	if ch := b.choose(c); ch.path != "" || len(ch.options) > 0 {
		return ch
	}
	return choice{path: b.below(c.Text)}
}

// below is a new path: as much of it as exists is looked up as a spoken name, so that "Documents/New" lands in
// Documenti.
func (b *builder) below(name string) string {
	name = strings.TrimSuffix(name, "/")
	if b.req.Places == nil || literal(name) {
		return b.written(name)
	}
	for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
		if found := b.req.Places.Folder(dir); len(found) > 0 {
			return filepath.Join(found[0], strings.TrimPrefix(name, dir+"/"))
		}
	}
	return b.written(name)
}

// ask leaves a question for the argument of a semantic of the step that will be added next.
func (b *builder) ask(t *tool, semantic, code string, options []string, params ...string) {
	if b.question != nil {
		return
	}
	q := &plan.Question{Code: code, Options: options, Step: len(b.framework.Steps) + 1, Arg: t.args[semantic], Params: map[string]string{}}
	for i := 0; i+1 < len(params); i += 2 {
		q.Params[params[i]] = params[i+1]
	}
	b.question = q
}

// set fills an argument with a choice, or asks which one is meant.
func (b *builder) set(t *tool, args map[string]any, semantic string, ch choice, code, name string) {
	if ch.path == "" {
		b.ask(t, semantic, code, ch.options, "name", name)
		return
	}
	t.put(args, semantic, ch.path)
}
