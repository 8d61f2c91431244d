package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/catalog/pack"
	"github.com/metnos/metnos/core/catalog/state"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// maxSignature caps a signature file.
const maxSignature = 4 << 10

// found is one folder of a root.
type found struct{ root, name string }

// list returns the folders of every root, the first of each name, and those whose name was taken.
func (c *Catalog) list() (first, taken []found, err error) {
	seen := make(map[string]bool)
	for _, root := range c.roots {
		dir := filepath.Join(root, "catalog")
		entries, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, nil, sdk.Errorf(sdk.IOError, "catalog_unreadable", "%s: %w", dir, err).With("dir", dir)
		}
		for _, e := range entries {
			f := found{root, e.Name()}
			switch {
			case strings.HasPrefix(f.name, "."):
			case seen[f.name]:
				taken = append(taken, f)
			default:
				seen[f.name] = true
				first = append(first, f)
			}
		}
	}
	return first, taken, nil
}

// load reads and judges catalog/<name> of a root. The result carries its own refusal.
func (c *Catalog) load(root, name string, generation uint64) *item {
	dir := filepath.Join(root, "catalog", name)
	it := c.judge(root, dir, name, generation)
	for try := 1; it.err != nil && try < 5 && !it.marks[0].Names(state.Take(dir)); try++ {
		it = c.judge(root, dir, name, generation) // the folder was replaced between two of its files
	}
	if it.err == nil && it.executor.Manifest.Name != name {
		m := it.executor.Manifest
		file := filepath.Join(it.executor.Dir, manifest.FileName)
		it.refuse(file, sdk.Errorf(sdk.ContractViolation, "executor_misplaced", "folder %s holds the executor %s", name, m.Name).
			With("name", m.Name).With("dir", it.executor.Dir))
	}
	if it.err == nil {
		c.place(it)
	}
	return it
}

// judge verifies what is in a folder, except where its plugin is.
func (c *Catalog) judge(root, dir, name string, generation uint64) *item {
	it := &item{root: root, name: name, generation: generation}
	it.executor.Dir = dir
	it.marks = append(it.marks, state.Take(dir))
	data, err := it.read(manifest.FileName, manifest.MaxBytes)
	if err != nil {
		return it
	}
	signature, err := it.read(manifest.SignatureName, maxSignature)
	if err != nil {
		c.unsigned(it)
		return it
	}
	key, err := c.verifier.Verify(manifest.ArtefactManifest, data, signature)
	if err != nil {
		it.refuse(it.path(manifest.SignatureName), blame(name, it.path(manifest.SignatureName), err))
		return it
	}
	m, err := manifest.Decode(it.path(manifest.FileName), data)
	if err == nil {
		err = m.ValidateShape()
	}
	if err == nil {
		err = c.verifier.May(key, m)
	}
	if err == nil {
		err = fits(m)
	}
	if err != nil {
		it.refuse(it.path(manifest.FileName), err)
		return it
	}
	sum := sha256.Sum256(data)
	it.executor.Manifest, it.executor.SignedBy, it.text = m, key.ID, "sha256:"+hex.EncodeToString(sum[:])
	it.digest = m.Plugin.DigestFor(runtime.GOOS, runtime.GOARCH)
	m.Plugin.Digest = it.digest // of the bytes that run here, whatever else was built
	entries, err := os.ReadDir(dir)
	if err != nil {
		it.refuse(dir, state.Unreadable(dir, err))
		return it
	}
	if slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == promotionName }) {
		c.promote(it, data)
	}
	it.contents(m, entries)
	return it
}

func (it *item) path(name string) string { return filepath.Join(it.executor.Dir, name) }

// read returns a file of the folder and marks the state it was read in.
func (it *item) read(name string, limit int64) ([]byte, error) {
	path := it.path(name)
	data, m, err := readFile(path, limit)
	if err != nil {
		it.marks = append(it.marks, state.Take(path))
		it.refuse(path, err)
		return nil, err
	}
	it.marks = append(it.marks, m)
	return data, nil
}

func readFile(path string, limit int64) ([]byte, state.Mark, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, state.Mark{}, state.Unreadable(path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, state.Mark{}, state.Unreadable(path, err)
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, state.Mark{}, sdk.Errorf(sdk.ContractViolation, "executor_file_odd", "%s is not a plain file of at most %d bytes", path, limit).With("file", path)
	}
	m := state.Of(path, info, time.Now())
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, state.Mark{}, state.Unreadable(path, err)
	}
	return data, m, nil
}

// blame adds the executor and the file to a signature's error.
func blame(name, file string, err error) error {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return sdk.Errorf(sdk.PolicyDenied, "executor_unverified", "%s: %w", name, err).With("name", name).With("file", file)
	}
	return e.With("name", name).With("file", file)
}

// unsigned words the refusal of a folder without a signature: one that had a signature once was stripped
// of it; one that never had may be signed by the administrator.
func (c *Catalog) unsigned(it *item) {
	if sdk.ClassOf(it.err) != sdk.NotFound {
		return
	}
	code := "signature_missing"
	if _, seen, err := c.pins.Seen(it.name); seen || err != nil {
		code = "signature_stripped"
	}
	it.err = sdk.Errorf(sdk.PolicyDenied, code, "%s is missing", it.file).
		With("name", it.name).With("file", it.file).With("dir", it.executor.Dir)
}

// fits refuses a manifest that this build or machine cannot run.
func fits(m *manifest.Manifest) error {
	here := manifest.Target(runtime.GOOS, runtime.GOARCH)
	switch {
	case !m.Placement.RunsOn(runtime.GOOS):
		return sdk.Errorf(sdk.Unavailable, "executor_platform", "%s does not run on %s", m.Name, runtime.GOOS).
			With("name", m.Name).With("platform", runtime.GOOS)
	case m.Plugin.DigestFor(runtime.GOOS, runtime.GOARCH) == "":
		built := strings.Join(slices.Sorted(maps.Keys(m.Plugin.Digests)), ", ")
		return sdk.Errorf(sdk.Unavailable, "plugin_not_built", "%s has no plugin for %s, only for %s", m.Name, here, built).
			With("name", m.Name).With("platform", here).With("built", built)
	}
	return nil
}

// contents checks the other files of the folder against the manifest's list, both ways.
func (it *item) contents(m *manifest.Manifest, entries []os.DirEntry) {
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		data, err := it.read(name, pack.MaxFile)
		if err != nil {
			return
		}
		sum := sha256.Sum256(data)
		if got := "sha256:" + hex.EncodeToString(sum[:]); got != m.Files[name] {
			it.refuse(it.path(name), sdk.Errorf(sdk.PolicyDenied, "executor_file_changed", "%s changed after it was signed", it.path(name)).
				With("name", it.name).With("file", it.path(name)))
			return
		}
	}
	for _, e := range entries {
		if _, listed := m.Files[e.Name()]; !listed && !signedAlone(e.Name()) {
			it.refuse(it.path(e.Name()), sdk.Errorf(sdk.PolicyDenied, "executor_file_extra", "%s is not listed in the manifest", it.path(e.Name())).
				With("name", it.name).With("file", it.path(e.Name())))
			return
		}
	}
}

// signedAlone reports whether a folder may hold the file unlisted, because it is signed itself.
func signedAlone(name string) bool {
	switch name {
	case manifest.FileName, manifest.SignatureName, promotionName, promotionName + ".sig":
		return true
	}
	return false
}

// place finds the plugin in the stores, the executor's own root first.
func (c *Catalog) place(it *item) {
	folder := "sha256-" + strings.TrimPrefix(it.digest, "sha256:")
	for _, root := range append([]string{it.root}, c.roots...) {
		path := filepath.Join(root, "store", folder, "plugin")
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			it.executor.Binary = path
			return
		}
	}
	path := filepath.Join(it.root, "store", folder, "plugin")
	it.marks = append(it.marks, state.Take(path), state.Take(filepath.Dir(path)))
	it.refuse(path, sdk.Errorf(sdk.NotFound, "plugin_missing", "%s: the plugin %s is not there", it.name, path).
		With("name", it.name).With("file", path))
}

// admit compares items with what is pinned about their names, and pins what is new.
func (c *Catalog) admit(items ...*item) {
	var fresh []core.Pin
	var owners []*item
	for _, it := range items {
		if _, err := it.state(); err != nil {
			continue
		}
		pin, changed, err := c.pinned(it)
		if err != nil {
			it.refuse(it.path(manifest.FileName), err)
		} else if changed {
			fresh, owners = append(fresh, pin), append(owners, it)
		}
	}
	if len(fresh) == 0 {
		return
	}
	if err := c.pins.Record(fresh...); err != nil {
		for _, it := range owners { // what cannot be remembered is not admitted
			it.refuse(it.path(manifest.FileName), err)
		}
	}
}

// pinned returns the pin the item's name should have and whether that is news.
func (c *Catalog) pinned(it *item) (core.Pin, bool, error) {
	m := it.executor.Manifest
	pin, seen, err := c.pins.Seen(m.Name)
	if err != nil {
		return core.Pin{}, false, err
	}
	if !seen {
		pin = core.Pin{Name: m.Name, Publisher: m.Publisher}
	}
	if pin.Publisher != m.Publisher {
		return core.Pin{}, false, sdk.Errorf(sdk.PolicyDenied, "publisher_changed", "%s is published by %s, not by %s", m.Name, pin.Publisher, m.Publisher).
			With("name", m.Name).With("was", pin.Publisher).With("publisher", m.Publisher)
	}
	digest, ran := pin.Versions[m.Version]
	if ran && digest != it.digest {
		return core.Pin{}, false, sdk.Errorf(sdk.PolicyDenied, "version_changed", "%s %s was %s and is %s", m.Name, m.Version, digest, it.digest).
			With("name", m.Name).With("version", m.Version).With("was", digest).With("digest", it.digest)
	}
	text, read := pin.Manifests[m.Version]
	if read && text != it.text {
		return core.Pin{}, false, sdk.Errorf(sdk.PolicyDenied, "version_manifest_changed", "the manifest of %s %s was %s and is %s", m.Name, m.Version, text, it.text).
			With("name", m.Name).With("version", m.Version).With("was", text).With("digest", it.text)
	}
	if ran && read {
		return pin, false, nil
	}
	pin.Versions, pin.Manifests = with(pin.Versions, m.Version, it.digest), with(pin.Manifests, m.Version, it.text)
	return pin, true, nil
}

// with returns m and one more entry, and leaves m alone.
func with(m map[string]string, key, value string) map[string]string {
	out := make(map[string]string, len(m)+1)
	maps.Copy(out, m)
	out[key] = value
	return out
}
