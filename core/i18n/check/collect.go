package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// collector notes what flows into every slot of one file.
type collector struct {
	*trace
	pkg *pkg
}

func (c *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			c.function(c.name(c.pkg.info.Defs[n.Name]), n.Type, n.Body)
		}
	case *ast.FuncLit:
		c.function(c.literal(n), n.Type, n.Body)
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN {
			c.put(n.Lhs[0], &ast.BinaryExpr{X: n.Lhs[0], OpPos: n.TokPos, Op: token.ADD, Y: n.Rhs[0]}, 0)
			return true
		}
		c.keep(n.Rhs)
		c.assign(n.Lhs, n.Rhs)
	case *ast.ValueSpec:
		names := make([]ast.Expr, len(n.Names))
		for i, name := range n.Names {
			names[i] = name
		}
		c.keep(n.Values)
		c.assign(names, n.Values)
	case *ast.RangeStmt:
		c.ranging(n)
	case *ast.CompositeLit:
		c.composite(n)
	case *ast.CallExpr:
		c.keep(n.Args)
		c.raise(n)
		c.call(n)
	}
	return true
}

// function ties parameters to their variables and returns to their results.
func (c *collector) function(name string, typ *ast.FuncType, body *ast.BlockStmt) {
	n := 0
	for _, f := range typ.Params.List {
		for _, id := range f.Names {
			if v, ok := c.pkg.info.Defs[id].(*types.Var); ok {
				c.alias(c.variable(v), param(name, n))
			}
			n++
		}
		if len(f.Names) == 0 {
			n++
		}
	}
	var named []*ast.Ident
	if typ.Results != nil {
		for _, f := range typ.Results.List {
			named = append(named, f.Names...)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if _, inner := n.(*ast.FuncLit); inner {
			return false
		}
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		switch {
		case len(ret.Results) == 0:
			for i, id := range named {
				c.fill(result(name, i), id, 0)
			}
		case len(ret.Results) == 1 && typ.Results.NumFields() > 1:
			for i := range typ.Results.NumFields() {
				c.fill(result(name, i), ret.Results[0], i)
			}
		default:
			for i, e := range ret.Results {
				c.fill(result(name, i), e, 0)
			}
		}
		return true
	})
}

// varOf returns the variable an identifier names, defined or used; nil for anything else.
func (c *collector) varOf(id *ast.Ident) *types.Var {
	v, _ := c.pkg.info.ObjectOf(id).(*types.Var)
	return v
}

// fill notes that expr flows into s.
func (c *collector) fill(s slot, expr ast.Expr, part int) {
	if expr != nil && c.mayHold(expr) {
		c.fills[s] = append(c.fills[s], flow{c.pkg, expr, part})
	}
}

// alias notes that reading s reads from.
func (c *collector) alias(s, from slot) {
	c.aliases[s] = append(c.aliases[s], from)
}

// mayHold leaves out what can never be text or hold some.
func (c *collector) mayHold(expr ast.Expr) bool {
	typ := c.pkg.info.TypeOf(expr)
	if typ == nil {
		return true // the blank or a defined name
	}
	basic, ok := typ.Underlying().(*types.Basic)
	return !ok || basic.Info()&types.IsString != 0
}

// assign ties the left sides to the right sides.
func (c *collector) assign(left, right []ast.Expr) {
	for i, l := range left {
		if len(left) == len(right) {
			c.put(l, right[i], 0)
		} else if len(right) == 1 {
			c.put(l, right[0], i)
		}
	}
}

// put notes that value flows into what left names: a variable, a field or an element.
func (c *collector) put(left, value ast.Expr, part int) {
	switch l := ast.Unparen(left).(type) {
	case *ast.Ident:
		if v := c.varOf(l); v != nil {
			if lit, ok := value.(*ast.FuncLit); ok {
				c.named[c.at(lit.Pos())] = string(c.variable(v))
			}
			c.fill(c.variable(v), value, part)
			c.holds(c.variable(v), value)
		}
	case *ast.SelectorExpr:
		if s := c.pkg.info.Selections[l]; s != nil && s.Kind() == types.FieldVal {
			c.fill(c.fieldOf(s), value, part)
			c.holds(c.fieldOf(s), value)
		} else if v, ok := c.pkg.info.Uses[l.Sel].(*types.Var); ok {
			c.fill(c.variable(v), value, part)
		}
	case *ast.IndexExpr:
		switch x := ast.Unparen(l.X).(type) {
		case *ast.Ident:
			if v := c.varOf(x); v != nil {
				c.fill(c.variable(v)+" elements", value, part)
			}
		case *ast.SelectorExpr:
			if s := c.pkg.info.Selections[x]; s != nil {
				c.fill(c.fieldOf(s)+" elements", value, part)
			}
		}
	}
}

// holds notes the elements of a table written out as the value of a variable or field.
func (c *collector) holds(s slot, value ast.Expr) {
	lit, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok {
		if call, isCall := ast.Unparen(value).(*ast.CallExpr); isCall { // append(s, a, b)
			if id, isName := call.Fun.(*ast.Ident); isName && id.Name == "append" {
				for _, arg := range call.Args[1:] {
					c.fill(s+" elements", arg, 0)
				}
			}
		}
		return
	}
	if _, isStruct := c.pkg.info.TypeOf(lit).Underlying().(*types.Struct); isStruct {
		return
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			c.fill(s+" keys", kv.Key, 0)
			elt = kv.Value
		}
		c.fill(s+" elements", elt, 0)
	}
}

// ranging ties the variables of a range to the elements of what it ranges over.
func (c *collector) ranging(r *ast.RangeStmt) {
	for i, side := range []ast.Expr{r.Key, r.Value} {
		id, ok := side.(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		v := c.varOf(id)
		if v == nil {
			continue
		}
		kind := [...]slot{" keys", " elements"}[i]
		switch x := ast.Unparen(r.X).(type) {
		case *ast.Ident:
			if over := c.varOf(x); over != nil {
				c.alias(c.variable(v), c.variable(over)+kind)
			}
		case *ast.SelectorExpr:
			if s := c.pkg.info.Selections[x]; s != nil {
				c.alias(c.variable(v), c.fieldOf(s)+kind)
			} else if over, ok := c.pkg.info.Uses[x.Sel].(*types.Var); ok {
				c.alias(c.variable(v), c.variable(over)+kind)
			}
		case *ast.CompositeLit:
			for _, elt := range x.Elts {
				kv, pair := elt.(*ast.KeyValueExpr)
				switch {
				case pair && i == 0:
					c.fill(c.variable(v), kv.Key, 0)
				case pair:
					c.fill(c.variable(v), kv.Value, 0)
				case i == 1:
					c.fill(c.variable(v), elt, 0)
				}
			}
		}
	}
}

// composite ties the values of a struct literal to its fields.
func (c *collector) composite(lit *ast.CompositeLit) {
	typ := c.pkg.info.TypeOf(lit)
	if p, ok := typ.(*types.Pointer); ok { // an elided &T in a list
		typ = p.Elem()
	}
	st, ok := typ.Underlying().(*types.Struct)
	if !ok || c.allows(lit, typ) {
		return
	}
	for i, elt := range lit.Elts {
		name, value := "", elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			id, ok := kv.Key.(*ast.Ident)
			if !ok {
				continue
			}
			name, value = id.Name, kv.Value
		} else if i < st.NumFields() {
			name = st.Field(i).Name()
		}
		s := field(owner(typ), name)
		c.fill(s, value, 0)
		c.holds(s, value)
	}
}

// allows recognises a verdict that lets a step run: nobody is told.
func (c *collector) allows(lit *ast.CompositeLit, typ types.Type) bool {
	if owner(typ) != c.program.module+"/core.Verdict" {
		return false
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			v := c.pkg.info.Types[kv.Value].Value
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Ruling" && v != nil && v.ExactString() == `"allow"` {
				return true
			}
		}
	}
	return false
}

// call ties arguments to parameters.
func (c *collector) call(call *ast.CallExpr) {
	if c.pkg.info.Types[call.Fun].IsType() {
		return
	}
	obj := callee(c.pkg.info, call)
	if obj == nil || !c.program.ours(obj) {
		return
	}
	sig, ok := obj.Type().Underlying().(*types.Signature)
	if !ok {
		return
	}
	name := c.name(obj)
	if obj.Name() == "Say" && !sayer(sig) {
		name += " other"
	}
	for i, arg := range call.Args {
		n := i
		if sig.Variadic() && i >= sig.Params().Len()-1 {
			n = sig.Params().Len() - 1
		}
		c.fill(param(name, n), arg, 0)
	}
}

// sayer recognises Say(lang, key string, params map[string]string) string.
func sayer(sig *types.Signature) bool {
	return sig.Params().Len() == 3 && sig.Params().At(2).Type().Underlying().String() == "map[string]string"
}
