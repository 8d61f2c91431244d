package change

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/change/quoting"
	"github.com/metnos/metnos/core/compose/query"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// makeDirs creates the folders named, inside the folder said.
func (b Planner) makeDirs(c *request.Clause) error {
	t := b.Shelf.Find("create", "dirs", "new_path")
	if t == nil {
		return steps.Limit("capability_missing", "no executor makes folders", "what", b.From(b.Position(c)))
	}
	parent, err := b.parent(c)
	if err != nil {
		return err
	}
	names, err := b.newNames(c)
	if err != nil {
		return err
	}
	var paths []any
	for _, name := range names {
		paths = append(paths, plan.Literal(b.inside(parent, name)))
	}
	args := map[string]any{}
	if len(paths) > 1 && !t.List("new_path") {
		return steps.Unknown(b.Req.Text)
	}
	switch {
	case len(paths) == 0:
		b.Ask(t, "new_path", "what_name", nil)
	case t.List("new_path"):
		t.Put(args, "new_path", paths)
	default:
		args[t.ByMeaning["new_path"]] = paths[0]
	}
	return b.mutate(c, t, args)
}

// newNames are the names of the folders to make. "A folder called Plans and Ideas" is one; whether "the folder
// North and South" is one or two is for the person to say.
func (b Planner) newNames(c *request.Clause) ([]string, error) {
	facts := c.All("newdir", "another")
	var names []string
	joined, called := len(facts) > 1, false
	for i, f := range facts {
		name := request.PlaceName(f).Text
		names = append(names, name)
		words := strings.Fields(strings.ToLower(strings.TrimSuffix(b.Words(f), name)))
		if i > 0 {
			joined = joined && f.Name == "another" && len(words) == 1
			continue
		}
		called = slices.ContainsFunc(words, func(w string) bool { return slices.Contains(callings, w) })
		joined = joined && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(several, w) }) && (called || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(oneFolder, w) }))
	}
	if n, ok := c.Take("num"); ok {
		if v, _ := n.Get("num"); int(v.Number) != len(names) {
			return nil, steps.Unknown(b.Words(n))
		}
	}
	if !joined {
		return names, nil
	}
	whole := names[0]
	for _, f := range facts[1:] {
		whole += " " + b.Words(f)
	}
	if called && len(facts) == 2 && !strings.Contains(whole, ",") {
		return []string{whole}, nil
	}
	return nil, &steps.Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "one_or_several", Params: map[string]string{"name": whole}}}}
}

var (
	several   = []string{"cartelle", "sottocartelle", "folders", "subfolders", "directories"}
	oneFolder = []string{"cartella", "sottocartella", "folder", "subfolder", "directory"}
	callings  = []string{"chiamata", "chiama", "nome", "called", "named", "name"}
)

// parent is the folder a new thing is made in, "" for home.
func (b Planner) parent(c *request.Clause) (string, error) {
	places := c.All("in", "of", "to")
	switch len(places) {
	case 0:
		return "", nil
	case 1:
		ch, err := b.Folder(request.PlaceName(places[0]))
		if err == nil && ch.Path == "" {
			err = steps.Unknown(b.Words(places[0]))
		}
		return ch.Path, err
	}
	return "", steps.Unknown(b.Words(places[1]))
}

func (b Planner) inside(parent, name string) string {
	if parent == "" || steps.Literal(name) {
		return b.Below(name)
	}
	return filepath.Join(parent, strings.TrimSuffix(name, "/"))
}

// write makes a text file, adds to one, or replaces its content; the text is the person's or a list of items.
func (b Planner) write(c *request.Clause) error {
	t := b.Shelf.Find("write", "files", "new_path")
	if t == nil {
		return steps.Limit("capability_missing", "no executor writes files", "what", b.From(b.Position(c)))
	}
	if f, ok := c.Take("contentof"); ok {
		return b.filled(c, t, f)
	}
	c.All("blank") // "a line" says that there is a text, not which
	file, ok := c.TakeFile()
	if !ok {
		return b.nowhere(c, t)
	}
	name, _ := file.Get("file")
	if special := b.Writer(name.Text); special != nil {
		t = special // a document is no text file: what only the other executor can do is refused
	}
	_, whole := c.Take("whole")
	_, end := c.Take("end")
	args := map[string]any{}
	text, hasText := words(c, file)
	if _, ok := c.Take("result"); ok && !hasText {
		return b.writeResult(c, t, args, name)
	}
	if !hasText && c.About() {
		if t = b.Writer(name.Text, "entries"); t == nil {
			return steps.Limit("capability_missing", "no executor writes such lists", "what", b.From(b.Position(c)))
		}
		if strings.HasSuffix(strings.ToLower(name.Text), ".tsv") && t.Has("delimiter") {
			t.Put(args, "delimiter", "\t") // whatever the table had
		}
		if err := b.listed(c, t, args); err != nil {
			return err
		}
	} else if hasText {
		if err := quoting.Put(t, args, b.Req.Text, b.Reading.Lang, text); err != nil {
			return err
		}
	}
	elsewhere := !hasText && c.Act == "append" && file.Name == "file" && len(file.Args) == 0 && c.Has("in", "to") // "add a.pdf to Archive"
	if !b.manner(t, args, c.Act == "append" || end, c.Act == "replace" || whole) || elsewhere {
		return steps.Unknown(c.Said)
	}
	if !hasText && !c.FromItems(args) && c.Act != "create" {
		b.Ask(t, "text", "what_text", nil, "name", name.Text)
	}
	parent, err := b.parent(c)
	if err != nil {
		return err
	}
	ch := steps.Choice{Path: b.inside(parent, name.Text)}
	if (c.Act == "append" || c.Act == "replace") && parent == "" {
		if ch, err = b.File(name, ""); err != nil {
			return err
		}
	}
	b.Set(t, args, "new_path", ch, "which_file", name.Text)
	return b.written(c, t, args, ch.Path)
}

// manner adds to the file or replaces it, when that was said.
func (b Planner) manner(t *shelf.Tool, args map[string]any, adds, replaces bool) bool {
	return (!adds || t.Put(args, "append", true)) && (!replaces || t.Put(args, "overwrite", true))
}

// written adds the step that writes; of what several changes moved, each list is added below the one before.
func (b Planner) written(c *request.Clause, t *shelf.Tool, args map[string]any, path string) error {
	moved := b.Changed
	if err := b.mutate(c, t, args); err != nil || len(moved) < 2 || args[plan.FromStep] != moved[0].Step {
		return err
	}
	for _, in := range moved[1:] {
		more := map[string]any{}
		t.Put(more, "new_path", path)
		if err := b.feedItems(t, more, in, "- {path}"); err != nil || !t.Put(more, "append", true) {
			return steps.Unknown(c.Said)
		}
		b.Add(t, more)
	}
	return nil
}

// nowhere asks for the file of a text when the clause only says that there is one: "create a file".
func (b Planner) nowhere(c *request.Clause, t *shelf.Tool) error {
	_, to := c.Take("tofile")
	if !to && !c.HasObject("files") || c.Has("ext", "kind", "name", "listing", "those", "result", "content", "linewith") {
		return steps.Unknown(c.Said)
	}
	c.All("obj")
	args := map[string]any{}
	if text, ok := c.Words(); ok {
		if err := quoting.Put(t, args, b.Req.Text, b.Reading.Lang, text); err != nil {
			return err
		}
	}
	if _, end := c.Take("end"); (end || c.Act == "append") && !t.Put(args, "append", true) {
		return steps.Unknown(c.Said)
	}
	b.Ask(t, "new_path", "what_file_name", nil)
	return b.mutate(c, t, args)
}

// words is the text to write: said on its own, or in one breath with the file.
func words(c *request.Clause, file speech.Fact) (string, bool) {
	if text, ok := c.Words(); ok {
		return text, true
	}
	for _, slot := range []string{"rest", "text"} {
		if f, ok := file.Get(slot); ok {
			return f.Text, true
		}
	}
	if c.Has("result") {
		return "", false
	}
	f, ok := c.Inside() // "create a file x.txt containing ..."
	t, _ := f.Get("text")
	return t.Text, ok
}

// writeResult writes what the clause before calculated: one value, or a line per group.
func (b Planner) writeResult(c *request.Clause, t *shelf.Tool, args map[string]any, name speech.Capture) error {
	if b.Result == nil || b.Result.Step == 0 {
		return steps.Limit("nothing_to_refer_to", "no earlier result")
	}
	parent, err := b.parent(c)
	if err != nil {
		return err
	}
	tool := b.Shelf.Named(b.Framework.Steps[b.Result.Step-1].Tool)
	switch {
	case tool != nil && tool.Output.Value != "" && tool.Parts.Verb == "compute":
		args[t.ByMeaning["text"]] = "${step" + request.Itoa(int64(b.Result.Step)) + ".value}\n" // embedded, so that it is written as text
	case !t.Has("entries") || !b.Feed(t, args, b.Result):
		return steps.Unknown(c.Said)
	}
	b.manner(t, args, c.Act == "append", c.Act == "replace")
	t.Put(args, "new_path", b.inside(parent, name.Text))
	return b.mutate(c, t, args)
}

// listed makes the items the input of the writing step, one line each.
func (b Planner) listed(c *request.Clause, t *shelf.Tool, args map[string]any) error {
	template := "- {path}"
	for _, f := range c.All("listing") {
		if words := b.Words(f); strings.Contains(words, "nomi") || strings.Contains(words, "names") {
			template = "- {name}"
		}
	}
	if m, ok := c.Take("moved"); ok && b.Changes != 2 { // this clause is the second
		if len(b.Changed) != b.Changes-1 {
			return steps.Unknown(b.Words(m))
		}
		c.All("obj", "those")
		return b.feedItems(t, args, b.Changed[0], template)
	}
	if !t.Has("entries") {
		return steps.Limit("capability_missing", "no executor writes lists", "what", b.From(b.Position(c)))
	}
	if f, ok := c.Take("linewith"); ok {
		if i := f.Start - 1; i >= 0 && slices.Contains([]string{"a", "an", "one", "una", "un"}, b.Reading.Tokens[i].Fold) {
			return steps.Unknown(b.Words(f)) // "add a line about the holidays": a text nobody has written yet
		}
		sub := &request.Clause{Act: "show"}
		sub.Facts, sub.Used = c.Facts, c.Used
		if err := (query.Planner{Builder: b.Builder}).Lines(sub, f, false); err != nil {
			return err
		}
		return b.feedItems(t, args, b.Last, "")
	}
	places := c.All("in", "of", "from")
	those := len(c.All("those")) > 0 || c.Pronoun != ""
	var in *steps.Items
	var err error
	if !those && (len(places) > 0 || c.Has("ext", "kind", "content", "name")) && !(b.Last != nil && len(places) == 0 && !c.Has("ext", "kind", "content", "name")) {
		in, err = b.Collect(c, places, true)
	} else if in = b.Referred(); in == nil {
		err = steps.Limit("nothing_to_refer_to", "no earlier result")
	} else {
		c.All("obj")
	}
	if err != nil {
		return err
	}
	if in, err = b.Ordered(c, in); err != nil {
		return err
	}
	b.Last = in
	return b.feedItems(t, args, in, template)
}

func (b Planner) feedItems(t *shelf.Tool, args map[string]any, in *steps.Items, template string) error {
	_, name := in.Fields["name"]
	if _, path := in.Fields["path"]; !path {
		template = strings.ReplaceAll(template, "{path}", "{name}")
	}
	if _, text := in.Fields["text"]; name && !text && template != "" {
		t.Put(args, "template", template)
	}
	if !b.Feed(t, args, in) {
		return steps.Unknown(b.Req.Text)
	}
	return nil
}
