package config

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
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
	src  []byte
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
	i := Instance{Kind: b.Type, Type: b.Labels[0], File: f.file, Line: b.TypeRange.Start.Line, env: f.env, src: f.src}
	body := *b.Body
	if len(b.Labels) == 2 {
		i.Label = b.Labels[1]
	}
	if i.Kind == "model" {
		plugin, _, _ := f.open(b.Body).text("plugin", true)
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

// Decode checks the block against the schema its plugin's Describe answered with (see Schema) and returns
// the values as a plugin receives them. A credential is its name. With no schema the plugin takes no
// configuration, and anything in the block is a fault.
func (i Instance) Decode(schema Schema) (map[string]any, error) {
	s, err := readSchema(schema)
	if err != nil {
		return nil, err
	}
	r := newReader(i.File, i.src, i.env)
	value := s.object(r, i.body)
	if err := r.faults.err(); err != nil {
		return nil, err
	}
	return plainValues(value), nil
}

// Credentials lists the names the block gives to credential(), in order and once.
func (i Instance) Credentials() []string {
	r := newReader(i.File, i.src, i.env)
	var names []string
	for _, call := range calls(i.body, "credential") {
		v, bad := r.evaluate(call)
		if bad == "" && v.Type().Equals(credentialType) {
			if name := v.EncapsulatedValue().(*reference).name; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func capsuleOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// plainValues turns a decoded object into JSON's own types.
func plainValues(v cty.Value) map[string]any {
	v, _ = cty.Transform(v, func(_ cty.Path, inner cty.Value) (cty.Value, error) {
		if inner.Type().Equals(credentialType) {
			if inner.IsNull() {
				return cty.NullVal(cty.String), nil
			}
			return cty.StringVal(inner.EncapsulatedValue().(*reference).name), nil
		}
		return inner, nil
	})
	out := map[string]any{}
	for name, inner := range v.AsValueMap() {
		if inner.IsNull() {
			continue
		}
		data, err := ctyjson.Marshal(inner, inner.Type())
		if err != nil {
			continue
		}
		var plain any
		if json.Unmarshal(data, &plain) == nil {
			out[name] = plain
		}
	}
	return out
}
