package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/metnos/metnos/core/admit"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Dist is the folder, below the project, that Build fills and that is installed.
const Dist = "dist"

// Plugin is the file name of the program in [Dist].
const Plugin = "plugin"

// Built is a compiled project.
type Built struct {
	Dir      string // absolute path of dist/
	Manifest *manifest.Manifest
	Digest   string
}

// Build compiles the project into dist/ and stamps its manifest with the program's digest: what was signed
// before is not signed any more.
func Build(ctx context.Context, dir string, env []string) (Built, error) {
	file := filepath.Join(dir, manifest.FileName)
	source, err := os.ReadFile(file)
	if err != nil {
		return Built{}, sdk.Errorf(sdk.NotFound, "project_no_manifest", "%w", err).With("dir", dir)
	}
	m, err := manifest.CheckSource(file, source)
	if err == nil {
		err = admit.Review(m)
	}
	if err != nil {
		return Built{}, err
	}
	dist, err := filepath.Abs(filepath.Join(dir, Dist))
	if err != nil {
		return Built{}, unwritable(dir, err)
	}
	if err := clear(dist); err != nil {
		return Built{}, err
	}
	program := filepath.Join(dist, Plugin)
	if out, err := goTool(ctx, dir, append(env, "CGO_ENABLED=0"), "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", program, "."); err != nil {
		return Built{}, failed("project_build_failed", out, err)
	}
	if err := serves(ctx, program, m); err != nil {
		return Built{}, err
	}
	return stamp(dist, source)
}

func stamp(dist string, source []byte) (Built, error) {
	data, err := os.ReadFile(filepath.Join(dist, Plugin))
	if err != nil {
		return Built{}, unwritable(dist, err)
	}
	sum := sha256.Sum256(data)
	digest := "sha256:" + hex.EncodeToString(sum[:])
	text, err := manifest.Stamp(source, digest, "+")
	if err != nil {
		return Built{}, err
	}
	m, err := manifest.Check(manifest.FileName, text)
	if err != nil {
		return Built{}, err
	}
	if err := os.WriteFile(filepath.Join(dist, manifest.FileName), text, 0o644); err != nil {
		return Built{}, unwritable(dist, err)
	}
	return Built{Dir: dist, Manifest: m, Digest: digest}, nil
}

// clear empties dist of what an earlier build left, and of nothing else.
func clear(dist string) error {
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return unwritable(dist, err)
	}
	for _, name := range []string{Plugin, manifest.FileName, manifest.SignatureName} {
		if err := os.Remove(filepath.Join(dist, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return unwritable(dist, err)
		}
	}
	return nil
}

// serves asks the program what it is and compares that with the manifest.
func serves(ctx context.Context, program string, m *manifest.Manifest) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "describe")
	cmd.Env = []string{}
	out, err := cmd.Output()
	var d sdk.Description
	if err == nil {
		err = json.Unmarshal(out, &d)
	}
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "project_no_description", "%s describe: %w", program, err).With("name", m.Name)
	}
	var names []string
	for _, e := range d.Entries {
		if e.Name == m.Name && d.Kind == manifest.Kind(m) {
			return nil
		}
		names = append(names, e.Name)
	}
	return sdk.Errorf(sdk.ContractViolation, "project_serves_other", "the program serves %s %s, the manifest declares %s %s",
		d.Kind, strings.Join(names, ", "), manifest.Kind(m), m.Name).With("name", m.Name).With("serves", strings.Join(names, ", "))
}

// Load reads what an earlier Build left in dist/.
func Load(dir string) (Built, error) {
	dist, err := filepath.Abs(filepath.Join(dir, Dist))
	if err != nil {
		return Built{}, unwritable(dir, err)
	}
	file := filepath.Join(dist, manifest.FileName)
	data, err := os.ReadFile(file)
	if err != nil {
		return Built{}, sdk.Errorf(sdk.NotFound, "project_not_built", "%w", err).With("dir", dir)
	}
	m, err := manifest.Check(file, data)
	if err != nil {
		return Built{}, err
	}
	return Built{Dir: dist, Manifest: m, Digest: m.Plugin.Digest}, nil
}

// GoTest runs the project's own tests and returns what they printed.
func GoTest(ctx context.Context, dir string, env []string) (string, error) {
	out, err := goTool(ctx, dir, env, "test", "./...")
	if err != nil {
		return out, failed("project_tests_failed", out, err)
	}
	return out, nil
}

// Sign signs a stamped manifest and writes the signature beside it.
func Sign(key manifest.PrivateKey, dir string, now time.Time) (*manifest.Manifest, error) {
	file := filepath.Join(dir, manifest.FileName)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, sdk.Errorf(sdk.NotFound, "project_not_built", "%w", err).With("dir", dir)
	}
	m, err := manifest.Check(file, data)
	if err == nil {
		err = admit.Review(m)
	}
	if err != nil {
		return nil, err
	}
	mark, err := manifest.Sign(key, manifest.ArtefactManifest, now, data)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, manifest.SignatureName), mark, 0o644); err != nil {
		return nil, unwritable(dir, err)
	}
	return m, nil
}

func goTool(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func failed(code, output string, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return sdk.Errorf(sdk.Unavailable, "project_no_go", "%w", err)
	}
	return sdk.Errorf(sdk.ContractViolation, code, "%w\n%s", err, output).With("output", output)
}
