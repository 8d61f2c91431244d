package catalog

import (
	"debug/elf"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/mod/semver"
	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/catalog/pack"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// writable is the root that installs change: the last one.
func (c *Catalog) writable() string { return c.roots[len(c.roots)-1] }

// Install admits a folder or a .tar.gz holding manifest.toml, manifest.toml.sig and plugin (or
// plugin-<os>-<arch> for each of several platforms) into the last root. Everything is verified on the
// copied bytes before anything is changed; a present version is replaced by one rename, and a refused
// version never stands in the way of a good one. One that asks for more than the executor in place is
// refused with executor_wider, which says what is new, unless allowWider.
func (c *Catalog) Install(source string, allowWider bool) (core.Executor, error) {
	root := c.writable()
	unlock, err := lock(root)
	if err != nil {
		return core.Executor{}, err
	}
	defer unlock()
	stage, err := os.MkdirTemp(root, ".stage-")
	if err != nil {
		return core.Executor{}, pack.Unwritable(root, err)
	}
	defer os.RemoveAll(stage)
	if err := pack.Unpack(source, stage); err != nil {
		return core.Executor{}, relabel(err, stage, source)
	}
	it, err := c.candidate(root, stage, source)
	if err != nil {
		return core.Executor{}, relabel(err, stage, source)
	}
	if err := c.narrow(it.executor.Manifest); err != nil && !allowWider {
		return core.Executor{}, err
	}
	if err := c.keepPlugin(root, stage, it); err != nil {
		return core.Executor{}, err
	}
	if err := swap(filepath.Join(stage, "executor"), filepath.Join(root, "catalog", it.executor.Manifest.Name)); err != nil {
		return core.Executor{}, err
	}
	if err := c.Reload(); err != nil {
		return core.Executor{}, err
	}
	return c.installed(it.executor.Manifest)
}

// installed returns what Get says, except that a hidden lifecycle is no failure of an install.
func (c *Catalog) installed(m *manifest.Manifest) (core.Executor, error) {
	e, err := c.Get(m.Name)
	if i := slices.IndexFunc(c.Hidden(), func(h core.Executor) bool { return h.Manifest.Name == m.Name }); err != nil && i >= 0 {
		return c.Hidden()[i], nil
	}
	return e, err
}

// Inspect verifies a folder or archive as [Catalog.Install] would and shows it to look, with its program in
// place, without installing anything.
func (c *Catalog) Inspect(source string, look func(core.Executor) error) error {
	stage, err := os.MkdirTemp("", "metnos-inspect-")
	if err != nil {
		return pack.Unwritable(os.TempDir(), err)
	}
	defer os.RemoveAll(stage)
	if err := pack.Unpack(source, stage); err != nil {
		return relabel(err, stage, source)
	}
	it, err := c.candidate(c.writable(), stage, source)
	if err != nil {
		return relabel(err, stage, source)
	}
	it.executor.Binary = filepath.Join(stage, pluginFile(it.executor.Manifest))
	if err := os.Chmod(it.executor.Binary, 0o500); err != nil {
		return pack.Unwritable(it.executor.Binary, err)
	}
	return look(it.executor)
}

// relabel names the files of the source the person knows, not their staged copies.
func relabel(err error, stage, source string) error {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return err
	}
	c := *e
	known := strings.NewReplacer(filepath.Join(stage, "executor"), source, stage, source)
	c.Message = known.Replace(e.Message)
	c.Params = make(map[string]string, len(e.Params))
	for name, value := range e.Params {
		c.Params[name] = known.Replace(value)
	}
	return &c
}

// candidate judges the staged bytes as if they were installed.
func (c *Catalog) candidate(root, stage, source string) (*item, error) {
	dir := filepath.Join(stage, "executor")
	it := c.judge(root, dir, strings.TrimSuffix(filepath.Base(source), ".tar.gz"), c.verifier.Generation())
	if it.err != nil {
		return nil, it.err
	}
	m := it.executor.Manifest
	for _, other := range c.roots[:len(c.roots)-1] {
		if _, err := os.Lstat(filepath.Join(other, "catalog", m.Name)); err == nil {
			return nil, sdk.Errorf(sdk.Conflict, "executor_name_taken", "%s is the name of a shipped executor", m.Name).With("name", m.Name)
		}
	}
	if _, _, err := c.pinned(it); err != nil {
		return nil, err
	}
	if err := c.forward(m); err != nil {
		return nil, err
	}
	plugin := filepath.Join(stage, pluginFile(m))
	if err := c.hashes.Check(plugin, it.digest); err != nil {
		return nil, blame(m.Name, plugin, err)
	}
	return it, runnable(m.Name, plugin)
}

// forward refuses a version older than the admitted one: what was corrected since would come back unseen.
func (c *Catalog) forward(m *manifest.Manifest) error {
	_, _ = c.Get(m.Name) // looks at its files again
	c.mu.RLock()
	present := c.items[m.Name]
	c.mu.RUnlock()
	if present == nil {
		return nil
	}
	if _, err := present.state(); err != nil {
		return nil // a refused version stands in nobody's way
	}
	have := present.executor.Manifest.Version
	if semver.Compare("v"+m.Version, "v"+have) >= 0 {
		return nil
	}
	return sdk.Errorf(sdk.Conflict, "version_older", "%s %s is older than the installed %s", m.Name, m.Version, have).
		With("name", m.Name).With("version", m.Version).With("have", have)
}

// pluginFile is the name of this machine's binary in a source folder or archive.
func pluginFile(m *manifest.Manifest) string {
	if len(m.Plugin.Digests) == 0 {
		return "plugin"
	}
	return "plugin-" + runtime.GOOS + "-" + runtime.GOARCH
}

// runnable refuses a program of another machine, with a clearer word than the kernel's.
func runnable(name, plugin string) error {
	machines := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "riscv64": elf.EM_RISCV, "386": elf.EM_386, "arm": elf.EM_ARM}
	f, err := elf.Open(plugin)
	if err != nil {
		return nil // a script: the sandbox decides
	}
	defer f.Close()
	if want, known := machines[runtime.GOARCH]; known && f.Machine != want {
		here := manifest.Target(runtime.GOOS, runtime.GOARCH)
		return sdk.Errorf(sdk.Unavailable, "plugin_not_built", "%s was built for %s, not for %s", name, f.Machine, here).
			With("name", name).With("platform", here).With("built", f.Machine.String())
	}
	return nil
}

// keepPlugin moves the staged plugin into the store. One that is there and right stays; one that is there
// and wrong cannot be what its name says, and is replaced.
func (c *Catalog) keepPlugin(root, stage string, it *item) error {
	folder := filepath.Join(root, "store", "sha256-"+strings.TrimPrefix(it.digest, "sha256:"))
	if c.hashes.Check(filepath.Join(folder, "plugin"), it.digest) == nil {
		return nil
	}
	staged := filepath.Join(stage, "store")
	if err := os.Mkdir(staged, 0o700); err != nil {
		return pack.Unwritable(root, err)
	}
	if err := os.Rename(filepath.Join(stage, pluginFile(it.executor.Manifest)), filepath.Join(staged, "plugin")); err != nil {
		return pack.Unwritable(root, err)
	}
	if err := os.Chmod(filepath.Join(staged, "plugin"), 0o500); err != nil {
		return pack.Unwritable(root, err)
	}
	if err := pack.Persist(filepath.Join(staged, "plugin")); err != nil {
		return pack.Unwritable(root, err)
	}
	return swap(staged, folder)
}

// swap puts a folder in place by one rename; an old one goes away after it.
func swap(from, to string) error {
	parent := filepath.Dir(to)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return pack.Unwritable(parent, err)
	}
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if errors.Is(err, fs.ErrExist) {
		err = unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_EXCHANGE)
	}
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) { // a file system without these renames
		if err = os.Rename(to, from+".old"); err == nil || errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(from, to)
		}
	}
	if err != nil {
		return pack.Unwritable(to, err)
	}
	if err := pack.Persist(parent); err != nil {
		return pack.Unwritable(parent, err)
	}
	return nil
}

// Remove takes an executor of the last root away, with the plugins nothing names any more. A process that
// runs one of them is not disturbed.
func (c *Catalog) Remove(name string) error {
	root := c.writable()
	unlock, err := lock(root)
	if err != nil {
		return err
	}
	defer unlock()
	dir := filepath.Join(root, "catalog", name)
	if name == "" || filepath.Base(name) != name || strings.HasPrefix(name, ".") {
		return sdk.Errorf(sdk.WrongArgs, "executor_unknown", "%q is no executor's name", name).With("name", name)
	}
	if _, err := os.Lstat(dir); err != nil {
		for _, other := range c.roots[:len(c.roots)-1] {
			if _, err := os.Lstat(filepath.Join(other, "catalog", name)); err == nil {
				return sdk.Errorf(sdk.PolicyDenied, "executor_shipped", "%s is shipped with metnos", name).With("name", name)
			}
		}
		return sdk.Errorf(sdk.NotFound, "executor_unknown", "no executor is named %s", name).With("name", name)
	}
	trash, err := os.MkdirTemp(root, ".stage-")
	if err != nil {
		return pack.Unwritable(root, err)
	}
	defer os.RemoveAll(trash)
	if err := os.Rename(dir, filepath.Join(trash, "executor")); err != nil {
		return pack.Unwritable(dir, err)
	}
	if err := c.sweep(root, trash); err != nil {
		return err
	}
	return c.Reload()
}

// sweep moves plugins that no manifest of any root names out of the last root's store. A manifest that
// cannot be read may name any of them, so then nothing is swept.
func (c *Catalog) sweep(root, trash string) error {
	named := make(map[string]bool)
	for _, r := range c.roots {
		files, err := filepath.Glob(filepath.Join(r, "catalog", "*", manifest.FileName))
		if err != nil {
			return pack.Unwritable(r, err)
		}
		for _, file := range files {
			data, _, err := readFile(file, manifest.MaxBytes)
			if err != nil {
				return nil
			}
			m, err := manifest.Decode(file, data)
			if err != nil {
				return nil
			}
			named[m.Plugin.DigestFor(runtime.GOOS, runtime.GOARCH)] = true
		}
	}
	folders, err := filepath.Glob(filepath.Join(root, "store", "sha256-*"))
	if err != nil {
		return pack.Unwritable(root, err)
	}
	for _, folder := range folders {
		base := filepath.Base(folder)
		if !named["sha256:"+strings.TrimPrefix(base, "sha256-")] {
			if err := os.Rename(folder, filepath.Join(trash, base)); err != nil {
				return pack.Unwritable(folder, err)
			}
		}
	}
	return nil
}

// lock keeps two installs apart.
func lock(root string) (func(), error) {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, pack.Unwritable(root, err)
	}
	f, err := os.OpenFile(filepath.Join(root, ".install.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, pack.Unwritable(root, err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, sdk.Errorf(sdk.Conflict, "install_busy", "another install holds %s: %w", root, err).With("dir", root)
	}
	return func() { f.Close() }, nil
}
