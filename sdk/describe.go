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
// against it; an unknown key is an error there.
type Schema struct {
	Attributes map[string]Attribute `json:"attributes,omitempty"`
	Blocks     map[string]Schema    `json:"blocks,omitempty"` // nested blocks; each may repeat
}

// Attribute is one key of a block. Type: string, number, bool, list(string), list(number), map(string).
type Attribute struct {
	Type        string          `json:"type"`
	Required    bool            `json:"required,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"` // JSON of Type
	Secret      bool            `json:"secret,omitempty"`  // must be a credential reference
	Description string          `json:"description,omitempty"`
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
