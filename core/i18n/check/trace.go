package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"sort"
	"strings"

	"github.com/metnos/metnos/core/i18n"
)

// flow is one expression that fills a slot.
type flow struct {
	in   *pkg
	expr ast.Expr
	part int // result of a call, 0 for a single value
}

// trace follows keys backwards from the slots the catalogue reads.
type trace struct {
	program *program
	fills   map[slot][]flow   // everything that flows into a slot
	aliases map[slot][]slot   // reading the first reads the others
	named   map[string]string // function literal -> the variable it is called by
	wanted  []want            // work left
	done    map[slot]bool     // slots already followed
	keys    map[string][]token.Pos
	unknown map[token.Pos]string
	open    map[affix]token.Pos
	raises  map[token.Pos]raised
	kept    map[token.Pos]bool
}

// affix is the constant text around a part of a key that is followed: "class_" and "" around a class.
type affix struct{ before, after string }

func (a affix) whole(part string) string { return a.before + part + a.after }

// want is a slot to follow.
type want struct {
	slot   slot
	around affix
}

func newTrace(p *program) *trace {
	return &trace{program: p, fills: map[slot][]flow{}, aliases: map[slot][]slot{}, named: map[string]string{}, done: map[slot]bool{},
		keys: map[string][]token.Pos{}, unknown: map[token.Pos]string{}, open: map[affix]token.Pos{}, raises: map[token.Pos]raised{}, kept: map[token.Pos]bool{}}
}

// run collects what flows where, then follows the keys.
func (t *trace) run() {
	for _, p := range t.program.packages {
		for _, file := range p.files {
			c := collector{trace: t, pkg: p}
			ast.Inspect(file, c.visit)
		}
	}
	for s := range t.fills {
		if t.seed(s) {
			t.want(s, affix{})
		}
	}
	for len(t.wanted) > 0 {
		w := t.wanted[0]
		t.wanted = t.wanted[1:]
		for _, f := range t.fills[w.slot] {
			t.resolve(f, w.around)
		}
		for _, s := range t.aliases[w.slot] {
			t.want(s, w.around)
		}
	}
}

func (t *trace) want(s slot, around affix) {
	id := slot(around.before + "|" + around.after + "|" + string(s))
	if !t.done[id] {
		t.done[id] = true
		t.wanted = append(t.wanted, want{s, around})
	}
}

// seed reports whether the catalogue reads a slot directly.
func (t *trace) seed(s slot) bool {
	m := t.program.module
	switch s {
	case param(m+"/sdk.Errorf", 1), field(m+"/sdk.Error", "Code"), field(m+"/sdk.Failure", "Code"),
		field(m+"/core.Verdict", "Code"), field(m+"/core/plan.Question", "Code"):
		return true
	}
	return strings.HasSuffix(string(s), ").Say#1") // a Sayer: see collector.call
}

// found notes a key.
func (t *trace) found(key string, pos token.Pos) {
	if key != "" {
		t.keys[key] = append(t.keys[key], pos)
	}
}

// cannot notes a part whose values are not known. With constant text around it, some key must fit.
func (t *trace) cannot(pos token.Pos, why string, around affix) {
	if around != (affix{}) {
		t.open[around] = pos
		return
	}
	t.unknown[pos] = why
}

// resolve finds the keys one expression can be.
func (t *trace) resolve(f flow, around affix) {
	info := f.in.info
	if tv := info.Types[f.expr]; tv.Value != nil && tv.Value.Kind() == constant.String {
		if text := constant.StringVal(tv.Value); text != "" {
			t.found(around.whole(text), f.expr.Pos())
		}
		return
	}
	switch e := ast.Unparen(f.expr).(type) {
	case *ast.Ident:
		t.object(info.ObjectOf(e), e, around)
	case *ast.SelectorExpr:
		if s := info.Selections[e]; s != nil && s.Kind() == types.FieldVal {
			t.want(t.fieldOf(s), around)
			return
		}
		t.object(info.Uses[e.Sel], e, around)
	case *ast.CallExpr:
		t.call(f, e, around)
	case *ast.IndexExpr:
		t.elements(flow{f.in, e.X, 0}, around)
	case *ast.StarExpr:
		t.resolve(flow{f.in, e.X, 0}, around)
	case *ast.UnaryExpr:
		t.resolve(flow{f.in, e.X, 0}, around)
	case *ast.BinaryExpr:
		t.sum(f.in, e, around)
	default:
		t.cannot(f.expr.Pos(), fmt.Sprintf("a %T", e), around)
	}
}

// sum follows the part of a sum that is not constant. Only one part may be.
func (t *trace) sum(in *pkg, e *ast.BinaryExpr, around affix) {
	left, right := in.info.Types[e.X].Value, in.info.Types[e.Y].Value
	switch {
	case left != nil:
		around.before += constant.StringVal(left)
		t.resolve(flow{in, e.Y, 0}, around)
	case right == nil:
		t.cannot(e.Pos(), "a sum of two unknown parts", around)
	case around.after == "": // one suffix is enough: x += "_in" would follow itself for ever
		around.after = constant.StringVal(right)
		t.resolve(flow{in, e.X, 0}, around)
	}
}

// object follows a variable or parameter to what was put into it.
func (t *trace) object(obj types.Object, at ast.Expr, around affix) {
	v, ok := obj.(*types.Var)
	if !ok {
		t.cannot(at.Pos(), "neither a variable nor a constant", around)
		return
	}
	t.want(t.variable(v), around)
}

// call follows a conversion to its operand, and a function to what it returns.
func (t *trace) call(f flow, call *ast.CallExpr, around affix) {
	info := f.in.info
	if tv := info.Types[call.Fun]; tv.IsType() {
		t.conversion(flow{f.in, call.Args[0], 0}, around)
		return
	}
	obj := callee(info, call)
	if obj == nil || !t.program.ours(obj) {
		t.cannot(call.Pos(), "the result of a function outside the module", around)
		return
	}
	t.want(result(t.name(obj), f.part), around)
}

// conversion follows string(x). For a named string type every constant of the type may arrive.
func (t *trace) conversion(f flow, around affix) {
	named, ok := f.in.info.TypeOf(f.expr).(*types.Named)
	if !ok || f.in.info.Types[f.expr].Value != nil {
		t.resolve(f, around)
		return
	}
	scope := named.Obj().Pkg().Scope()
	any := false
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if ok && types.Identical(c.Type(), named) && c.Val().Kind() == constant.String {
			if text := constant.StringVal(c.Val()); text != "" {
				t.found(around.whole(text), f.expr.Pos())
			}
			any = true
		}
	}
	if !any {
		t.cannot(f.expr.Pos(), "a type without constants", around)
	}
}

// elements follows a table: every string put into it may be the key.
func (t *trace) elements(f flow, around affix) {
	switch e := ast.Unparen(f.expr).(type) {
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			t.resolve(flow{f.in, elt, 0}, around)
		}
	case *ast.Ident:
		t.table(f.in.info.Uses[e], e, around)
	case *ast.SelectorExpr:
		if s := f.in.info.Selections[e]; s != nil {
			t.want(t.fieldOf(s)+" elements", around)
			return
		}
		t.table(f.in.info.Uses[e.Sel], e, around)
	default:
		t.cannot(f.expr.Pos(), fmt.Sprintf("an element of a %T", e), around)
	}
}

func (t *trace) table(obj types.Object, at ast.Expr, around affix) {
	v, ok := obj.(*types.Var)
	if !ok {
		t.cannot(at.Pos(), "an element of no table", around)
		return
	}
	t.want(t.variable(v)+" elements", around)
}

// report lists the keys without a sentence and the places whose key cannot be told.
func (t *trace) report(catalogue *i18n.Catalog) []string {
	var out []string
	for key, places := range t.keys {
		if catalogue.Has(key) {
			continue
		}
		seen := map[string]bool{}
		for _, pos := range places {
			if at := t.program.place(pos); !seen[at] {
				seen[at] = true
				out = append(out, fmt.Sprintf("%s: no sentence for %q in core/i18n/messages", at, key))
			}
		}
	}
	for around, pos := range t.open {
		if !t.fits(catalogue, around) {
			out = append(out, fmt.Sprintf("%s: no sentence whose key is %q in core/i18n/messages", t.program.place(pos), around.whole("…")))
		}
	}
	for pos, why := range t.unknown {
		out = append(out, fmt.Sprintf("%s: cannot tell which message this names (%s); use a constant", t.program.place(pos), why))
	}
	sort.Strings(out)
	return out
}

// fits reports whether some key begins and ends like around; such keys count as named.
func (t *trace) fits(catalogue *i18n.Catalog, around affix) bool {
	any := false
	for key := range catalogue.Keys("en") {
		if len(key) > len(around.whole("")) && strings.HasPrefix(key, around.before) && strings.HasSuffix(key, around.after) {
			t.keys[key] = append(t.keys[key], token.NoPos)
			any = true
		}
	}
	return any
}
