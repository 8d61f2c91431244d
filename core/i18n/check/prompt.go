package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"os"
	"path/filepath"
	"sort"

	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/vocab/tongue"
)

// prompts lists what is wrong between the program and its prompts: faults of the files, names without files, files
// without a name, and texts in another language than the file says.
func prompts(root string, p *program) []string {
	loaded, err := i18n.LoadPrompts(os.DirFS(filepath.Join(root, "core", "i18n")))
	if err != nil {
		return []string{err.Error()}
	}
	asked := map[string]bool{}
	var out []string
	for _, one := range p.packages {
		for _, file := range one.files {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || !asks(one.info, call) {
					return true
				}
				value := one.info.Types[call.Args[0]].Value
				if value == nil || value.Kind() != constant.String {
					out = append(out, p.place(call.Pos())+": cannot tell which prompt this asks for; use a constant")
					return true
				}
				name := constant.StringVal(value)
				asked[name] = true
				if _, ok := loaded.Names("en")[name]; !ok {
					out = append(out, fmt.Sprintf("%s: no prompt %q in core/i18n/prompts", p.place(call.Pos()), name))
				}
				return true
			})
		}
	}
	for _, lang := range i18n.Languages() {
		for name, one := range loaded.Names(lang) {
			if !asked[name] {
				out = append(out, fmt.Sprintf("core/i18n/%s: nothing asks for the prompt %s; remove it in both languages", one.File, name))
			}
			if !tongue.Is(one.Text, lang) {
				out = append(out, fmt.Sprintf("core/i18n/%s: is not written in the language of its name", one.File))
			}
		}
	}
	sort.Strings(out)
	return out
}

// asks reports whether a call asks for a prompt: a method Prompt(name, lang, params) of [i18n.Prompts], or of an
// interface in its shape.
func asks(info *types.Info, call *ast.CallExpr) bool {
	f, ok := callee(info, call).(*types.Func)
	if !ok || f.Name() != "Prompt" {
		return false
	}
	sig := f.Signature()
	return sig.Recv() != nil && shape(sig)
}

// shape reports whether a signature is func(string, string, map[string]string) (string, error), whatever its names.
func shape(sig *types.Signature) bool {
	want := []string{"string", "string", "map[string]string"}
	if sig.Params().Len() != len(want) || sig.Results().Len() != 2 {
		return false
	}
	for i, typ := range want {
		if types.TypeString(types.Unalias(sig.Params().At(i).Type()), nil) != typ {
			return false
		}
	}
	return types.TypeString(sig.Results().At(0).Type(), nil) == "string" && types.TypeString(sig.Results().At(1).Type(), nil) == "error"
}
