package project

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/metnos/metnos/sdk"
)

// modulePath is the module a plugin builds against.
const modulePath = "github.com/metnos/metnos"

// SDK is where a project takes the SDK from: a published version, or a checkout of the sources.
type SDK struct {
	Version  string
	Go       string
	Path     string   // of the checkout, "" for a published version
	Requires []string // the checkout's own requirements, so that no network is needed
}

// Published is a released version of the SDK. "dev", the version of a build without one, names none.
func Published(version string) SDK { return SDK{Version: version, Go: "1.26"} }

// Checkout reads the SDK of a source tree.
func Checkout(dir string) (SDK, error) {
	file := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(file)
	if err != nil {
		return SDK{}, sdk.Errorf(sdk.NotFound, "project_no_sdk", "%s: %w", file, err).With("dir", dir)
	}
	mod, err := modfile.ParseLax(file, data, nil)
	if err != nil || mod.Module == nil || mod.Module.Mod.Path != modulePath || mod.Go == nil {
		return SDK{}, sdk.Errorf(sdk.NotFound, "project_no_sdk", "%s is not the module %s", file, modulePath).With("dir", dir)
	}
	s := SDK{Version: "v0.0.0", Go: mod.Go.Version, Path: dir}
	for _, r := range mod.Require {
		s.Requires = append(s.Requires, r.Mod.Path+" "+r.Mod.Version+" // indirect")
	}
	return s, nil
}

// Slim keeps of the checkout's requirements those that a plugin needs. It uses no network; when the Go
// toolchain cannot tell, all of them stay, which also builds.
func (s SDK) Slim(ctx context.Context, env []string) SDK {
	if s.Path == "" {
		return s
	}
	out, err := goTool(ctx, s.Path, append(env, "GOFLAGS=-mod=readonly", "GOPROXY=off"),
		"list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./sdk/serve", "./sdk/sdktest")
	if err != nil {
		return s
	}
	needed := strings.Fields(out)
	slim := s
	slim.Requires = nil
	for _, line := range s.Requires {
		if path, _, _ := strings.Cut(line, " "); slices.Contains(needed, path) {
			slim.Requires = append(slim.Requires, line)
		}
	}
	return slim
}

// Around finds the checkout that holds dir, or reports false.
func Around(dir string) (SDK, bool) {
	for {
		if s, err := Checkout(dir); err == nil {
			return s, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return SDK{}, false
		}
		dir = up
	}
}

// sums copies the checkout's go.sum.
func (s SDK) sums(dir string) error {
	if s.Path == "" {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(s.Path, "go.sum"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.sum"), data, 0o644)
}
