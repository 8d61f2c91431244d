package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/metnos/metnos/sdk"
)

// Schema is the shape of a plugin's block: the hcldec specification format, as JSON.
//
//	{"object": {
//	  "attr": {
//	    "listen":  {"type": "string", "default": "127.0.0.1:8770"},
//	    "token":   {"type": "credential", "required": true},
//	    "folders": {"type": "list(string)"}},
//	  "block":      {"tls":     {"object": {"attr": {"cert": {"type": "string", "required": true}}}}},
//	  "block_list": {"account": {"min_items": 1, "object": {"attr": {}}}},
//	  "block_map":  {"header":  {"object": {"attr": {"value": {"type": "string"}}}}}}}
//
// A type is any HCL type expression, or "credential": only credential("name") fits, and the plugin
// receives the name. Beyond hcldec, an attribute may have a default.
type Schema = json.RawMessage

type object struct {
	Attr      map[string]attribute `json:"attr"`
	Block     map[string]nested    `json:"block"`
	BlockList map[string]nested    `json:"block_list"`
	BlockMap  map[string]nested    `json:"block_map"` // one label: the key
}

type attribute struct {
	Type        string          `json:"type"`
	Required    bool            `json:"required"`
	Default     json.RawMessage `json:"default"`
	Description string          `json:"description"` // for people; not read here

	want  cty.Type
	value cty.Value // the default, converted
}

type nested struct {
	Required bool    `json:"required"`
	MinItems int     `json:"min_items"`
	MaxItems int     `json:"max_items"`
	Object   *object `json:"object"`
}

// readSchema decodes a schema; a fault is the plugin's and has class contract_violation.
func readSchema(data Schema) (*object, error) {
	if len(bytes.TrimSpace(data)) == 0 || string(bytes.TrimSpace(data)) == "null" {
		return &object{}, nil
	}
	var s struct {
		Object object `json:"object"`
	}
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	if err := in.Decode(&s); err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "config_schema", "configuration schema: %w", err)
	}
	if err := s.Object.prepare(); err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "config_schema", "configuration schema: %w", err)
	}
	return &s.Object, nil
}

// prepare reads the types and defaults.
func (o *object) prepare() error {
	for name, a := range o.Attr {
		if err := a.prepare(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		o.Attr[name] = a
	}
	for _, group := range []map[string]nested{o.Block, o.BlockList, o.BlockMap} {
		for name, n := range group {
			if n.Object == nil {
				return fmt.Errorf("%s has no object", name)
			}
			if err := n.Object.prepare(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

func (a *attribute) prepare() error {
	switch a.Type {
	case "credential":
		a.want = credentialType
	case "":
		a.want = cty.DynamicPseudoType
	default:
		expr, found := hclsyntax.ParseExpression([]byte(a.Type), "type", hcl.InitialPos)
		if found.HasErrors() {
			return found
		}
		want, found := typeexpr.TypeConstraint(expr)
		if found.HasErrors() {
			return found
		}
		a.want = want
	}
	a.value = cty.NullVal(a.want)
	if len(a.Default) == 0 {
		return nil
	}
	if a.want == credentialType {
		return fmt.Errorf("a credential has no default")
	}
	value, err := ctyjson.Unmarshal(a.Default, a.want)
	a.value = value
	return err
}

// object reads body as o describes; faults go to r.
func (o *object) object(r *Reader, body *hclsyntax.Body) cty.Value {
	in := r.Open(body)
	out := map[string]cty.Value{}
	for _, name := range keys(o.Attr) {
		a := o.Attr[name]
		what := a.Type
		if a.Type == "credential" {
			what = `credential("…")`
		}
		if v, _, ok := in.value(name, a.want, what); ok {
			out[name] = v
		} else {
			out[name] = a.value
			if a.Required && body.Attributes[name] == nil {
				r.Report(Opening(body), "config_required", name+" is required", "key", name)
			}
		}
	}
	for _, name := range keys(o.Block) {
		if blocks := in.nested(name, o.Block[name], 1, 0); len(blocks) > 0 {
			out[name] = blocks[0].value
		}
	}
	for _, name := range keys(o.BlockList) {
		var items []cty.Value
		for _, b := range in.nested(name, o.BlockList[name], o.BlockList[name].MaxItems, 0) {
			items = append(items, b.value)
		}
		out[name] = cty.TupleVal(items)
	}
	for _, name := range keys(o.BlockMap) {
		byLabel := map[string]cty.Value{}
		for _, b := range in.nested(name, o.BlockMap[name], 0, 1) {
			if _, twice := byLabel[b.label]; twice {
				r.Report(b.rng, "config_block_twice", name+" "+b.label+" is there twice", "key", name+" "+b.label, "first", "?")
			}
			byLabel[b.label] = b.value
		}
		out[name] = cty.ObjectVal(byLabel)
	}
	in.Done()
	return cty.ObjectVal(out)
}

// read is a nested block after reading.
type read struct {
	label string
	value cty.Value
	rng   hcl.Range
}

// nested reads the blocks called name: at most most of them (0: any number), each with labels labels.
func (b *Block) nested(name string, n nested, most, labels int) []read {
	b.Known = append(b.Known, name)
	var out []read
	rest := hclsyntax.Blocks{}
	for _, inner := range b.Body.Blocks {
		if inner.Type != name {
			rest = append(rest, inner)
			continue
		}
		if len(inner.Labels) != labels {
			b.Report(inner.TypeRange, "config_labels", fmt.Sprintf("%s takes labels: %d", name, labels), "key", name, "expected", fmt.Sprint(labels))
			continue
		}
		one := read{value: n.Object.object(b.Reader, inner.Body), rng: inner.TypeRange}
		if labels == 1 {
			one.label = inner.Labels[0]
		}
		out = append(out, one)
	}
	body := *b.Body
	body.Blocks = rest
	b.Body = &body
	if n.Required && n.MinItems == 0 {
		n.MinItems = 1
	}
	if most > 0 && len(out) > most || len(out) < n.MinItems {
		b.Report(Opening(b.Body), "config_block_count", fmt.Sprintf("%s is there %d times", name, len(out)),
			"key", name, "found", fmt.Sprint(len(out)))
	}
	return out
}

// Opening is the line a body opens on: where something that is missing is reported.
func Opening(body *hclsyntax.Body) hcl.Range {
	return hcl.Range{Filename: body.SrcRange.Filename, Start: body.SrcRange.Start, End: body.SrcRange.Start}
}

// calls lists the calls of one function below node, in source order.
func calls(body *hclsyntax.Body, name string) []*hclsyntax.FunctionCallExpr {
	var out []*hclsyntax.FunctionCallExpr
	_ = hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok && call.Name == name {
			out = append(out, call)
		}
		return nil
	})
	sort.Slice(out, func(i, j int) bool { return out[i].NameRange.Start.Byte < out[j].NameRange.Start.Byte })
	return out
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
