package source

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/gocty"
)

// Surroundings are what the functions of a file answer from.
type Surroundings struct {
	Getenv func(name string) string // nil means every variable is empty
	Home   string
}

// Reader reads one file and collects its faults.
type Reader struct {
	File   string // "" for the built-in text
	Source []byte
	Around Surroundings
	Faults Diagnostics

	eval  *hcl.EvalContext
	wrong []int // byte offsets of names that mean nothing: their expressions are not evaluated
}

// New returns a reader of a file's text.
func New(file string, text []byte, around Surroundings) *Reader {
	return &Reader{File: file, Source: text, Around: around, eval: &hcl.EvalContext{Functions: functions(around)}}
}

// Parse returns the body of the file; syntax errors become faults.
func (r *Reader) Parse() *hclsyntax.Body {
	if r.tangled() {
		return &hclsyntax.Body{}
	}
	parsed, found := hclsyntax.ParseConfig(r.Source, r.File, hcl.InitialPos)
	r.syntax(found)
	if parsed != nil {
		if body, ok := parsed.Body.(*hclsyntax.Body); ok {
			return body
		}
	}
	return &hclsyntax.Body{}
}

// reference is what credential("name") yields: it never becomes a string of the file.
type reference struct{ name string }

var credentialType = cty.Capsule("credential", capsuleOf[reference]())

func functions(env Surroundings) map[string]function.Function {
	param := func(name string) function.Parameter { return function.Parameter{Name: name, Type: cty.String} }
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
			Params: []function.Parameter{param("name"), param("default")},
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
			Params: []function.Parameter{param("name")},
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

// Names checks what expressions name and are made of, and literals where a secret belongs. What it refuses is
// not evaluated later.
func (r *Reader) Names(body *hclsyntax.Body) {
	_ = hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		switch n := node.(type) {
		case *hclsyntax.FunctionCallExpr:
			if _, known := r.eval.Functions[n.Name]; !known {
				valid := make([]string, 0, len(r.eval.Functions))
				for name := range r.eval.Functions {
					valid = append(valid, name)
				}
				r.Unknown(n.NameRange, n.Name, valid)
				r.wrong = append(r.wrong, n.NameRange.Start.Byte)
			}
		case *hclsyntax.ScopeTraversalExpr:
			r.Unknown(n.SrcRange, n.Traversal.RootName(), nil)
			r.wrong = append(r.wrong, n.SrcRange.Start.Byte)
		case *hclsyntax.BinaryOpExpr:
			r.tooMuch(n.SrcRange)
		case *hclsyntax.ForExpr:
			r.tooMuch(n.SrcRange)
		case *hclsyntax.LiteralValueExpr:
			if n.Val.Type() == cty.Number && hugeNumber(n.Val.AsBigFloat()) {
				r.tooMuch(n.SrcRange)
			}
		case *hclsyntax.Attribute:
			r.secret(n)
		}
		return nil
	})
}

// tooMuch refuses what a short file could keep a long time busy with: loops, sums, numbers of a million digits.
func (r *Reader) tooMuch(rng hcl.Range) {
	r.Report(rng, "config_expression", "loops, operators and huge numbers are not for a configuration")
	r.wrong = append(r.wrong, rng.Start.Byte)
}

func hugeNumber(n *big.Float) bool {
	exponent := n.MantExp(nil)
	return exponent > 256 || exponent < -256
}

var secretNames = []string{"token", "password", "passwd", "secret", "api_key", "apikey", "access_key", "private_key", "client_secret"}

// secret refuses a literal where a secret belongs. The fault never repeats the value.
func (r *Reader) secret(a *hclsyntax.Attribute) {
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
		r.Report(a.SrcRange, "config_secret_in_file", a.Name+" holds a literal secret", "key", a.Name)
	}
}

// Block is a body being read: asking for an attribute declares it valid.
type Block struct {
	*Reader
	Body  *hclsyntax.Body
	Known []string // the names asked for
}

// Open begins to read a body.
func (r *Reader) Open(body *hclsyntax.Body) *Block { return &Block{Reader: r, Body: body} }

// value evaluates the attribute name as type want. ok is false when it is absent or wrong.
func (b *Block) value(name string, want cty.Type, what string) (v cty.Value, rng hcl.Range, ok bool) {
	b.Known = append(b.Known, name)
	attr := b.Body.Attributes[name]
	if attr == nil {
		return cty.NilVal, hcl.Range{}, false
	}
	whole := attr.Expr.Range()
	for _, offset := range b.wrong {
		if whole.Start.Byte <= offset && offset < whole.End.Byte {
			return cty.NilVal, attr.SrcRange, false
		}
	}
	v, bad := b.Evaluate(attr.Expr)
	if bad != "" {
		b.Report(attr.SrcRange, "config_value", name+": "+bad, "key", name, "expected", what)
		return cty.NilVal, attr.SrcRange, false
	}
	v, err := convert.Convert(v, want)
	if err != nil || v.IsNull() || !v.IsWhollyKnown() {
		b.Report(attr.SrcRange, "config_value", fmt.Sprintf("%s must be %s", name, what), "key", name, "expected", what)
		return cty.NilVal, attr.SrcRange, false
	}
	return v, attr.SrcRange, true
}

// Evaluate returns what an expression is worth, or why it is worth nothing. Names were checked before.
func (r *Reader) Evaluate(expr hcl.Expression) (cty.Value, string) {
	v, found := expr.Value(r.eval)
	if found.HasErrors() {
		return cty.NilVal, found[0].Summary + ": " + found[0].Detail
	}
	return v, ""
}

// Text returns a string attribute and its place; ok is false when it is absent, wrong or empty, and then
// the fault is reported (absence only when required).
func (b *Block) Text(name string, required bool) (text string, rng hcl.Range, ok bool) {
	v, rng, ok := b.value(name, cty.String, "text")
	switch {
	case !ok && b.Body.Attributes[name] == nil && required:
		b.Report(Opening(b.Body), "config_required", name+" is required", "key", name)
	case ok && v.AsString() == "":
		b.Report(rng, "config_value", name+" is empty", "key", name, "expected", "text")
		ok = false
	}
	if !ok {
		return "", rng, false
	}
	return v.AsString(), rng, true
}

// OneOf returns a string attribute that must be among valid, or "".
func (b *Block) OneOf(name string, valid ...string) string {
	got, rng, ok := b.Text(name, false)
	if ok && !slices.Contains(valid, got) {
		b.Unknown(rng, got, valid)
		return ""
	}
	return got
}

// Number returns a numeric attribute between least and most.
func (b *Block) Number(name string, fallback, least, most float64) float64 {
	what := strconv.FormatFloat(least, 'f', -1, 64) + "-" + strconv.FormatFloat(most, 'f', -1, 64)
	v, rng, ok := b.value(name, cty.Number, what)
	if !ok {
		return fallback
	}
	var n float64
	if err := gocty.FromCtyValue(v, &n); err != nil || n < least || n > most {
		b.Report(rng, "config_value", fmt.Sprintf("%s must be a number, %s", name, what), "key", name, "expected", what)
		return fallback
	}
	return n
}

// Item is a text with its place.
type Item struct {
	Text string
	At   hcl.Range
}

// List returns a list of strings, each with its own place where the list is written out.
func (b *Block) List(name string) []Item {
	v, rng, ok := b.value(name, cty.List(cty.String), "a list of texts")
	if !ok {
		return nil
	}
	places := []hcl.Range{}
	if written, ok := b.Body.Attributes[name].Expr.(*hclsyntax.TupleConsExpr); ok {
		for _, e := range written.Exprs {
			places = append(places, e.Range())
		}
	}
	var out []Item
	for i, e := range v.AsValueSlice() {
		place := rng
		if i < len(places) {
			place = places[i]
		}
		if e.IsNull() {
			b.Report(place, "config_value", name+" holds null", "key", name, "expected", "text")
			continue
		}
		out = append(out, Item{Text: e.AsString(), At: place})
	}
	return out
}

// Done reports every attribute nobody asked for and every nested block.
func (b *Block) Done() {
	attrs := make([]*hclsyntax.Attribute, 0, len(b.Body.Attributes))
	for _, a := range b.Body.Attributes {
		attrs = append(attrs, a)
	}
	sort.Slice(attrs, func(i, j int) bool { return attrs[i].NameRange.Start.Byte < attrs[j].NameRange.Start.Byte })
	for _, a := range attrs {
		if !slices.Contains(b.Known, a.Name) {
			b.Unknown(a.NameRange, a.Name, slices.Clone(b.Known))
		}
	}
	for _, nested := range b.Body.Blocks {
		b.Unknown(nested.TypeRange, nested.Type, slices.Clone(b.Known))
	}
}
