package answer

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
)

// noun is the word for what the account counts: the object of the step that produced it. A step that
// reworks any records keeps the object of the step before.
func (p page) noun() string {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		s := p.Steps[i]
		if unit := s.unit(); unit != "" && p.Has("noun_"+unit) {
			return unit
		}
		if group := s.argument("group_by"); group != "" {
			return "groups"
		}
		if s.Result.Table != nil {
			return "row"
		}
		if _, typed := s.Manifest.Output.Fields["type"]; typed {
			return nounOfType(s.argument("entry_type"))
		}
		if o := object(s.Manifest); o != "entries" && p.Has("noun_"+o) {
			return p.kindAsked(o)
		}
	}
	if _, rest, ok := strings.Cut(p.Before, "_"); ok {
		if o, _, _ := strings.Cut(rest, "_"); o != "entries" && p.Has("noun_"+o) {
			return o
		}
	}
	return "items"
}

// unit is what one item of a step is, when it offers a choice: the one taken, else its default.
func (s Step) unit() string {
	for _, p := range s.Manifest.Args.Properties {
		if p.Semantic == "unit" && p.Default != nil {
			return cmp.Or(s.argument("unit"), plan.Text(p.Default))
		}
	}
	return s.argument("unit")
}

// nounOfType is the word for one type of item a folder holds, "items" for any.
func nounOfType(kind string) string {
	switch kind {
	case "file":
		return "files"
	case "folder":
		return "dirs"
	case "link":
		return "links"
	}
	return "items"
}

// kindAsked is the word for files of the kind the person asked for: photos, or files of an extension.
func (p page) kindAsked(noun string) string {
	if noun != "files" {
		return noun
	}
	if kind := p.first("kind"); kind != "" && p.Has("noun_"+kind) {
		return kind
	}
	if p.extensions() != "" {
		return "of_extension"
	}
	return noun
}

// first is the first argument of that meaning over the steps, as text.
func (p page) first(semantic string) string {
	for _, s := range p.Steps {
		if text := s.argument(semantic); text != "" {
			return text
		}
	}
	return ""
}

// extensions are the ones asked for, as a person writes them: "PDF", "DOCX, DOC"; "" when there are many.
func (p page) extensions() string {
	for _, s := range p.Steps {
		for _, name := range sorted(s.Args) {
			if s.Manifest.Args.Properties[name].Semantic != "extension" {
				continue
			}
			list, ok := s.Args[name].([]any)
			if !ok {
				list = []any{s.Args[name]}
			}
			var names []string
			for _, v := range list {
				names = append(names, strings.ToUpper(strings.TrimPrefix(plan.Text(v), ".")))
			}
			if len(names) <= 3 {
				return strings.Join(names, "/")
			}
		}
	}
	return ""
}

// what counts nouns: "12 file PDF", "1 cartella".
func (p page) what(n int) string {
	return p.Tell("noun_"+p.noun(), "Count", strconv.Itoa(n), "ext", p.extensions())
}

// counted counts the items of a step; of several types, each: "6 elementi: 2 cartelle e 4 file".
func (p page) counted(s Step, n int) string {
	items := s.Result.Items()
	if p.noun() != "items" || len(items) != n || n == 0 {
		return p.what(n)
	}
	count, order := map[string]int{}, []string{"folder", "file", "link", "other"}
	for _, item := range items {
		kind, ok := item["type"].(string)
		if !ok {
			return p.what(n)
		}
		if nounOfType(kind) == "items" {
			kind = "other"
		}
		count[kind]++
	}
	var parts []string
	for _, kind := range order {
		if c := count[kind]; c > 0 {
			parts = append(parts, p.Tell("noun_"+nounOfType(kind), "Count", strconv.Itoa(c)))
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	last := len(parts) - 1
	return p.Tell("mixed", "what", p.what(n), "parts", p.Tell("and", "first", strings.Join(parts[:last], ", "), "last", parts[last]))
}

// none is the noun's absence: "nessun file".
func (p page) none() string { return p.Tell("none_"+p.noun(), "ext", p.extensions()) }

// criteria repeats the literal filters of a search, so that the person sees what was counted.
func (p page) criteria() string {
	var parts []string
	for _, s := range p.Steps {
		for _, name := range sorted(s.Args) {
			text := plan.Text(s.Args[name])
			switch s.Manifest.Args.Properties[name].Semantic {
			case "extension":
				if p.noun() != "of_extension" {
					parts = append(parts, text)
				}
			case "name", "text_query":
				parts = append(parts, p.Quote(text))
			case "value":
				if p.ofTable(s) && s.argument("value_type") == "" {
					parts = append(parts, p.condition(s, text))
				}
			case "values":
				list, _ := s.Args[name].([]any)
				for _, v := range list[:min(len(list), maxTold)] {
					if p.ofTable(s) && s.argument("value_type") == "" {
						parts = append(parts, p.condition(s, plan.Text(v)))
					}
				}
			case "glob":
				if plain := voice.PlainGlob(text); plain != "" {
					parts = append(parts, p.Quote(plain))
				}
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// condition is the value of a condition as it was asked: one the rows do not have is said so.
func (p page) condition(s Step, text string) string {
	switch s.argument("operation") {
	case "ne", "not_in":
		return p.Tell("condition_not", "value", p.Quote(text))
	case "gt", "ge", "lt", "le":
		return p.Tell("condition_"+s.argument("operation"), "value", glyph.Line(text))
	}
	return p.Quote(text)
}
