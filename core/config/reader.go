package config

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/gocty"
)

// reader walks one file and collects its faults.
type reader struct {
	file   string // "" for the built-in text
	src    []byte
	env    Env
	eval   *hcl.EvalContext
	faults Diagnostics
	wrong  []int // byte offsets of names that mean nothing: their expressions are not evaluated
}

func newReader(file string, src []byte, env Env) *reader {
	return &reader{file: file, src: src, env: env, eval: &hcl.EvalContext{Functions: functions(env)}}
}

// reference is what credential("name") yields: it never becomes a string of the file.
type reference struct{ name string }

var credentialType = cty.Capsule("credential", capsuleOf[reference]())

func functions(env Env) map[string]function.Function {
	text := func(name string) function.Parameter { return function.Parameter{Name: name, Type: cty.String} }
	return map[string]function.Function{
		"home": function.New(&function.Spec{
			Type: function.StaticReturnType(cty.String),
			Impl: func([]cty.Value, cty.Type) (cty.Value, error) {
				if env.Home == "" {
					return cty.NilVal, errors.New("the home folder is unknown")
				}
				return cty.StringVal(env.Home), nil
			},
		}),
		"env": function.New(&function.Spec{
			Params: []function.Parameter{text("name"), text("default")},
			Type:   function.StaticReturnType(cty.String),
			Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
				if env.Getenv != nil {
					if v := env.Getenv(args[0].AsString()); v != "" {
						return cty.StringVal(v), nil
					}
				}
				return args[1], nil
			},
		}),
		"credential": function.New(&function.Spec{
			Params: []function.Parameter{text("name")},
			Type:   function.StaticReturnType(credentialType),
			Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
				name := args[0].AsString()
				if name == "" {
					return cty.NilVal, errors.New("a credential has a name")
				}
				return cty.CapsuleVal(credentialType, &reference{name}), nil
			},
		}),
	}
}

// names checks every function and variable an expression names, and every literal that looks like a secret.
func (r *reader) names(body *hclsyntax.Body) {
	_ = hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		switch n := node.(type) {
		case *hclsyntax.FunctionCallExpr:
			if _, known := r.eval.Functions[n.Name]; !known {
				valid := make([]string, 0, len(r.eval.Functions))
				for name := range r.eval.Functions {
					valid = append(valid, name)
				}
				r.unknown(n.NameRange, n.Name, valid)
				r.wrong = append(r.wrong, n.NameRange.Start.Byte)
			}
		case *hclsyntax.ScopeTraversalExpr:
			r.unknown(n.SrcRange, n.Traversal.RootName(), nil)
			r.wrong = append(r.wrong, n.SrcRange.Start.Byte)
		case *hclsyntax.Attribute:
			r.secret(n)
		}
		return nil
	})
}

var secretNames = []string{"token", "password", "passwd", "secret", "api_key", "apikey", "access_key", "private_key", "client_secret"}

// secret refuses a literal where a secret belongs. The fault never repeats the value.
func (r *reader) secret(a *hclsyntax.Attribute) {
	if !slices.Contains(secretNames, strings.ToLower(a.Name)) {
		return
	}
	if len(a.Expr.Variables()) > 0 {
		return
	}
	literal, call := false, false
	_ = hclsyntax.VisitAll(a.Expr, func(node hclsyntax.Node) hcl.Diagnostics {
		switch n := node.(type) {
		case *hclsyntax.FunctionCallExpr:
			call = true
		case *hclsyntax.LiteralValueExpr:
			literal = literal || n.Val.Type() == cty.String && n.Val.AsString() != ""
		}
		return nil
	})
	if literal && !call {
		r.report(a.SrcRange, "config_secret_in_file", a.Name+" holds a literal secret", "key", a.Name)
	}
}

// block is a body being read: asking for an attribute declares it valid.
type block struct {
	*reader
	body  *hclsyntax.Body
	known []string
}

func (r *reader) open(body *hclsyntax.Body) *block { return &block{reader: r, body: body} }

// value evaluates the attribute name as type want. ok is false when it is absent or wrong.
func (b *block) value(name string, want cty.Type, what string) (v cty.Value, rng hcl.Range, ok bool) {
	b.known = append(b.known, name)
	attr := b.body.Attributes[name]
	if attr == nil {
		return cty.NilVal, hcl.Range{}, false
	}
	whole := attr.Expr.Range()
	for _, offset := range b.wrong {
		if whole.Start.Byte <= offset && offset < whole.End.Byte {
			return cty.NilVal, attr.SrcRange, false
		}
	}
	v, bad := b.evaluate(attr.Expr)
	if bad != "" {
		b.report(attr.SrcRange, "config_value", name+": "+bad, "key", name, "expected", what)
		return cty.NilVal, attr.SrcRange, false
	}
	v, err := convert.Convert(v, want)
	if err != nil || v.IsNull() || !v.IsWhollyKnown() {
		b.report(attr.SrcRange, "config_value", fmt.Sprintf("%s must be %s", name, what), "key", name, "expected", what)
		return cty.NilVal, attr.SrcRange, false
	}
	return v, attr.SrcRange, true
}

// evaluate returns what an expression is worth, or why it is worth nothing. Names were checked before.
func (r *reader) evaluate(expr hcl.Expression) (cty.Value, string) {
	v, found := expr.Value(r.eval)
	if found.HasErrors() {
		return cty.NilVal, found[0].Summary + ": " + found[0].Detail
	}
	return v, ""
}

// text returns a string attribute and its place; ok is false when it is absent, wrong or empty, and then
// the fault is reported (absence only when required).
func (b *block) text(name string, required bool) (text string, rng hcl.Range, ok bool) {
	v, rng, ok := b.value(name, cty.String, "text")
	switch {
	case !ok && b.body.Attributes[name] == nil && required:
		b.report(opening(b.body), "config_required", name+" is required", "key", name)
	case ok && v.AsString() == "":
		b.report(rng, "config_value", name+" is empty", "key", name, "expected", "text")
		ok = false
	}
	if !ok {
		return "", rng, false
	}
	return v.AsString(), rng, true
}

// oneOf returns a string attribute that must be among valid, or "".
func (b *block) oneOf(name string, valid ...string) string {
	got, rng, ok := b.text(name, false)
	if ok && !slices.Contains(valid, got) {
		b.unknown(rng, got, valid)
		return ""
	}
	return got
}

// number returns a numeric attribute between least and most.
func (b *block) number(name string, fallback, least, most float64) float64 {
	what := fmt.Sprintf("%v-%v", least, most)
	v, rng, ok := b.value(name, cty.Number, what)
	if !ok {
		return fallback
	}
	var n float64
	if err := gocty.FromCtyValue(v, &n); err != nil || n < least || n > most {
		b.report(rng, "config_value", fmt.Sprintf("%s must be a number, %s", name, what), "key", name, "expected", what)
		return fallback
	}
	return n
}

// item is one element of a list with its place.
type item struct {
	text string
	rng  hcl.Range
}

// list returns a list of strings, each with its own place where the list is written out.
func (b *block) list(name string) []item {
	v, rng, ok := b.value(name, cty.List(cty.String), "a list of texts")
	if !ok {
		return nil
	}
	places := []hcl.Range{}
	if written, ok := b.body.Attributes[name].Expr.(*hclsyntax.TupleConsExpr); ok {
		for _, e := range written.Exprs {
			places = append(places, e.Range())
		}
	}
	var out []item
	for i, e := range v.AsValueSlice() {
		place := rng
		if i < len(places) {
			place = places[i]
		}
		if e.IsNull() {
			b.report(place, "config_value", name+" holds null", "key", name, "expected", "text")
			continue
		}
		out = append(out, item{e.AsString(), place})
	}
	return out
}

// done reports every attribute nobody asked for and every nested block.
func (b *block) done() {
	attrs := make([]*hclsyntax.Attribute, 0, len(b.body.Attributes))
	for _, a := range b.body.Attributes {
		attrs = append(attrs, a)
	}
	sort.Slice(attrs, func(i, j int) bool { return attrs[i].NameRange.Start.Byte < attrs[j].NameRange.Start.Byte })
	for _, a := range attrs {
		if !slices.Contains(b.known, a.Name) {
			b.unknown(a.NameRange, a.Name, slices.Clone(b.known))
		}
	}
	for _, nested := range b.body.Blocks {
		b.unknown(nested.TypeRange, nested.Type, slices.Clone(b.known))
	}
}
