package source

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// Decode reads a plugin's body as its schema describes and returns the values as JSON's own types. A
// credential is its name; an attribute left out without a default is absent.
func (r *Reader) Decode(body *hclsyntax.Body, schema Schema) (map[string]any, error) {
	s, err := readSchema(schema)
	if err != nil {
		return nil, err
	}
	value := s.object(r, body)
	if err := r.Faults.Err(); err != nil {
		return nil, err
	}
	return plainValues(value), nil
}

// Credentials lists the names a body gives to credential(), in order and once.
func (r *Reader) Credentials(body *hclsyntax.Body) []string {
	var names []string
	for _, call := range calls(body, "credential") {
		v, bad := r.Evaluate(call)
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
