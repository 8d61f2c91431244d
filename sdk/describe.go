package sdk

import "encoding/json"

// Description is what a plugin binary says about itself, served or not: `<binary> describe` prints it.
type Description struct {
	Protocol int     `json:"protocol"` // of the wire it speaks
	Kind     string  `json:"kind"`     // executor, channel or model
	Entries  []Entry `json:"entries"`
}

// Entry is one executor, channel or model of a family binary.
type Entry struct {
	Name   string  `json:"name"`
	Config *Schema `json:"config,omitempty"` // nil: the plugin takes no configuration
}

// Schema is the shape of the plugin's own block of config.hcl. The host decodes and validates the block
// against it; an unknown key is an error there. As JSON it is an hcldec specification:
// {"object": {"attr": {...}, "block_list": {name: {"object": ...}}}}.
type Schema struct {
	Attributes map[string]Attribute
	Blocks     map[string]Schema // nested blocks; each may repeat
}

// Attribute is one key of a block. Type is an HCL type expression (string, number, bool, list(string),
// map(string), ...) or "credential": then only credential("name") fits, and the plugin receives the name.
type Attribute struct {
	Type        string          `json:"type"`
	Required    bool            `json:"required,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"` // JSON of Type
	Description string          `json:"description,omitempty"`
}

type schemaObject struct {
	Attributes map[string]Attribute `json:"attr,omitempty"`
	Blocks     map[string]Schema    `json:"block_list,omitempty"`
}

type schemaSpec struct {
	Object schemaObject `json:"object"`
}

// MarshalJSON writes the hcldec specification.
func (s Schema) MarshalJSON() ([]byte, error) {
	return json.Marshal(schemaSpec{schemaObject(s)})
}

// UnmarshalJSON reads it back.
func (s *Schema) UnmarshalJSON(data []byte) error {
	var spec schemaSpec
	if err := json.Unmarshal(data, &spec); err != nil {
		return err
	}
	*s = Schema(spec.Object)
	return nil
}

// Configurable is implemented by an executor, channel or model that takes configuration.
type Configurable interface {
	ConfigSchema() Schema
}

// Hosted is implemented by a channel or model that needs the broker outside an executor's call. UseHost is
// called once, before the first use; the host ends with the process.
type Hosted interface {
	UseHost(host Host)
}
