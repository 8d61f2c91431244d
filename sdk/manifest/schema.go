package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"

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

// formats are the values of format that are checked.
func formats() []string {
	return []string{"date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uuid"}
}

// Schema returns the argument schema as JSON Schema 2020-12, descriptions in lang. Required arguments and
// alternatives are left out: a step reference may stand for them, so CheckArgs judges them itself.
func (m *Manifest) Schema(lang string) (json.RawMessage, error) { return schemaJSON(m.Args, lang) }

func schemaJSON(a Args, lang string) (json.RawMessage, error) {
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

// compile builds the validator of an argument schema.
func compile(a Args) (*jsonschema.Schema, error) {
	data, err := schemaJSON(a, "")
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
	c.UseLoader(jsonschema.SchemeURLLoader{}) // a $ref never reads a file or the network
	if err := c.AddResource(location, doc); err != nil {
		return nil, fmt.Errorf("argument schema: %w", err)
	}
	schema, err := c.Compile(location)
	if err != nil {
		return nil, fmt.Errorf("argument schema: %w", err)
	}
	return schema, nil
}

// defaults checks that every default satisfies its own property.
func (v *validation) defaults(a Args, schema *jsonschema.Schema) {
	for _, name := range sorted(a.Properties) {
		value := a.Properties[name].Default
		if value == nil {
			continue
		}
		key := "args.properties." + name + ".default"
		for _, p := range violations(schema, map[string]any{name: value}) {
			v.with(v.add("manifest_default", key, "%s", p.Message), "detail", p.Message)
		}
	}
}
