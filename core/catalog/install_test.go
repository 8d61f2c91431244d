package catalog

import (
	"archive/tar"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/metnos/metnos/sdk/manifest"
)

// archive writes a .tar.gz of the folder, plus entries.
func archive(t *testing.T, dir string, more ...tar.Header) string {
	t.Helper()
	file := dir + ".tar.gz"
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	plain := gzip.NewWriter(f)
	w := tar.NewWriter(plain)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		w.WriteHeader(&tar.Header{Name: "./" + e.Name(), Typeflag: tar.TypeReg, Size: int64(len(data)), Mode: 0o777})
		w.Write(data)
	}
	for _, h := range more {
		w.WriteHeader(&h)
	}
	for _, closer := range []interface{ Close() error }{w, plain, f} {
		if err := closer.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

func TestInstallFolderAndArchive(t *testing.T) {
	h := newHouse(t)
	c := h.open()
	b := third("find_birds")
	b.files = map[string]string{"wrapper.json": "{}"}
	if e, err := c.Install(h.source(b), false); err != nil || e.Manifest.Name != "find_birds" {
		t.Fatalf("folder: %v", err)
	}
	if e, err := c.Install(archive(t, h.source(third("find_bees"))), false); err != nil || e.Manifest.Name != "find_bees" {
		t.Fatalf("archive: %v", err)
	}
	if got := names(c.Active()); got != "find_bees find_birds" {
		t.Errorf("active %q", got)
	}
	left, _ := filepath.Glob(filepath.Join(h.data, ".stage-*"))
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if got := names(h.open().Active()); got != "find_bees find_birds" {
		t.Errorf("another process sees %q", got)
	}
}

func TestInstallRefuses(t *testing.T) {
	h := newHouse(t)
	h.put(h.shipped, shipped("find_files"))
	c := h.open()
	if _, err := c.Install(h.source(third("find_birds")), false); err != nil {
		t.Fatal(err)
	}
	change := func(b bundle, edit func(dir string)) string {
		dir := h.source(b)
		edit(dir)
		return dir
	}
	nothing := func(string) {}
	sameVersion := third("find_birds")
	sameVersion.binary = []byte("other")
	stolen := third("find_birds")
	stolen.publisher, stolen.origin, stolen.role, stolen.version = "local", "imported", manifest.Importer, "9.0.0"
	for name, c2 := range map[string]struct{ source, code string }{
		"shipped name":     {change(third("find_files"), nothing), "executor_name_taken"},
		"same version":     {change(sameVersion, nothing), "version_changed"},
		"other publisher":  {change(stolen, nothing), "publisher_changed"},
		"unsigned":         {change(third("find_bees"), func(d string) { os.Remove(filepath.Join(d, manifest.SignatureName)) }), "signature_missing"},
		"stripped":         {change(third("find_birds"), func(d string) { os.Remove(filepath.Join(d, manifest.SignatureName)) }), "signature_stripped"},
		"changed plugin":   {change(third("find_bees"), func(d string) { write(t, filepath.Join(d, "plugin"), []byte("x")) }), "plugin_changed"},
		"no plugin":        {change(third("find_bees"), func(d string) { os.Remove(filepath.Join(d, "plugin")) }), "executor_file_missing"},
		"extra file":       {change(third("find_bees"), func(d string) { write(t, filepath.Join(d, "x.txt"), []byte("x")) }), "executor_file_extra"},
		"a folder inside":  {change(third("find_bees"), func(d string) { write(t, filepath.Join(d, "sub", "x"), []byte("x")) }), "archive_odd"},
		"hidden file":      {change(third("find_bees"), func(d string) { write(t, filepath.Join(d, ".x"), []byte("x")) }), "archive_odd"},
		"link in archive":  {archive(t, h.source(third("find_bees")), tar.Header{Name: "x", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}), "archive_odd"},
		"climbing archive": {archive(t, h.source(third("find_bees")), tar.Header{Name: "../../x", Typeflag: tar.TypeReg}), "archive_odd"},
		"name twice":       {archive(t, h.source(third("find_bees")), tar.Header{Name: "plugin", Typeflag: tar.TypeReg}), "archive_odd"},
		"not an archive":   {filepath.Join(h.shipped, "catalog", "find_files", manifest.FileName), "archive_broken"},
		"nothing there":    {filepath.Join(h.data, "none"), "executor_file_missing"},
	} {
		t.Run(name, func(t *testing.T) {
			before := snapshot(t, h.data)
			_, err := c.Install(c2.source, false)
			if codeOf(err) != c2.code {
				t.Errorf("%v, want %s", err, c2.code)
			}
			if err != nil && strings.Contains(err.Error(), ".stage-") {
				t.Errorf("the message names the staging folder: %v", err)
			}
			if after := snapshot(t, h.data); after != before {
				t.Errorf("the refused install changed the disk:\n%s\n%s", before, after)
			}
		})
	}
	if _, err := c.Get("find_birds"); err != nil {
		t.Errorf("the installed one suffered: %v", err)
	}
}

// An older version comes back only after the newer one was removed, or is refused itself.
func TestInstallOfAnOlderVersion(t *testing.T) {
	h := newHouse(t)
	c := h.open()
	versions := map[string]string{}
	for i, version := range []string{"0.9.0", "0.10.0", "0.10.0+other", "1.0.0-rc.1"} {
		b := third("find_birds")
		b.version, b.binary = version, []byte{byte(i)}
		versions[version] = h.source(b)
	}
	install := func(version, code string) {
		t.Helper()
		if _, err := c.Install(versions[version], false); codeOf(err) != code {
			t.Fatalf("%s: %v, want %q", version, err, code)
		}
	}
	install("0.10.0", "")
	install("0.9.0", "version_older")
	if e, err := c.Get("find_birds"); err != nil || e.Manifest.Version != "0.10.0" {
		t.Errorf("after the refusal: %v, %v", e.Manifest, err)
	}
	install("0.10.0+other", "") // a rebuild is no older
	install("1.0.0-rc.1", "")
	install("0.10.0", "version_older")
	if err := c.Remove("find_birds"); err != nil {
		t.Fatal(err)
	}
	install("0.9.0", "")
	install("0.10.0", "")
	e, err := c.Get("find_birds")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(e.Dir, manifest.FileName), []byte("broken"))
	install("0.9.0", "") // what is refused stands in nobody's way
}

// snapshot lists a tree with its contents.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		b.WriteString(path + " " + digest(data) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRemove(t *testing.T) {
	h := newHouse(t)
	_, shippedPlugin := h.put(h.shipped, shipped("find_files"))
	c := h.open()
	one, two := third("find_birds"), third("find_bees")
	two.binary = one.binary // a shared plugin
	first, err := c.Install(h.source(one), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Install(h.source(two), false); err != nil {
		t.Fatal(err)
	}
	if err := c.Remove("find_birds"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get("find_birds"); codeOf(err) != "executor_unknown" {
		t.Errorf("removed: %v", err)
	}
	if _, err := c.Get("find_bees"); err != nil {
		t.Errorf("its neighbour lost its plugin: %v", err)
	}
	if err := c.Remove("find_bees"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(first.Binary); !os.IsNotExist(err) {
		t.Errorf("the plugin nobody names is still there: %v", err)
	}
	for name, code := range map[string]string{"find_files": "executor_shipped", "find_none": "executor_unknown", "../x": "executor_unknown", "": "executor_unknown"} {
		if err := c.Remove(name); codeOf(err) != code {
			t.Errorf("Remove(%q) = %v, want %s", name, err, code)
		}
	}
	if _, err := os.Stat(shippedPlugin); err != nil {
		t.Errorf("the shipped plugin: %v", err)
	}
}

func TestUseDuringInstalls(t *testing.T) {
	h := newHouse(t)
	c := h.open()
	var sources []string
	for i := range 8 {
		b := third("find_birds")
		b.version, b.binary = "1.0."+string(rune('0'+i)), []byte{byte(i)}
		sources = append(sources, h.source(b))
	}
	if _, err := c.Install(sources[0], false); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	stop := make(chan struct{})
	for range 4 {
		group.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := c.Get("find_birds"); err != nil {
					t.Errorf("during an update: %v", err)
					return
				}
				c.Active()
				c.Epoch()
			}
		})
	}
	for _, s := range sources[1:] {
		if _, err := c.Install(s, false); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	group.Wait()
	if e, err := c.Get("find_birds"); err != nil || e.Manifest.Version != "1.0.7" {
		t.Errorf("in the end %v %v", e.Manifest, err)
	}
}

func FuzzPromotion(f *testing.F) {
	f.Add(Promotion{Name: "find_x", Version: "1.0.0", Manifest: digest(nil), Lifecycle: "active"}.Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := DecodePromotion("p", data)
		if err == nil && string(p.Encode()) != string(data) {
			t.Fatalf("%q encodes as %q", data, p.Encode())
		}
	})
}
