package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A slot is a place a key flows into: a parameter, a result, a variable or a field. Slots are named by text,
// because an object read from export data is another object than the one read from source.
type slot string

func param(function string, n int) slot  { return slot(fmt.Sprintf("%s#%d", function, n)) }
func result(function string, n int) slot { return slot(fmt.Sprintf("%s=%d", function, n)) }
func field(owner, name string) slot      { return slot(owner + "." + name + " field") }

// variable names the slot of a variable.
func (t *trace) variable(v *types.Var) slot {
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return slot(v.Pkg().Path() + "." + v.Name() + " var")
	}
	return slot(t.at(v.Pos()) + " " + v.Name())
}

func (t *trace) at(pos token.Pos) string { return t.program.fset.Position(pos).String() }

// name names a function: pkg.F, (pkg.T).M whatever the receiver, or the variable that holds a literal.
func (t *trace) name(obj types.Object) string {
	switch o := obj.(type) {
	case *types.Func:
		return strings.ReplaceAll(o.Origin().FullName(), "*", "")
	case *types.Var:
		return string(t.variable(o))
	}
	return "?"
}

// literal names a function literal.
func (t *trace) literal(lit *ast.FuncLit) string {
	at := t.at(lit.Pos())
	if name := t.named[at]; name != "" {
		return name
	}
	return at
}

// fieldOf names the field a selection reads, by the type that declares it.
func (t *trace) fieldOf(s *types.Selection) slot {
	typ := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		typ = structOf(typ).Field(i).Type()
	}
	return field(owner(typ), s.Obj().Name())
}

func structOf(typ types.Type) *types.Struct {
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	return typ.Underlying().(*types.Struct)
}

// owner names a struct type.
func owner(typ types.Type) string {
	typ = types.Unalias(typ)
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	if n, ok := typ.(*types.Named); ok {
		return types.TypeString(n.Origin(), nil)
	}
	return typ.String()
}

// callee returns the function, method or variable a call calls, nil for anything else.
func callee(info *types.Info, call *ast.CallExpr) types.Object {
	fun := ast.Unparen(call.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	switch f := fun.(type) {
	case *ast.Ident:
		return info.Uses[f]
	case *ast.SelectorExpr:
		return info.Uses[f.Sel]
	}
	return nil
}
