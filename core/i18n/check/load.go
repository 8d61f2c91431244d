package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program is the module's packages, type-checked.
type program struct {
	root     string
	module   string
	fset     *token.FileSet
	packages []*pkg
}

type pkg struct {
	path  string
	files []*ast.File
	info  *types.Info
	types *types.Package
}

// listed is what `go list -json` tells about a package.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Export     string
	Module     *struct {
		Path string
		Main bool
	}
	Error *struct{ Err string }
}

// load type-checks every package of the module at root. The compiler's export data stands for imports.
func load(root string) (*program, error) {
	packages, err := list(root)
	if err != nil {
		return nil, err
	}
	p := &program{root: root, fset: token.NewFileSet()}
	exports := map[string]string{}
	for _, l := range packages {
		exports[l.ImportPath] = l.Export
	}
	imports := importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
		file := exports[path]
		if file == "" {
			return nil, fmt.Errorf("%s does not compile", path)
		}
		return os.Open(file)
	})
	for _, l := range packages {
		if l.Module == nil || !l.Module.Main {
			continue
		}
		p.module = l.Module.Path
		one, err := p.check(l, imports)
		if err != nil {
			return nil, err
		}
		p.packages = append(p.packages, one)
	}
	return p, nil
}

// list asks for export data with the flags of `make build`, so that one compilation serves both.
func list(root string) ([]listed, error) {
	cmd := exec.Command("go", "list", "-trimpath", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,Module,Error", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	var all []listed
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := in.Decode(&l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if l.Error != nil {
			return nil, errors.New(l.Error.Err)
		}
		all = append(all, l)
	}
}

func (p *program) check(l listed, imports types.Importer) (*pkg, error) {
	one := &pkg{path: l.ImportPath, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	for _, name := range l.GoFiles {
		file, err := parser.ParseFile(p.fset, filepath.Join(l.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		one.files = append(one.files, file)
	}
	var err error
	one.types, err = (&types.Config{Importer: imports}).Check(l.ImportPath, p.fset, one.files, one.info)
	return one, err
}

// ours reports whether an object is declared in the module.
func (p *program) ours(obj types.Object) bool {
	return obj.Pkg() != nil && (obj.Pkg().Path() == p.module || strings.HasPrefix(obj.Pkg().Path(), p.module+"/"))
}

// place is a position relative to the module's root.
func (p *program) place(pos token.Pos) string {
	at := p.fset.Position(pos)
	abs, err := filepath.Abs(p.root)
	if err == nil {
		if rel, err := filepath.Rel(abs, at.Filename); err == nil {
			at.Filename = rel
		}
	}
	return fmt.Sprintf("%s:%d", at.Filename, at.Line)
}
