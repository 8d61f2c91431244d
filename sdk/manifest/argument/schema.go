package argument

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/metnos/metnos/sdk/manifest/problem"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// draft is what a Property becomes in JSON Schema 2020-12.
type draft struct {
	Schema      string           `json:"$schema,omitempty"`
	Type        string           `json:"type"`
	Description string           `json:"description,omitempty"`
	Default     any              `json:"default,omitempty"`
	Enum        []any            `json:"enum,omitempty"`
	Items       *draft           `json:"items,omitempty"`
	Properties  map[string]draft `json:"properties,omitempty"`
	Required    []string         `json:"required,omitempty"`
	Closed      *bool            `json:"additionalProperties,omitempty"`
	Minimum     *float64         `json:"minimum,omitempty"`
	Maximum     *float64         `json:"maximum,omitempty"`
	MinLength   *int             `json:"minLength,omitempty"`
	MaxLength   *int             `json:"maxLength,omitempty"`
	MinItems    *int             `json:"minItems,omitempty"`
	MaxItems    *int             `json:"maxItems,omitempty"`
	UniqueItems bool             `json:"uniqueItems,omitempty"`
	Pattern     string           `json:"pattern,omitempty"`
	Format      string           `json:"format,omitempty"`
}

// Formats are the values of format that are checked.
func Formats() []string {
	return []string{"date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uuid"}
}

// JSON returns the schema as JSON Schema 2020-12, descriptions in lang. Required arguments and alternatives
// are left out: a step reference may stand for them, so Check judges them itself.
func (a Args) JSON(lang string) (json.RawMessage, error) {
	closed := false
	root := draft{
		Schema: "https://json-schema.org/draft/2020-12/schema", Type: "object",
		Properties: drafts(a.Properties, lang), Closed: &closed,
	}
	data, err := json.Marshal(root)
	if err != nil {
		return nil, fmt.Errorf("argument schema: %w", err)
	}
	return data, nil
}

func drafts(properties map[string]Property, lang string) map[string]draft {
	out := make(map[string]draft, len(properties))
	for name, p := range properties {
		out[name] = draftOf(p, lang)
	}
	return out
}

func draftOf(p Property, lang string) draft {
	d := draft{
		Type: p.Type, Description: p.Description.In(lang), Default: p.Default, Enum: p.Enum, Required: p.Required,
		Minimum: p.Minimum, Maximum: p.Maximum, MinLength: p.MinLength, MaxLength: p.MaxLength,
		MinItems: p.MinItems, MaxItems: p.MaxItems, UniqueItems: p.UniqueItems, Pattern: p.Pattern, Format: p.Format,
	}
	if p.Items != nil {
		items := draftOf(*p.Items, lang)
		d.Items = &items
	}
	if len(p.Properties) > 0 {
		closed := false
		d.Properties, d.Closed = drafts(p.Properties, lang), &closed
	}
	return d
}

// Schema is a compiled argument schema.
type Schema struct {
	args  Args
	rules *jsonschema.Schema
}

// Compile builds the validator. Formats are asserted; a reference never reads a file or the network.
func Compile(a Args) (*Schema, error) {
	data, err := a.JSON("")
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("argument schema: %w", err)
	}
	const location = "metnos:args"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource(location, doc); err != nil {
		return nil, fmt.Errorf("argument schema: %w", err)
	}
	schema, err := c.Compile(location)
	if err != nil {
		return nil, fmt.Errorf("argument schema: %w", err)
	}
	return &Schema{args: a, rules: schema}, nil
}

// Defaults lists the defaults that do not satisfy their own property.
func (s *Schema) Defaults() problem.List {
	var list problem.List
	for _, name := range slices.Sorted(maps.Keys(s.args.Properties)) {
		if value := s.args.Properties[name].Default; value != nil {
			list = append(list, s.violations(map[string]any{name: plain(value)})...)
		}
	}
	return list
}
