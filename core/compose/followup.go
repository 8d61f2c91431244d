package compose

import (
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// ellipsis answers "e i docx?", "and WARN?", "e in Backup?": the previous plan again with the one value of that
// kind replaced. Only a plan that changes nothing is repeated.
func (b *builder) ellipsis(c *clause) (bool, error) {
	value, folder, ok := c.elliptic()
	if !ok || b.req.Previous == nil || len(b.req.Previous.Framework.Steps) == 0 {
		return false, nil
	}
	f := b.req.Previous.Framework
	var at, arg = -1, ""
	for i, s := range f.Steps {
		t := b.shelf.named(s.Tool)
		if t == nil || vocab.Closed().Mutates(t.name.Verb) {
			return false, nil
		}
		for _, name := range sortedKeys(s.Args) {
			if !replaceable(t.Args.Properties[name], value, folder) {
				continue
			}
			if at >= 0 {
				return false, nil // two values could be meant
			}
			at, arg = i, name
		}
	}
	if at < 0 {
		return false, nil
	}
	steps := append([]plan.Step(nil), f.Steps...)
	t := b.shelf.named(steps[at].Tool)
	args := make(map[string]any, len(steps[at].Args))
	for k, v := range steps[at].Args {
		args[k] = v
	}
	if folder {
		ch, err := b.folder(value)
		if err != nil || ch.path == "" {
			return false, err
		}
		args[arg] = plan.Literal(ch.path)
	} else {
		args[arg] = same(t.Args.Properties[arg], value)
	}
	steps[at] = plan.Step{Tool: steps[at].Tool, Args: args}
	b.framework = plan.Framework{Steps: steps, Shape: f.Shape, Fillers: f.Fillers}
	return true, nil
}

// elliptic returns the one value of a clause that is nothing but "and X".
func (c *clause) elliptic() (value speech.Capture, folder, ok bool) {
	n := 0
	for i, f := range c.facts {
		if c.used[i] {
			continue
		}
		n++
		for _, slot := range []string{"folder", "dir", "ext", "kind", "text"} {
			if k, has := f.Get(slot); has {
				value, folder, ok = k, slot == "folder" || slot == "dir", true
			}
		}
		if k, has := f.Get("item"); has && f.Name == "another" {
			k.Slot = "text"
			value, ok = k, true
		}
		if f.Name == "obj" || f.Name == "those" {
			n--
		}
	}
	return value, folder, ok && n == 1
}

// replaceable reports whether the value is of the argument's kind.
func replaceable(p manifest.Property, v speech.Capture, folder bool) bool {
	switch p.Semantic {
	case "folder":
		return folder
	case "extension":
		return v.Slot == "ext"
	case "kind":
		return v.Slot == "kind"
	case "text_query", "value", "name":
		return v.Slot == "text"
	}
	return false
}

// same gives the new value the shape of the argument.
func same(p manifest.Property, v speech.Capture) any {
	text := v.Text
	if v.Value != "" {
		text = v.Value
	}
	if p.Type != "array" {
		return plan.Literal(text)
	}
	var out []any
	for _, x := range strings.Split(text, ",") {
		out = append(out, x)
	}
	return out
}
