package change

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// whole is how much of a file is read to be written elsewhere, in bytes: all an executor may give.
const whole = 8 << 20

// filled writes a file from the content of another: a new one is a copy, what is added to one is read first.
func (b Planner) filled(c *request.Clause, t *shelf.Tool, content speech.Fact) error {
	source, ok := content.Get("file")
	file, named := c.TakeFile()
	if !ok || !named {
		return steps.Unknown(b.Words(content))
	}
	from, err := b.File(source, "")
	if err != nil {
		return err
	}
	name, _ := file.Get("file")
	args := map[string]any{}
	if c.Act == "append" || c.Has("end") {
		c.All("end")
		return b.appended(c, t, name, source.Text, from)
	}
	if b.Writer(name.Text) != nil && !strings.EqualFold(filepath.Ext(name.Text), filepath.Ext(source.Text)) {
		return steps.Limit("copy_no_document", "a copy of one kind is no file of another", "name", name.Text, "source", source.Text)
	}
	copier := b.Shelf.Find("create", "files", "paths", "destination", "new_name")
	if copier == nil || c.Act == "replace" {
		return steps.Limit("capability_missing", "no executor copies the content of a file", "what", b.Words(content))
	}
	parent, err := b.parent(c)
	if err != nil {
		return err
	}
	target := b.inside(parent, name.Text)
	b.Set(copier, args, "paths", from, "which_file", source.Text)
	copier.Put(args, "destination", filepath.Dir(target))
	copier.Put(args, "new_name", filepath.Base(target))
	return b.mutate(c, copier, args)
}

// appended reads a file and adds its text to another.
func (b Planner) appended(c *request.Clause, t *shelf.Tool, name speech.Capture, said string, from steps.Choice) error {
	r := b.Reader("", "budget")
	to, err := b.File(name, "")
	switch {
	case err != nil:
		return err
	case r == nil || from.Path == "" || to.Path == "":
		return steps.Unknown(said)
	}
	read := map[string]any{}
	b.Feed(r, read, &steps.Items{Paths: []any{plan.Literal(from.Path)}})
	r.Put(read, "budget", int64(whole))
	args := map[string]any{t.ByMeaning["text"]: "${step" + strconv.Itoa(b.Add(r, read)) + ".entries.0.text}"}
	t.Put(args, "new_path", to.Path)
	if !t.Put(args, "append", true) {
		return steps.Unknown(c.Said)
	}
	return b.mutate(c, t, args)
}
