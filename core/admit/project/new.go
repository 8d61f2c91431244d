package project

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/metnos/metnos/core/admit"
	"github.com/metnos/metnos/sdk"
)

//go:embed template/*.tmpl
var templates embed.FS

// New is a project to be written.
type New struct {
	Name      string // of the executor
	Dir       string // to make; it may exist when empty
	Module    string // Go module path
	Publisher string
	SDK       SDK
}

// page is what a template may use.
type page struct {
	Name, Type, Binary, Module, Publisher, Words string
	SDK, SDKVersion, Go                          string
	Requires                                     []string
}

// files maps a template to the file it becomes; NAME stands for the executor.
func files() map[string]string {
	return map[string]string{
		"go.mod.tmpl": "go.mod", "main.go.tmpl": "main.go", "executor.go.tmpl": "NAME.go", "executor_test.go.tmpl": "NAME_test.go",
		"manifest.toml.tmpl": "manifest.toml", "Makefile.tmpl": "Makefile", "README.md.tmpl": "README.md", "gitignore.tmpl": ".gitignore",
	}
}

// Write makes the project's folder whole, or not at all.
func (n New) Write() error {
	if err := admit.Name(n.Name); err != nil {
		return err
	}
	if list, err := os.ReadDir(n.Dir); err == nil && len(list) > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return sdk.Errorf(sdk.Conflict, "project_there", "%s exists and is not an empty folder", n.Dir).With("dir", n.Dir)
	}
	written := n.page()
	stage, err := os.MkdirTemp(filepath.Dir(n.Dir), ".new-")
	if err != nil {
		return unwritable(n.Dir, err)
	}
	defer os.RemoveAll(stage)
	for source, name := range files() {
		text, err := written.render(source)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(stage, strings.Replace(name, "NAME", n.Name, 1)), text, 0o644); err != nil {
			return unwritable(n.Dir, err)
		}
	}
	if err := n.SDK.sums(stage); err != nil {
		return unwritable(n.Dir, err)
	}
	if err := os.Chmod(stage, 0o755); err != nil {
		return unwritable(n.Dir, err)
	}
	if err := os.Remove(n.Dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unwritable(n.Dir, err)
	}
	if err := os.Rename(stage, n.Dir); err != nil {
		return unwritable(n.Dir, err)
	}
	return nil
}

func unwritable(path string, err error) error {
	return sdk.Errorf(sdk.IOError, "project_unwritable", "%s: %w", path, err).With("dir", path)
}

func (n New) page() page {
	return page{
		Name: n.Name, Type: camel(n.Name), Binary: strings.ReplaceAll(n.Name, "_", "-"), Module: n.Module, Publisher: n.Publisher,
		Words: strings.ReplaceAll(n.Name, "_", " "), SDK: n.SDK.Path, SDKVersion: n.SDK.Version, Go: n.SDK.Go, Requires: n.SDK.Requires,
	}
}

func (p page) render(name string) ([]byte, error) {
	t, err := template.ParseFS(templates, "template/"+name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, p); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// camel turns find_files_empty into findFilesEmpty.
func camel(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' })
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}
