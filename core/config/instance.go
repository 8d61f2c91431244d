package config

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/metnos/metnos/core/config/source"
)

// Instance is an executor, channel or model block: which plugin, and its own configuration.
type Instance struct {
	Kind  string // executor | channel | model
	Type  string // executor name, or channel or model plugin
	Label string // second label of an executor or channel, the label of a model
	File  string
	Line  int

	body *hclsyntax.Body
	env  Env
	text []byte
}

// Name is how messages and processes tell instances apart: type, or type/label.
func (i Instance) Name() string {
	if i.Label == "" || i.Label == i.Type {
		return i.Type
	}
	return i.Type + "/" + i.Label
}

// instance keeps the body for the plugin and reads what is the host's: a model's plugin.
func (f *file) instance(b *hclsyntax.Block) {
	i := Instance{Kind: b.Type, Type: b.Labels[0], File: f.File, Line: b.TypeRange.Start.Line, env: f.env, text: f.Source}
	body := *b.Body
	if len(b.Labels) == 2 {
		i.Label = b.Labels[1]
	}
	if i.Kind == "model" {
		plugin, _, _ := f.Open(b.Body).Text("plugin", true)
		i.Type, i.Label = plugin, b.Labels[0]
		body.Attributes = hclsyntax.Attributes{}
		for name, a := range b.Body.Attributes {
			if name != "plugin" {
				body.Attributes[name] = a
			}
		}
	}
	i.body = &body
	switch i.Kind {
	case "executor":
		f.config.Executors = append(f.config.Executors, i)
	case "channel":
		f.config.Channels = append(f.config.Channels, i)
	case "model":
		f.config.Models = append(f.config.Models, i)
	}
}

// Decode checks the block against the schema its plugin's Describe answered with (see source.Schema) and returns
// the values as a plugin receives them. A credential is its name. With no schema the plugin takes no
// configuration, and anything in the block is a fault.
func (i Instance) Decode(schema source.Schema) (map[string]any, error) {
	return source.New(i.File, i.text, i.env.around()).Decode(i.body, schema)
}

// Credentials lists the names the block gives to credential(), in order and once.
func (i Instance) Credentials() []string {
	return source.New(i.File, i.text, i.env.around()).Credentials(i.body)
}
