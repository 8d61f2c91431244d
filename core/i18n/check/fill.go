package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/metnos/metnos/core/i18n"
)

// raised is one sdk.Errorf with a constant code, and the parameters given to it on the spot.
type raised struct {
	code  string
	given []string
	later bool // it is kept or handed on, where more may be added, or a parameter's name is not constant
}

// raise notes an Errorf with the With calls chained to it. Outer calls are visited first: the longest
// chain counts.
func (c *collector) raise(call *ast.CallExpr) {
	var given []string
	later := false
	for {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return
		}
		if fn, ok := c.pkg.info.Uses[sel.Sel].(*types.Func); ok && c.name(fn) == c.program.module+"/sdk.Errorf" {
			break
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok || sel.Sel.Name != "With" || len(call.Args) != 2 {
			return
		}
		if v := c.pkg.info.Types[call.Args[0]].Value; v != nil {
			given = append(given, constant.StringVal(v))
		} else {
			later = true
		}
		call = inner
	}
	if _, seen := c.raises[call.Pos()]; seen || len(call.Args) < 2 {
		return
	}
	r := raised{given: given, later: later || c.kept[call.Pos()]}
	if v := c.pkg.info.Types[call.Args[1]].Value; v != nil {
		r.code = constant.StringVal(v)
	}
	c.raises[call.Pos()] = r
}

// incomplete lists the errors whose sentence needs a parameter nobody gives them.
func (t *trace) incomplete(catalogue *i18n.Catalog) []string {
	var out []string
	for pos, r := range t.raises {
		m, known := catalogue.Keys("en")[r.code]
		if !known || r.later {
			continue
		}
		var lacking []string
		for _, name := range m.Placeholders {
			if !slices.Contains(r.given, name) {
				lacking = append(lacking, name)
			}
		}
		if len(lacking) > 0 {
			out = append(out, fmt.Sprintf("%s: the sentence of %q needs %s: add .With", t.program.place(pos), r.code, strings.Join(lacking, ", ")))
		}
	}
	sort.Strings(out)
	return out
}

// keep marks an Errorf whose value goes into a variable or a function: With may follow.
func (c *collector) keep(values []ast.Expr) {
	for _, v := range values {
		call, ok := ast.Unparen(v).(*ast.CallExpr)
		for ok {
			c.kept[call.Pos()] = true
			sel, isSel := call.Fun.(*ast.SelectorExpr)
			if !isSel {
				break
			}
			call, ok = ast.Unparen(sel.X).(*ast.CallExpr)
		}
	}
}
