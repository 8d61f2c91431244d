package birth

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Clock is the turn's clock in every test: a Tuesday afternoon in spring.
var Clock = time.Date(2026, 3, 31, 14, 5, 6, 0, time.UTC)

// Call is a call of an executor without arguments, by a person at home in a folder.
func Call(executor, home string) sdk.Call {
	return sdk.Call{
		Executor: executor, Owner: "host", Turn: "0123456789abcdef", Step: 1, Lang: "it", Zone: "Europe/Rome",
		Now: Clock, Home: home,
	}
}

// Invoke makes one call of the executor under test, in a process that was granted root.
type Invoke func(ctx context.Context, root sdk.Root, call sdk.Call) (sdk.Result, error)

// Run runs one [[tests]] block: fixtures are written below a fresh folder, path arguments are
// placed below it, the arguments are checked as the core checks them, one call is made, and everything the
// block expects is compared. It returns nil or one error that lists every difference.
func Run(ctx context.Context, m *manifest.Manifest, test manifest.Test, invoke Invoke) error {
	dir, err := os.MkdirTemp("", "metnos-birth-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	if err := Fixtures(dir, test.Files); err != nil {
		return err
	}
	c := Call(m.Name, dir)
	c.Args = Place(m, test.Input, dir)
	c.System = Told(m)
	result := outcome(ctx, m, sdk.Root{Path: dir, Write: Writes(m)}, c, invoke)
	differences := compare(m, test.Expect, result, dir)
	return errors.Join(append(differences, sound(result)...)...)
}

// outcome is the result as the core would see it: refused arguments never reach the plugin.
func outcome(ctx context.Context, m *manifest.Manifest, root sdk.Root, c sdk.Call, invoke Invoke) sdk.Result {
	err := m.CheckArgs(c.Args)
	var result sdk.Result
	if err == nil {
		result, err = invoke(ctx, root, c)
	}
	if err != nil {
		var e *sdk.Error
		if !errors.As(err, &e) {
			e = sdk.Errorf(sdk.ContractViolation, "unclassified_error", "%w", err)
		}
		result = sdk.Result{Error: e}
	}
	return result
}

// Writes reports whether the manifest asks to write files.
func Writes(m *manifest.Manifest) bool {
	return slices.ContainsFunc(m.Capabilities, func(c manifest.Capability) bool { return c.Name == "fs:write" })
}

// Fixtures makes the files of a test; a name ending in "/" is a folder. No name leads out of dir.
func Fixtures(dir string, fixtures []manifest.TestFile) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range fixtures {
		if err := writeFixture(root, f); err != nil {
			return fmt.Errorf("fixture %s: %w", f.Path, err)
		}
	}
	return nil
}

func writeFixture(root *os.Root, f manifest.TestFile) error {
	name := filepath.Clean(f.Path)
	if strings.HasSuffix(f.Path, "/") {
		return root.MkdirAll(name, 0o755)
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	data := []byte(f.Text)
	if f.Base64 != "" {
		var err error
		if data, err = base64.StdEncoding.DecodeString(f.Base64); err != nil {
			return err
		}
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil && f.Size > 0 {
		err = file.Truncate(f.Size)
	}
	if err = errors.Join(err, file.Close()); err != nil || f.Modified == "" {
		return err
	}
	at, err := time.Parse(time.RFC3339, f.Modified)
	if err != nil {
		return err
	}
	return root.Chtimes(name, at, at)
}

// pathSemantics are the meanings of arguments that name places on disk.
var pathSemantics = []string{"path", "paths", "folder", "destination", "new_path"}

// Place puts the relative paths of an input below dir.
func Place(m *manifest.Manifest, input map[string]any, dir string) map[string]any {
	reached := map[string]bool{}
	for _, c := range m.Capabilities {
		if strings.HasPrefix(c.Name, "fs:") {
			for _, a := range c.Args {
				reached[a] = true
			}
		}
	}
	out := make(map[string]any, len(input))
	for name, v := range input {
		out[name] = place(m.Args.Properties[name], reached[name], v, dir)
	}
	return out
}

func place(p manifest.Property, reached bool, v any, dir string) any {
	is := reached || slices.Contains(pathSemantics, p.Semantic)
	switch v := v.(type) {
	case string:
		if is && !filepath.IsAbs(v) && !strings.HasPrefix(v, "~") {
			return filepath.Join(dir, v)
		}
	case []any:
		items := manifest.Property{}
		if p.Items != nil {
			items = *p.Items
		}
		list := make([]any, len(v))
		for i := range v {
			_, object := v[i].(map[string]any)
			list[i] = place(items, is && !object, v[i], dir)
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, inner := range v {
			object[name] = place(p.Properties[name], false, inner, dir)
		}
		return object
	}
	return v
}
