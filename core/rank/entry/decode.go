package entry

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Bounds of a catalog file.
const (
	maxCatalog = 32 << 20 // bytes
	maxEntries = 10_000
	maxPhrases = 200
	maxArgs    = 200
	maxText    = 4000 // bytes of one text; the rest is not read
	maxName    = 200
)

// Decode reads a catalog file: a list of {"name", "description", "affinity", "args"}. A description is one text or one per
// language, affinity a list or one per language, args a JSON Schema, its properties, or types by name. Other keys are no
// evidence for routing and are passed over. Errors name the entry.
func Decode(data []byte) ([]Entry, error) {
	if len(data) > maxCatalog {
		return nil, fmt.Errorf("catalog: %d bytes, at most %d are read", len(data), maxCatalog)
	}
	var rows []row
	in := json.NewDecoder(bytes.NewReader(data))
	if err := in.Decode(&rows); err != nil {
		return nil, fmt.Errorf("catalog: want a list of {name, description, affinity, args}: %w", err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("catalog: something follows the list")
	}
	if len(rows) > maxEntries {
		return nil, fmt.Errorf("catalog: %d entries, at most %d", len(rows), maxEntries)
	}
	out, seen := make([]Entry, 0, len(rows)), make(map[string]bool, len(rows))
	for i, r := range rows {
		e, err := r.entry()
		if err != nil {
			return nil, fmt.Errorf("catalog: entry %d (%q): %w", i+1, clip(r.Name, 60), err)
		}
		if seen[e.Name] {
			return nil, fmt.Errorf("catalog: entry %d: the name %q comes twice", i+1, e.Name)
		}
		seen[e.Name] = true
		out = append(out, e)
	}
	return out, nil
}

type row struct {
	Name        string          `json:"name"`
	Description json.RawMessage `json:"description"`
	Affinity    json.RawMessage `json:"affinity"`
	Args        json.RawMessage `json:"args"`
	Effect      string          `json:"effect"`
}

func (r row) entry() (e Entry, err error) {
	if strings.TrimSpace(r.Name) == "" || len(r.Name) > maxName {
		return e, fmt.Errorf("a name has between 1 and %d bytes", maxName)
	}
	e.Name, e.Effect = r.Name, r.Effect
	if e.Description, err = said(r.Description, maxPhrases); err != nil {
		return e, fmt.Errorf("description: %w", err)
	}
	if e.Affinity, err = said(r.Affinity, maxPhrases); err != nil {
		return e, fmt.Errorf("affinity: %w", err)
	}
	if e.Args, err = arguments(r.Args); err != nil {
		return e, fmt.Errorf("args: %w", err)
	}
	return e, nil
}

// said reads a text, a list of texts, or either of them by language.
func said(raw json.RawMessage, most int) (out []Text, err error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	if list, ok := plain(raw); ok {
		out = in("", list)
	} else {
		var by map[string]json.RawMessage
		if json.Unmarshal(raw, &by) != nil {
			return nil, errors.New("want a text, a list of texts, or either by language")
		}
		for _, lang := range sorted(by) {
			list, ok := plain(by[lang])
			if !ok {
				return nil, fmt.Errorf("%s: want a text or a list of texts", clip(lang, 20))
			}
			out = append(out, in(lang, list)...)
		}
	}
	if len(out) > most {
		return nil, fmt.Errorf("%d texts, at most %d", len(out), most)
	}
	return out, nil
}

// plain reads a text or a list of texts.
func plain(raw json.RawMessage) (list []string, ok bool) {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}, true
	}
	return list, json.Unmarshal(raw, &list) == nil
}

func in(lang string, list []string) (out []Text) {
	for _, s := range list {
		out = append(out, Text{lang, clip(s, maxText)})
	}
	return out
}

// schema is what is read of an argument's own schema.
type schema struct {
	Description json.RawMessage `json:"description"`
	Semantic    string          `json:"semantic"`
	SemanticOld string          `json:"semantic_type"`
	Format      string          `json:"format"`
	Enum        []any           `json:"enum"`
	FromEntries any             `json:"from_entries"`
}

// arguments reads a JSON Schema of an object, its properties alone, or types by name.
func arguments(raw json.RawMessage) (out []Arg, err error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	by, required, err := properties(raw)
	if err != nil {
		return nil, err
	}
	if len(by) > maxArgs {
		return nil, fmt.Errorf("%d arguments, at most %d", len(by), maxArgs)
	}
	for _, name := range sorted(by) {
		a := Arg{Name: clip(name, maxName), Required: slices.Contains(required, name)}
		var s schema
		if json.Unmarshal(by[name], &s) == nil {
			if a.Description, err = said(s.Description, 10); err != nil {
				return nil, fmt.Errorf("%s: description: %w", a.Name, err)
			}
			if a.Semantic = s.Semantic; a.Semantic == "" {
				a.Semantic = s.SemanticOld
			}
			if a.Semantic == "" && (s.Format == "uri" || s.Format == "email" || s.Format == "date-time" || s.Format == "date") {
				a.Semantic = s.Format
			}
			a.Fed = s.FromEntries != nil
			for _, v := range s.Enum[:min(len(s.Enum), 50)] {
				if text, ok := v.(string); ok {
					a.Enum = append(a.Enum, clip(text, maxName))
				}
			}
		} else if text := ""; json.Unmarshal(by[name], &text) == nil {
			a.Description = []Text{{"", clip(text, maxText)}}
		}
		out = append(out, a)
	}
	return out, nil
}

// properties finds the arguments by name, and those that must be given.
func properties(raw json.RawMessage) (by map[string]json.RawMessage, required []string, err error) {
	var names []string
	if json.Unmarshal(raw, &names) == nil {
		by = make(map[string]json.RawMessage, len(names))
		for _, n := range names {
			by[n] = json.RawMessage(`""`)
		}
		return by, nil, nil
	}
	if err := json.Unmarshal(raw, &by); err != nil {
		return nil, nil, errors.New("want an object")
	}
	var inner map[string]json.RawMessage
	if p, ok := by["properties"]; ok && json.Unmarshal(p, &inner) == nil {
		_ = json.Unmarshal(by["required"], &required) // a list of names, or nothing that helps
		return inner, required, nil
	}
	return by, nil, nil
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
