package catalog

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk/manifest"
)

func TestField_SIGN_01_MissingFileIsNamed(t *testing.T) {
	h := newHouse(t)
	b := third("find_birds")
	b.files = map[string]string{"wrapper.json": "{}", "notes.txt": "n"}
	dir, plugin := h.put(h.data, b)
	c := h.open()
	if _, err := c.Get(b.name); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(dir, "wrapper.json"), filepath.Join(dir, manifest.SignatureName), filepath.Join(dir, manifest.FileName), plugin} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(file)
		if _, err := c.Get(b.name); err == nil || fileOf(err) != file {
			t.Errorf("without %s: %v", file, err)
		}
		write(t, file, data)
		if _, err := c.Get(b.name); err != nil {
			t.Errorf("%s restored: %v", file, err)
		}
	}
}

func TestField_SIGN_02_ListedFilesAreCoveredAndExtraOnesRefused(t *testing.T) {
	h := newHouse(t)
	b := third("find_birds")
	b.files = map[string]string{"wrapper.json": "{}"}
	dir, _ := h.put(h.data, b)
	plain, _ := h.put(h.data, third("find_bees"))
	c := h.open()
	listed := filepath.Join(dir, "wrapper.json")
	write(t, listed, []byte("{ }"))
	if _, err := c.Get("find_birds"); codeOf(err) != "executor_file_changed" || fileOf(err) != listed {
		t.Errorf("a changed listed file: %v", err)
	}
	extra := filepath.Join(plain, "extra.map")
	write(t, extra, []byte("x"))
	if _, err := c.Get("find_bees"); codeOf(err) != "executor_file_extra" || fileOf(err) != extra {
		t.Errorf("an extra file: %v", err)
	}
	os.Remove(extra)
	if err := os.Symlink("/etc/passwd", filepath.Join(plain, "link")); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get("find_bees"); codeOf(err) != "executor_file_extra" {
		t.Errorf("an extra link: %v", err)
	}
	wantRefused(t, h.open(), "find_birds", "executor_file_changed", listed)
}

func TestField_SIGN_03_RefusedVersionIsReplacedByAGoodOne(t *testing.T) {
	h := newHouse(t)
	dir, plugin := h.put(h.data, third("find_birds"))
	c := h.open()
	write(t, filepath.Join(dir, manifest.FileName), []byte("broken"))
	write(t, plugin, []byte("broken"))
	if _, err := c.Get("find_birds"); err == nil {
		t.Fatal("a broken executor runs")
	}
	// The same version again heals it, and so does a newer one.
	if _, err := c.Install(h.source(third("find_birds")), false); err != nil {
		t.Errorf("reinstall: %v", err)
	}
	if _, err := c.Get("find_birds"); err != nil {
		t.Errorf("after reinstall: %v", err)
	}
	write(t, filepath.Join(dir, manifest.SignatureName), []byte("broken"))
	v2 := third("find_birds")
	v2.version, v2.binary = "2.0.0", []byte("v2")
	e, err := c.Install(h.source(v2), false)
	if err != nil || e.Manifest.Version != "2.0.0" {
		t.Errorf("update over a refused version: %v", err)
	}
}

func TestField_SIGN_05_OnceSignedNeverUnsigned(t *testing.T) {
	h := newHouse(t)
	dir, _ := h.put(h.data, third("find_birds"))
	c := h.open()
	signature := filepath.Join(dir, manifest.SignatureName)
	os.Remove(signature)
	if _, err := c.Get("find_birds"); codeOf(err) != "signature_stripped" || fileOf(err) != signature {
		t.Errorf("while running: %v", err)
	}
	wantRefused(t, h.open(), "find_birds", "signature_stripped", signature)
}

func TestField_SIGN_06_StrangersKeyIsNamed(t *testing.T) {
	h := newHouse(t)
	b := third("find_birds")
	stranger, err := manifest.Generate(manifest.Publisher, "acme", time.Now(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	b.key = stranger
	_, err = h.open().Install(h.source(b), false)
	if codeOf(err) != "signer_unknown" || !strings.Contains(err.Error(), stranger.ID) || !strings.Contains(err.Error(), h.key[manifest.Publisher].ID) {
		t.Errorf("%v", err)
	}
}

func TestField_SIGN_07_UnsignedFromAnOlderVersionIsListedWithTheRemedy(t *testing.T) {
	h := newHouse(t)
	b := third("find_birds")
	b.unsigned = true
	dir, _ := h.put(h.data, b)
	c := h.open()
	wantRefused(t, c, "find_birds", "signature_missing", filepath.Join(dir, manifest.SignatureName))
	b.unsigned = false
	h.into(dir, b) // the administrator signs the same bytes
	if _, err := c.Get("find_birds"); err != nil {
		t.Errorf("after signing: %v", err)
	}
}

func TestField_SIGN_11_PluginForAnotherPlatform(t *testing.T) {
	h := newHouse(t)
	b := third("find_birds")
	b.extra = "[plugin.digests]\n\"linux/riscv9\" = \"" + digest([]byte("r")) + "\"\n"
	dir, _ := h.put(h.data, b)
	c := h.open()
	wantRefused(t, c, "find_birds", "plugin_not_built", filepath.Join(dir, manifest.FileName))
	_, err := c.Get("find_birds")
	if !strings.Contains(err.Error(), runtime.GOARCH) || !strings.Contains(err.Error(), "linux/riscv9") {
		t.Errorf("the message names neither platform: %v", err)
	}
	both := third("find_bees")
	both.extra = "[plugin.digests]\n\"linux/riscv9\" = \"" + digest([]byte("r")) + "\"\n\"" + manifest.Target(runtime.GOOS, runtime.GOARCH) + "\" = \"" + digest([]byte("here")) + "\"\n"
	src := h.source(both)
	write(t, filepath.Join(src, "plugin-"+runtime.GOOS+"-"+runtime.GOARCH), []byte("here"))
	write(t, filepath.Join(src, "plugin-linux-riscv9"), []byte("r"))
	os.Remove(filepath.Join(src, "plugin"))
	e, err := c.Install(src, false)
	if err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(e.Binary); err != nil || string(data) != "here" {
		t.Errorf("installed %q, %v", data, err)
	}
	foreign := third("find_owls")
	foreign.binary = elfFor(t)
	if _, err := c.Install(h.source(foreign), false); codeOf(err) != "plugin_not_built" {
		t.Errorf("a program of another machine: %v", err)
	}
}

// elfFor is this test's own program with the machine in its header changed to another one.
func elfFor(t *testing.T) []byte {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	data[18], data[19] = 0x16, 0 // S/390
	return data
}

func TestField_PLUGIN_27_PluginsRunFromTheStoreExecutable(t *testing.T) {
	h := newHouse(t)
	c := h.open()
	e, err := c.Install(h.source(third("find_birds")), false)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(e.Binary)
	if err != nil || info.Mode().Perm() != 0o500 || !strings.HasPrefix(e.Binary, filepath.Join(h.data, "store")) {
		t.Errorf("%s has mode %v, %v", e.Binary, info.Mode(), err)
	}
}

func TestField_PLUGIN_28_RemainsOfAnInterruptedInstallAreIgnored(t *testing.T) {
	h := newHouse(t)
	h.put(h.data, third("find_birds"))
	write(t, filepath.Join(h.data, ".stage-123", "executor", manifest.FileName), []byte("half"))
	write(t, filepath.Join(h.data, ".install.lock"), nil)
	write(t, filepath.Join(h.data, "catalog", ".tmp", "x"), []byte("half"))
	c := h.open()
	if len(c.Refused()) != 0 || names(c.Active()) != "find_birds" {
		t.Errorf("refused %v, active %q", c.Refused(), names(c.Active()))
	}
	if _, err := c.Install(h.source(third("find_bees")), false); err != nil {
		t.Errorf("install over the remains: %v", err)
	}
}

func TestField_PLUGIN_30_PluginReplacedAfterLoad(t *testing.T) {
	h := newHouse(t)
	_, plugin := h.put(h.shipped, shipped("find_files"))
	h.put(h.shipped, shipped("move_files")) // same family
	c := h.open()
	if _, err := c.Get("find_files"); err != nil {
		t.Fatal(err)
	}
	good, _ := os.ReadFile(plugin)
	info, _ := os.Stat(plugin)
	for i := range good {
		changed := append([]byte(nil), good...)
		changed[i] ^= 1
		write(t, plugin, changed)
		os.Chtimes(plugin, info.ModTime(), info.ModTime()) // hide the change as far as one can
		for _, name := range []string{"find_files", "move_files"} {
			if _, err := c.Get(name); codeOf(err) != "plugin_changed" {
				t.Fatalf("byte %d, %s: %v", i, name, err)
			}
		}
	}
	if got := names(c.Active()); got != "" {
		t.Errorf("active %q", got)
	}
	write(t, plugin+".new", good)
	if err := os.Rename(plugin+".new", plugin); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get("find_files"); err != nil {
		t.Errorf("restored: %v", err)
	}
	c.Audit()
	if got := names(c.Active()); got != "find_files move_files" {
		t.Errorf("active %q after healing", got)
	}
}

func TestField_PLUGIN_31_ManifestIsVerifiedAgainAtEveryUse(t *testing.T) {
	h := newHouse(t)
	dir, _ := h.put(h.data, third("find_birds"))
	c := h.open()
	for _, name := range []string{manifest.FileName, manifest.SignatureName} {
		file := filepath.Join(dir, name)
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		info, _ := os.Stat(file)
		for i := 0; i < len(good); i += 7 {
			changed := append([]byte(nil), good...)
			changed[i] ^= 1
			write(t, file, changed)
			os.Chtimes(file, info.ModTime(), info.ModTime())
			if _, err := c.Get("find_birds"); err == nil {
				t.Fatalf("%s with byte %d flipped is accepted", name, i)
			}
		}
		write(t, file, good)
		if _, err := c.Get("find_birds"); err != nil {
			t.Fatalf("%s restored: %v", name, err)
		}
	}
}
