package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/metnos/metnos/sdk/manifest"
)

// emit builds, stamps and signs one family below stage and returns the names it signed.
func (f family) emit(ctx context.Context, source, stage string, key manifest.PrivateKey) ([]string, error) {
	built, err := filepath.Abs(filepath.Join(stage, "built"))
	if err != nil {
		return nil, err
	}
	if err := f.compile(ctx, source, built); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(built)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	if err := writeFile(filepath.Join(stage, "store", "sha256-"+digest, "plugin"), data, 0o500); err != nil {
		return nil, err
	}
	var names []string
	for _, path := range f.manifests {
		name, err := signOne(path, "sha256:"+digest, stage, key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		names = append(names, name)
	}
	return names, os.Remove(built)
}

func signOne(path, digest, stage string, key manifest.PrivateKey) (string, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	stamped, err := manifest.Stamp(source, digest, "+")
	if err != nil {
		return "", err
	}
	m, err := manifest.Decode(path, stamped)
	if err != nil {
		return "", err
	}
	if err := m.Validate(); err != nil {
		return "", err
	}
	mark, err := manifest.Sign(key, manifest.ArtefactManifest, time.Now(), stamped)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(stage, "catalog", m.Name)
	if _, err := os.Stat(dir); err == nil {
		return "", fmt.Errorf("two manifests are named %s", m.Name)
	}
	if err := writeFile(filepath.Join(dir, manifest.FileName), stamped, 0o644); err != nil {
		return "", err
	}
	return m.Name, writeFile(filepath.Join(dir, manifest.SignatureName), mark, 0o644)
}

// releaseKey reads this machine's release key, or makes one.
func releaseKey(path string) (manifest.PrivateKey, error) {
	key, err := manifest.ReadPrivateKey(path)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return key, err
	}
	key, err = manifest.Generate(manifest.Release, "metnos", time.Now(), time.Time{})
	if err != nil {
		return key, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return key, err
	}
	return key, os.WriteFile(path, key.Encode(), 0o600)
}

func writeFile(path string, data []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, mode); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

// publish puts the staged tree in place of the old one by renaming. Store folders of the old tree move
// over first: a core that is running may still need their bytes.
func publish(stage, out string) error {
	if err := keepOldPlugins(stage, out); err != nil {
		return err
	}
	old := filepath.Clean(out) + ".old"
	if err := os.RemoveAll(old); err != nil {
		return err
	}
	if err := os.Rename(out, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Chmod(stage, 0o755); err != nil {
		return err
	}
	if err := os.Rename(stage, out); err != nil {
		return err
	}
	return os.RemoveAll(old)
}

// keptPlugins is how many builds stay in the store besides the new one's.
const keptPlugins = 16

func keepOldPlugins(stage, out string) error {
	dirs, err := filepath.Glob(filepath.Join(out, "store", "sha256-*"))
	if err != nil || len(dirs) > keptPlugins {
		return err // a full store starts afresh
	}
	for _, dir := range dirs {
		to := filepath.Join(stage, "store", filepath.Base(dir))
		if _, err := os.Stat(to); errors.Is(err, os.ErrNotExist) {
			if err := os.Rename(dir, to); err != nil {
				return err
			}
		}
	}
	return nil
}
