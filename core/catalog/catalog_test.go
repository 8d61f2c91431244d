package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

const template = `manifest_format = "1"
executor_standard = "metnos.executor/1.0"
name = "NAME"
version = "VERSION"
publisher = "PUBLISHER"
lifecycle = "LIFECYCLE"
origin = "ORIGIN"
[description]
it = "SCOPE: prova."
en = "SCOPE: test."
[plugin]
binary = "family"
digest = "DIGEST"
protocol = 1
EXTRA
[args.properties.path]
type = "string"
semantic = "path"
description = { it = "dove", en = "where" }
[output]
collection = "none"
[execution]
effect = "read_only"
`

// house is a shipped root and a data root with their keys.
type house struct {
	t             testing.TB
	shipped, data string
	ring          *keys.Ring
	folder        keys.Folder
	pins          *keys.MemoryPins
	key           map[manifest.Role]manifest.PrivateKey
}

func newHouse(t testing.TB) *house {
	t.Helper()
	dir := t.TempDir()
	h := &house{t: t, shipped: filepath.Join(dir, "libexec"), data: filepath.Join(dir, "data"), pins: new(keys.MemoryPins),
		folder: keys.InFolder(filepath.Join(dir, "keys")), key: map[manifest.Role]manifest.PrivateKey{}}
	ring, err := keys.Open(nil, h.folder)
	if err != nil {
		t.Fatal(err)
	}
	h.ring = ring
	for _, role := range manifest.Roles() {
		publisher := "acme"
		if role == manifest.Release {
			publisher = "metnos"
		}
		_, file, err := h.folder.Generate(role, publisher, time.Now(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.folder.Trust(ring, file, role); err != nil {
			t.Fatal(err)
		}
		if h.key[role], err = h.folder.Signer(ring, role, publisher, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// bundle is one executor to be written: who signs it and what it says.
type bundle struct {
	name, version, publisher, lifecycle, origin, extra string
	role                                               manifest.Role
	key                                                manifest.PrivateKey
	binary                                             []byte
	files                                              map[string]string
	unsigned                                           bool
}

func shipped(name string) bundle {
	return bundle{name: name, version: "1.0.0", publisher: "metnos", lifecycle: "active", origin: "handcrafted", role: manifest.Release, binary: []byte("#!family\n")}
}

func third(name string) bundle {
	return bundle{name: name, version: "1.0.0", publisher: "acme", lifecycle: "active", origin: "third_party", role: manifest.Publisher, binary: []byte("#!" + name + "\n")}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func (b bundle) text() []byte {
	extra := b.extra
	if len(b.files) > 0 {
		extra += "\n[files]\n"
		for name, text := range b.files {
			extra += fmt.Sprintf("%q = %q\n", name, digest([]byte(text)))
		}
	}
	return []byte(strings.NewReplacer("NAME", b.name, "VERSION", b.version, "PUBLISHER", b.publisher, "LIFECYCLE", b.lifecycle,
		"ORIGIN", b.origin, "DIGEST", digest(b.binary), "EXTRA", extra).Replace(template))
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	_ = os.Chmod(path, 0o600) // what is installed is read-only, not only to root
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// into writes the manifest, signature and listed files of b into dir.
func (h *house) into(dir string, b bundle) {
	h.t.Helper()
	text := b.text()
	write(h.t, filepath.Join(dir, manifest.FileName), text)
	for name, content := range b.files {
		write(h.t, filepath.Join(dir, name), []byte(content))
	}
	if b.unsigned {
		return
	}
	key := b.key
	if key.ID == "" {
		key = h.key[b.role]
	}
	mark, err := manifest.Sign(key, manifest.ArtefactManifest, time.Now(), text)
	if err != nil {
		h.t.Fatal(err)
	}
	write(h.t, filepath.Join(dir, manifest.SignatureName), mark)
}

// put places b in a root and returns its folder and its plugin.
func (h *house) put(root string, b bundle) (dir, plugin string) {
	h.t.Helper()
	dir = filepath.Join(root, "catalog", b.name)
	h.into(dir, b)
	plugin = filepath.Join(root, "store", "sha256-"+strings.TrimPrefix(digest(b.binary), "sha256:"), "plugin")
	write(h.t, plugin, b.binary)
	return dir, plugin
}

// source writes b as a folder to install.
func (h *house) source(b bundle) string {
	h.t.Helper()
	dir := filepath.Join(h.t.TempDir(), b.name)
	h.into(dir, b)
	write(h.t, filepath.Join(dir, "plugin"), b.binary)
	return dir
}

func (h *house) open() *Catalog {
	h.t.Helper()
	c, err := Open([]string{h.shipped, h.data}, h.ring, h.pins)
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

func codeOf(err error) string {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Code
}

func fileOf(err error) string {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Params["file"]
}

func names(list []core.Executor) string {
	var out []string
	for _, e := range list {
		out = append(out, e.Manifest.Name)
	}
	return strings.Join(out, " ")
}

func wantRefused(t *testing.T, c *Catalog, name, code, file string) {
	t.Helper()
	for _, r := range c.Refused() {
		if r.Name == name {
			if codeOf(r.Err) != code || r.File != file {
				t.Errorf("%s: %s at %s, want %s at %s: %v", name, codeOf(r.Err), r.File, code, file, r.Err)
			}
			if _, err := c.Get(name); codeOf(err) != code {
				t.Errorf("Get(%s) = %v, want %s", name, err, code)
			}
			if slices.ContainsFunc(c.Active(), func(e core.Executor) bool { return e.Manifest.Name == name }) {
				t.Errorf("%s is refused and active", name)
			}
			return
		}
	}
	t.Errorf("%s is not refused; refused: %v, active: %s", name, c.Refused(), names(c.Active()))
}

func TestOpenAdmitsTheGoodAndNamesTheBad(t *testing.T) {
	h := newHouse(t)
	dir, plugin := h.put(h.shipped, shipped("find_files"))
	h.put(h.shipped, shipped("move_files"))
	h.put(h.data, third("find_birds"))
	bad, _ := h.put(h.data, third("find_bugs"))
	write(t, filepath.Join(bad, manifest.FileName), []byte("not toml"))
	os.MkdirAll(filepath.Join(h.data, "catalog", "find_void"), 0o755)
	os.MkdirAll(filepath.Join(h.data, "catalog", ".stage-1"), 0o755)
	c := h.open()
	if got := names(c.Active()); got != "find_birds find_files move_files" {
		t.Errorf("active %q", got)
	}
	wantRefused(t, c, "find_bugs", "signature_mismatch", filepath.Join(bad, manifest.SignatureName))
	wantRefused(t, c, "find_void", "executor_file_missing", filepath.Join(h.data, "catalog", "find_void", manifest.FileName))
	if len(c.Refused()) != 2 {
		t.Errorf("refused %v", c.Refused())
	}
	e, err := c.Get("find_files")
	if err != nil || e.Dir != dir || e.Binary != plugin || e.SignedBy != h.key[manifest.Release].ID {
		t.Errorf("Get = %+v, %v", e, err)
	}
	if _, err := c.Get("find_nothing"); codeOf(err) != "executor_unknown" {
		t.Errorf("unknown name: %v", err)
	}
	if len(c.Audit()) != 2 {
		t.Errorf("audit %v", c.Audit())
	}
}

func TestChannelsAndModelsComeThroughTheSameGate(t *testing.T) {
	h := newHouse(t)
	text := `manifest_format = "1"
executor_standard = "metnos.channel/1.0"
name = "web"
version = "1.0.0"
publisher = "metnos"
lifecycle = "active"
origin = "handcrafted"
description = { it = "La chat.", en = "The chat." }
plugin = { binary = "channels-web", digest = "` + digest([]byte("web")) + `", protocol = 1 }
`
	dir := filepath.Join(h.shipped, "catalog", "web")
	write(t, filepath.Join(dir, manifest.FileName), []byte(text))
	mark, _ := manifest.Sign(h.key[manifest.Release], manifest.ArtefactManifest, time.Now(), []byte(text))
	write(t, filepath.Join(dir, manifest.SignatureName), mark)
	write(t, filepath.Join(h.shipped, "store", "sha256-"+digest([]byte("web"))[7:], "plugin"), []byte("web"))
	e, err := h.open().Get("web")
	if err != nil || manifest.Kind(e.Manifest) != manifest.KindChannel {
		t.Errorf("%+v %v", e, err)
	}
}

// What is put out of use is verified still, but neither named nor given, and the set is another one.
func TestRest(t *testing.T) {
	h := newHouse(t)
	h.put(h.data, third("find_trends"))
	h.put(h.data, third("find_power"))
	c := h.open()
	before := c.Epoch()
	c.Rest(func(m *manifest.Manifest) bool { return m.Name == "find_power" })
	if names(c.Active()) != "find_trends" || names(c.Resting()) != "find_power" || c.Epoch() == before {
		t.Errorf("active %q, resting %q", names(c.Active()), names(c.Resting()))
	}
	if _, err := c.Get("find_power"); codeOf(err) != "executor_resting" {
		t.Error(err)
	}
	if err := c.Reload(); err != nil || names(c.Resting()) != "find_power" {
		t.Error(names(c.Resting()), err)
	}
	c.Rest(nil)
	if _, err := c.Get("find_power"); err != nil || c.Epoch() != before {
		t.Error(err)
	}
}

func TestLifecyclesAndPromotion(t *testing.T) {
	h := newHouse(t)
	candidate := bundle{name: "find_trends", version: "1.0.0", publisher: "local", lifecycle: "synthesized", origin: "synthesized", role: manifest.Quarantine, binary: []byte("g")}
	dir, _ := h.put(h.data, candidate)
	old := third("find_old")
	old.lifecycle = "deprecated"
	h.put(h.data, old)
	raised := candidate
	raised.name, raised.lifecycle = "find_power", "active"
	raisedDir, _ := h.put(h.data, raised)
	c := h.open()
	if got := names(c.Hidden()); got != "find_old find_trends" || len(c.Active()) != 0 {
		t.Errorf("hidden %q, active %q", got, names(c.Active()))
	}
	if _, err := c.Get("find_trends"); codeOf(err) != "executor_hidden" {
		t.Errorf("a candidate: %v", err)
	}
	wantRefused(t, c, "find_power", "signer_role", filepath.Join(raisedDir, manifest.FileName))

	promote := func(role manifest.Role, p Promotion) {
		data := p.Encode()
		mark, err := manifest.Sign(h.key[role], manifest.ArtefactPromotion, time.Now(), data)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "promotion"), data)
		write(t, filepath.Join(dir, "promotion.sig"), mark)
	}
	p := Promotion{Name: "find_trends", Version: "1.0.0", Manifest: digest(candidate.text()), Lifecycle: "active"}
	promote(manifest.Quarantine, p)
	if _, err := c.Get("find_trends"); codeOf(err) != "signer_artefact" {
		t.Errorf("promoted by its own key: %v", err)
	}
	other := p
	other.Manifest = digest([]byte("other"))
	promote(manifest.Promoter, other)
	if _, err := c.Get("find_trends"); codeOf(err) != "promotion_other" {
		t.Errorf("a promotion of other bytes: %v", err)
	}
	promote(manifest.Promoter, p)
	if e, err := c.Get("find_trends"); err != nil || e.Manifest.Lifecycle != "active" {
		t.Errorf("promoted: %v", err)
	}
	if got := names(c.Active()); got != "find_trends" {
		t.Errorf("active %q", got)
	}
}

func TestCollisionShippedWinsAndBothAreNamed(t *testing.T) {
	h := newHouse(t)
	winner, _ := h.put(h.shipped, shipped("find_files"))
	loser, _ := h.put(h.data, third("find_files"))
	c := h.open()
	e, err := c.Get("find_files")
	if err != nil || e.Manifest.Publisher != "metnos" {
		t.Fatalf("%v %v", e, err)
	}
	refused := c.Refused()
	if len(refused) != 1 || codeOf(refused[0].Err) != "executor_shadowed" || !strings.Contains(refused[0].Err.Error(), winner) || !strings.Contains(refused[0].Err.Error(), loser) {
		t.Errorf("refused %v", refused)
	}
	// A damaged winner does not hand its name to the loser.
	write(t, filepath.Join(winner, manifest.FileName), []byte("x"))
	if _, err := c.Get("find_files"); codeOf(err) != "signature_mismatch" {
		t.Errorf("after damage: %v", err)
	}
	if err := c.Reload(); err != nil || len(c.Refused()) != 2 {
		t.Errorf("%v %v", err, c.Refused())
	}
}

func TestEpochFollowsTheActiveSet(t *testing.T) {
	h := newHouse(t)
	h.put(h.shipped, shipped("find_files"))
	c := h.open()
	one := c.Epoch()
	if again := h.open().Epoch(); again != one || len(one) != 16 {
		t.Errorf("epoch %q then %q", one, again)
	}
	h.put(h.data, third("find_birds"))
	two := c.Epoch()
	if two == one {
		t.Error("a new folder did not change the epoch of an open catalog")
	}
	v2 := third("find_birds")
	v2.version, v2.binary = "1.0.1", []byte("v2")
	h.put(h.data, v2)
	if _, err := c.Get("find_birds"); err != nil {
		t.Fatal(err)
	}
	if c.Epoch() == two {
		t.Error("a new version did not change the epoch")
	}
}

func TestTrustChangesWhileRunning(t *testing.T) {
	h := newHouse(t)
	h.put(h.data, third("find_birds"))
	c := h.open()
	if _, err := c.Get("find_birds"); err != nil {
		t.Fatal(err)
	}
	if err := h.folder.Revoke(h.key[manifest.Publisher].ID, "stolen", time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get("find_birds"); codeOf(err) != "signer_revoked" {
		t.Errorf("after revocation: %v", err)
	}
}

func TestPinsThatCannotBeKeptAdmitNothing(t *testing.T) {
	h := newHouse(t)
	h.put(h.shipped, shipped("find_files"))
	c, err := Open([]string{h.shipped}, h.ring, brokenPins{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Active()) != 0 || len(c.Refused()) != 1 {
		t.Errorf("active %q, refused %v", names(c.Active()), c.Refused())
	}
}

type brokenPins struct{}

func (brokenPins) Seen(string) (core.Pin, bool, error) { return core.Pin{}, false, nil }
func (brokenPins) Record(...core.Pin) error            { return errors.New("disk full") }
