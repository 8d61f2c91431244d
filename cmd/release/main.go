package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	out := flag.String("out", "libexec/metnos", "folder to write")
	keys := flag.String("keys", ".keys", "folder of the release key")
	source := flag.String("source", ".", "root of the source tree")
	flag.Parse()
	if err := release(context.Background(), *source, *out, *keys); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(ctx context.Context, source, out, keys string) error {
	families, err := findFamilies(source)
	if err != nil {
		return err
	}
	key, err := releaseKey(filepath.Join(keys, "release.key"))
	if err != nil {
		return err
	}
	stage, err := os.MkdirTemp(filepath.Dir(filepath.Clean(out)), ".release-")
	if errors.Is(err, os.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(filepath.Clean(out)), 0o755); err == nil {
			stage, err = os.MkdirTemp(filepath.Dir(filepath.Clean(out)), ".release-")
		}
	}
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	var names []string
	for _, f := range families {
		signed, err := f.emit(ctx, source, stage, key)
		if err != nil {
			return fmt.Errorf("%s: %w", f.dir, err)
		}
		names = append(names, signed...)
	}
	if err := writeFile(filepath.Join(stage, "keys", "release.pub"), key.PublicKey.Encode(), 0o644); err != nil {
		return err
	}
	if err := publish(stage, out); err != nil {
		return err
	}
	fmt.Printf("signed %d manifests of %d plugins with key %s\n", len(names), len(families), key.ID)
	return nil
}

// family is one plugin binary and its manifests.
type family struct {
	dir       string   // package folder, relative to the source tree
	manifests []string // source manifests
}

// findFamilies lists the folders below plugins that hold both a main package and manifests.
func findFamilies(source string) ([]family, error) {
	var out []family
	for _, pattern := range []string{"plugins/executors/*", "plugins/channels/*", "plugins/models/*"} {
		dirs, err := filepath.Glob(filepath.Join(source, pattern))
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			manifests, err := filepath.Glob(filepath.Join(dir, "*.toml"))
			if err != nil {
				return nil, err
			}
			if _, err := os.Stat(filepath.Join(dir, "main.go")); err != nil || len(manifests) == 0 {
				continue
			}
			sort.Strings(manifests)
			rel, err := filepath.Rel(source, dir)
			if err != nil {
				return nil, err
			}
			out = append(out, family{dir: rel, manifests: manifests})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no plugins below %s", filepath.Join(source, "plugins"))
	}
	return out, nil
}

// compile builds the family's static binary. The build is reproducible: same source, same digest.
func (f family) compile(ctx context.Context, source, to string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", to, "./"+filepath.ToSlash(f.dir))
	cmd.Dir = source
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if message, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, strings.TrimSpace(string(message)))
	}
	return nil
}
