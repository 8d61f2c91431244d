package keys

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func codeOf(err error) string {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Code
}

func params(err error) map[string]string {
	var e *sdk.Error
	errors.As(err, &e)
	return e.Params
}

func newKey(t *testing.T, role manifest.Role, publisher string, created, expires time.Time) manifest.PrivateKey {
	t.Helper()
	k, err := manifest.Generate(role, publisher, created, expires)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func sign(t *testing.T, k manifest.PrivateKey, artefact string, at time.Time) []byte {
	t.Helper()
	file, err := manifest.Sign(k, artefact, at, []byte("data"))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestField_SIGN_06_UnknownKeyNamesItselfAndTheTrustedOnes(t *testing.T) {
	a, b := newKey(t, manifest.Publisher, "acme", noon, time.Time{}), newKey(t, manifest.Publisher, "beta", noon, time.Time{})
	stranger := newKey(t, manifest.Publisher, "eve", noon, time.Time{})
	ring := New(a.PublicKey, b.PublicKey, newKey(t, manifest.Release, "metnos", noon, time.Time{}).PublicKey)
	_, err := ring.Verify(manifest.ArtefactManifest, []byte("data"), sign(t, stranger, manifest.ArtefactManifest, noon))
	if codeOf(err) != "signer_unknown" {
		t.Fatalf("got %v", err)
	}
	if p := params(err); p["key"] != stranger.ID || p["trusted"] != a.ID+", "+b.ID || p["role"] != "publisher" {
		t.Errorf("params %v", p)
	}
	if _, err := New().Verify(manifest.ArtefactManifest, []byte("data"), sign(t, a, manifest.ArtefactManifest, noon)); codeOf(err) != "signer_unknown" {
		t.Errorf("an empty ring: %v", err)
	}
}

func TestField_SIGN_08_EveryKeyIsTriedAndTheSigningTimeCounts(t *testing.T) {
	old := newKey(t, manifest.Publisher, "acme", noon.AddDate(-2, 0, 0), noon.AddDate(-1, 0, 0))
	valid := newKey(t, manifest.Publisher, "acme", noon, time.Time{})
	extended := old.PublicKey
	extended.Expires = noon.AddDate(1, 0, 0)
	for name, c := range map[string]struct {
		ring *Ring
		key  manifest.PrivateKey
		at   time.Time
		code string
	}{
		"valid after expired":           {New(old.PublicKey, valid.PublicKey), valid, noon, ""},
		"valid before expired":          {New(valid.PublicKey, old.PublicKey), valid, noon, ""},
		"same key, renewed copy second": {New(old.PublicKey, extended), old, noon, ""},
		"signed before it expired":      {New(old.PublicKey), old, noon.AddDate(-1, -6, 0), ""},
		"signed after it expired":       {New(old.PublicKey, valid.PublicKey), old, noon, "signer_expired"},
		"signed before it was made":     {New(valid.PublicKey), valid, noon.AddDate(0, 0, -2), "signer_early"},
		"clocks a little apart":         {New(valid.PublicKey), valid, noon.Add(-time.Hour), ""},
	} {
		t.Run(name, func(t *testing.T) {
			k, err := c.ring.Verify(manifest.ArtefactManifest, []byte("data"), sign(t, c.key, manifest.ArtefactManifest, c.at))
			if codeOf(err) != c.code || (err == nil && k.ID != c.key.ID) {
				t.Errorf("key %s, %v", k.ID, err)
			}
		})
	}
}

func TestField_SIGN_09_RotationOverlaps(t *testing.T) {
	author, user := InFolder(t.TempDir()), InFolder(t.TempDir())
	old, file, err := author.Generate(manifest.Publisher, "acme", noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	ring, err := Open(nil, user)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := user.Trust(ring, file, ""); err != nil {
		t.Fatal(err)
	}
	authorRing, err := Open(nil, author)
	if err != nil {
		t.Fatal(err)
	}
	oldKey, err := author.Signer(authorRing, manifest.Publisher, "acme", noon)
	if err != nil {
		t.Fatal(err)
	}
	fresh, statement, err := author.Rotate(authorRing, old.ID, noon.AddDate(1, 0, 0), 30*24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	newKey, err := author.Signer(authorRing, manifest.Publisher, "acme", noon.AddDate(1, 0, 1))
	if err != nil || newKey.ID != fresh.ID {
		t.Fatalf("after rotation the author signs with %s, %v", newKey.ID, err)
	}
	check := func(k manifest.PrivateKey, at time.Time) string {
		_, err := ring.Verify(manifest.ArtefactManifest, []byte("data"), sign(t, k, manifest.ArtefactManifest, at))
		return codeOf(err)
	}
	if got := check(newKey, noon.AddDate(1, 0, 1)); got != "signer_unknown" {
		t.Errorf("the new key counts before the rotation is known: %q", got)
	}
	if k, err := user.Trust(ring, statement, ""); err != nil || k.ID != fresh.ID {
		t.Fatalf("trust the rotation: %v", err)
	}
	for _, c := range []struct {
		key  manifest.PrivateKey
		at   time.Time
		want string
	}{
		{newKey, noon.AddDate(1, 0, 1), ""},
		{oldKey, noon.AddDate(0, 6, 0), ""},
		{oldKey, noon.AddDate(1, 0, 15), ""},
		{oldKey, noon.AddDate(1, 2, 0), "signer_retired"},
	} {
		if got := check(c.key, c.at); got != c.want {
			t.Errorf("key %s at %s: %q, want %q", c.key.ID, c.at, got, c.want)
		}
	}
	if err := user.Revoke(old.ID, "stolen", noon.AddDate(1, 0, 2)); err != nil {
		t.Fatal(err)
	}
	if got := check(newKey, noon.AddDate(1, 0, 1)); got != "signer_unknown" {
		t.Errorf("a revoked key still vouches for its successor: %q", got)
	}
}

func TestRotationIsRefused(t *testing.T) {
	author, user := InFolder(t.TempDir()), InFolder(t.TempDir())
	old, file, _ := author.Generate(manifest.Publisher, "acme", noon, time.Time{})
	ring, err := Open(nil, user)
	if err != nil {
		t.Fatal(err)
	}
	authorRing, _ := Open(nil, author)
	_, statement, err := author.Rotate(authorRing, old.ID, noon.AddDate(1, 0, 0), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := user.Trust(ring, statement, ""); codeOf(err) != "rotation_refused" {
		t.Errorf("the old key is not trusted: %v", err)
	}
	if _, err := user.Trust(ring, file, ""); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(statement)
	sig, _ := os.ReadFile(statement + ".sig")
	put := func(name string, data, sig []byte) string {
		path := filepath.Join(t.TempDir(), name)
		os.WriteFile(path, data, 0o600)
		if sig != nil {
			os.WriteFile(path+".sig", sig, 0o600)
		}
		return path
	}
	if _, err := user.Trust(ring, put("r", data, nil), ""); codeOf(err) != "rotation_unsigned" {
		t.Errorf("without a signature: %v", err)
	}
	other := newKey(t, manifest.Publisher, "acme", noon, time.Time{})
	forged := Rotation{Old: old.ID, Until: noon.AddDate(2, 0, 0), New: other.PublicKey}.encode()
	if _, err := user.Trust(ring, put("r", forged, sig), ""); codeOf(err) != "rotation_refused" {
		t.Errorf("another key under the same signature: %v", err)
	}
	oldKey, _ := author.signer(authorRing, noon, func(k manifest.PublicKey) bool { return k.ID == old.ID }, "")
	promoter := newKey(t, manifest.Promoter, "acme", noon, time.Time{})
	raised := Rotation{Old: old.ID, Until: noon.AddDate(2, 0, 0), New: promoter.PublicKey}.encode()
	mark, _ := manifest.Sign(oldKey, manifest.ArtefactRotation, noon, raised)
	if _, err := user.Trust(ring, put("r", raised, mark), ""); codeOf(err) != "rotation_other" {
		t.Errorf("a rotation into another role: %v", err)
	}
	if got := len(ring.Entries()); got != 1 {
		t.Errorf("%d keys trusted, want the one", got)
	}
}

func TestRevokedKeyRefusesEverythingItSigned(t *testing.T) {
	folder := InFolder(t.TempDir())
	public, file, err := folder.Generate(manifest.Publisher, "acme", noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	ring, err := Open(nil, folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Trust(ring, file, ""); err != nil {
		t.Fatal(err)
	}
	k, err := folder.Signer(ring, manifest.Publisher, "", noon)
	if err != nil {
		t.Fatal(err)
	}
	signature := sign(t, k, manifest.ArtefactManifest, noon)
	if _, err := ring.Verify(manifest.ArtefactManifest, []byte("data"), signature); err != nil {
		t.Fatal(err)
	}
	before := ring.Generation()
	if err := folder.Revoke(public.ID, "lost  laptop\n", noon.AddDate(0, 1, 0)); err != nil {
		t.Fatal(err)
	}
	_, err = ring.Verify(manifest.ArtefactManifest, []byte("data"), signature)
	if p := params(err); codeOf(err) != "signer_revoked" || p["reason"] != "lost laptop" || p["when"] != "2026-12-30T12:00:00Z" {
		t.Errorf("an open ring after revocation: %v", err)
	}
	if ring.Generation() == before {
		t.Error("the generation did not change")
	}
	if _, err := folder.Trust(ring, file, ""); codeOf(err) != "signer_revoked" {
		t.Errorf("trusting a revoked key: %v", err)
	}
	if _, err := folder.Signer(ring, manifest.Publisher, "", noon); codeOf(err) != "key_none" {
		t.Errorf("signing with a revoked key: %v", err)
	}
	if err := folder.Revoke("../x", "r", noon); codeOf(err) != "key_id_shape" {
		t.Errorf("%v", err)
	}
	if err := folder.Revoke(public.ID, " ", noon); codeOf(err) != "key_reason_missing" {
		t.Errorf("%v", err)
	}
}

func TestDamagedRevocationStillRevokes(t *testing.T) {
	dir := t.TempDir()
	folder := InFolder(dir)
	public, file, _ := folder.Generate(manifest.Publisher, "acme", noon, time.Time{})
	ring, _ := Open(nil, folder)
	if _, err := folder.Trust(ring, file, ""); err != nil {
		t.Fatal(err)
	}
	k, _ := folder.Signer(ring, manifest.Publisher, "", noon)
	signature := sign(t, k, manifest.ArtefactManifest, noon)
	os.MkdirAll(filepath.Join(dir, "revoked"), 0o700)
	if err := os.WriteFile(filepath.Join(dir, "revoked", public.ID+".revocation"), []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ring.Verify(manifest.ArtefactManifest, []byte("data"), signature); codeOf(err) != "signer_revoked" {
		t.Errorf("a damaged revocation: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "revoked", "whose"), []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ring.Verify(manifest.ArtefactManifest, []byte("data"), signature); err == nil || codeOf(err) == "signer_revoked" {
		t.Errorf("with a revocation nobody can read no key counts: %v", err)
	}
	if _, err := Open(nil, folder); err == nil {
		t.Error("a ring opens without knowing what is revoked")
	}
}

func TestRights(t *testing.T) {
	keys := map[manifest.Role]manifest.PrivateKey{}
	var public []manifest.PublicKey
	for _, role := range manifest.Roles() {
		keys[role] = newKey(t, role, map[manifest.Role]string{manifest.Release: "metnos"}[role]+"x", noon, time.Time{})
		public = append(public, keys[role].PublicKey)
	}
	ring := New(public...)
	allowed := map[manifest.Role][]string{
		manifest.Release:    {"handcrafted active", "handcrafted deprecated", "handcrafted archived"},
		manifest.Publisher:  {"third_party active", "third_party deprecated", "third_party archived"},
		manifest.Importer:   {"imported active", "imported deprecated", "imported archived"},
		manifest.Quarantine: {"synthesized proposed", "synthesized synthesized"},
	}
	for _, role := range manifest.Roles() {
		for _, origin := range []string{"handcrafted", "synthesized", "imported", "third_party"} {
			for _, lifecycle := range []string{"proposed", "synthesized", "active", "deprecated", "archived"} {
				m := &manifest.Manifest{Name: "find_things", Origin: origin, Lifecycle: lifecycle, Publisher: keys[role].Publisher}
				want := strings.Contains(strings.Join(allowed[role], ","), origin+" "+lifecycle)
				if got := ring.May(keys[role].PublicKey, m) == nil; got != want {
					t.Errorf("%s may sign %s %s: %v, want %v", role, origin, lifecycle, got, want)
				}
			}
		}
		for _, artefact := range []string{manifest.ArtefactManifest, manifest.ArtefactPromotion} {
			want := (artefact == manifest.ArtefactPromotion) == (role == manifest.Promoter)
			_, err := ring.Verify(artefact, []byte("data"), sign(t, keys[role], artefact, noon))
			if (err == nil) != want {
				t.Errorf("%s signing a %s: %v", role, artefact, err)
			}
		}
	}
}

func TestPublisherSignsUnderItsOwnNameOnly(t *testing.T) {
	acme := newKey(t, manifest.Publisher, "acme", noon, time.Time{})
	fake := newKey(t, manifest.Publisher, "metnos", noon, time.Time{})
	release := newKey(t, manifest.Release, "metnos", noon, time.Time{})
	ring := New(acme.PublicKey, fake.PublicKey, release.PublicKey)
	third := func(publisher string) *manifest.Manifest {
		return &manifest.Manifest{Name: "find_things", Origin: "third_party", Lifecycle: "active", Publisher: publisher}
	}
	if err := ring.May(acme.PublicKey, third("beta")); codeOf(err) != "signer_publisher" {
		t.Errorf("acme signing for beta: %v", err)
	}
	if err := ring.May(fake.PublicKey, third("metnos")); codeOf(err) != "signer_reserved" {
		t.Errorf("a third party signing as metnos: %v", err)
	}
}

func TestTrust(t *testing.T) {
	dir := t.TempDir()
	author, folder := InFolder(filepath.Join(dir, "author")), InFolder(filepath.Join(dir, "here"))
	_, first, _ := author.Generate(manifest.Publisher, "acme", noon, time.Time{})
	_, second, _ := author.Generate(manifest.Publisher, "acme", noon, time.Time{})
	release := newKey(t, manifest.Release, "metnos", noon, time.Time{})
	releaseFile := filepath.Join(dir, "release.pub")
	os.WriteFile(releaseFile, release.PublicKey.Encode(), 0o644)
	ring, err := Open([]TrustFile{{manifest.Release, releaseFile}}, folder)
	if err != nil || len(ring.Faults()) != 0 {
		t.Fatal(err, ring.Faults())
	}
	for range 2 {
		if _, err := folder.Trust(ring, first, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := folder.Trust(ring, second, ""); codeOf(err) != "key_publisher_taken" {
		t.Errorf("a second key for the same publisher: %v", err)
	}
	_, fake, _ := author.Generate(manifest.Publisher, "metnos", noon, time.Time{})
	if _, err := folder.Trust(ring, fake, ""); codeOf(err) != "signer_reserved" {
		t.Errorf("a publisher called metnos: %v", err)
	}
	if _, err := folder.Trust(ring, filepath.Join(dir, "none"), ""); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("a missing file: %v", err)
	}
	_, foreign, _ := author.Generate(manifest.Release, "metnos", noon, time.Time{})
	if _, err := folder.Trust(ring, foreign, ""); codeOf(err) != "key_release_unasked" {
		t.Errorf("a release key nobody asked for: %v", err)
	}
	if _, err := folder.Trust(ring, foreign, manifest.Release); codeOf(err) != "key_release_second" {
		t.Errorf("a second release key for metnos: %v", err)
	}
	if _, err := folder.Trust(ring, foreign, manifest.Publisher); codeOf(err) != "key_role_differs" {
		t.Errorf("a release key trusted as a publisher's: %v", err)
	}
	if got := len(ring.Entries()); got != 2 {
		t.Errorf("%d entries", got)
	}
	_, fork, _ := author.Generate(manifest.Release, "fork", noon, time.Time{})
	if _, err := folder.Trust(ring, fork, ""); codeOf(err) != "key_release_unasked" {
		t.Errorf("another publisher's release key: %v", err)
	}
	if k, err := InFolder(filepath.Join(dir, "there")).Trust(ring, fork, manifest.Release); err != nil || k.Publisher != "fork" {
		t.Errorf("a release key that was asked for: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "here", "trusted", "odd.pub"), []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if faults := ring.Faults(); len(faults) != 1 || !strings.Contains(faults[0].Error(), "odd.pub") {
		t.Errorf("faults %v", faults)
	}
	if got := len(ring.Entries()); got != 2 {
		t.Errorf("one damaged file cost %d keys", 2-got)
	}
	ring, err = Open([]TrustFile{{manifest.Publisher, releaseFile}}, Folder{})
	if err != nil || len(ring.Entries()) != 0 || len(ring.Faults()) != 1 || codeOf(ring.Faults()[0]) != "key_other_role" {
		t.Errorf("a release key trusted as publisher: %v %v", err, ring.Faults())
	}
}

func TestOwnPrivateKeyOpenToOthersStopsSigning(t *testing.T) {
	dir := t.TempDir()
	folder := InFolder(dir)
	k, _, err := folder.Generate(manifest.Publisher, "acme", noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "private", "publisher-"+k.ID+".key")
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("private key mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Signer(New(), manifest.Publisher, "acme", noon); codeOf(err) != "key_open_to_others" {
		t.Errorf("%v", err)
	}
}

func TestPins(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pins.json")
	pins, err := OpenPins(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, seen, err := pins.Seen("find_files"); seen || err != nil {
		t.Error("an empty file has seen something")
	}
	versions := map[string]string{"1.0.0": "sha256:aa"}
	if err := pins.Record(core.Pin{Name: "find_files", Publisher: "acme", Versions: versions}); err != nil {
		t.Fatal(err)
	}
	versions["1.0.0"] = "sha256:bb"
	again, err := OpenPins(file)
	if err != nil {
		t.Fatal(err)
	}
	pin, seen, err := again.Seen("find_files")
	if err != nil || !seen || pin.Publisher != "acme" || pin.Versions["1.0.0"] != "sha256:aa" {
		t.Errorf("read back %+v %v %v", pin, seen, err)
	}
	if err := again.Forget("find_files"); err != nil {
		t.Fatal(err)
	}
	if again, _ = OpenPins(file); again == nil {
		t.Fatal("the file is unreadable after Forget")
	}
	if _, seen, _ := again.Seen("find_files"); seen {
		t.Error("a forgotten name is still pinned")
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenPins(file); codeOf(err) != "pins_broken" {
		t.Errorf("a damaged file: %v", err)
	}
}

func FuzzRotation(f *testing.F) {
	k, _ := manifest.Generate(manifest.Publisher, "acme", noon, time.Time{})
	f.Add(Rotation{Old: k.ID, Until: noon, New: k.PublicKey}.encode())
	f.Add([]byte("metnos rotation 1\nold: x\nuntil: y\n\nmetnos public key 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := DecodeRotation("r", data)
		if err == nil && string(r.encode()) != string(data) {
			t.Fatalf("%q encodes as %q", data, r.encode())
		}
	})
}

func FuzzRevocation(f *testing.F) {
	f.Add(Revocation{Key: "0123456789abcdef", When: noon, Reason: "lost"}.encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := DecodeRevocation("r", data)
		if err == nil && string(r.encode()) != string(data) {
			t.Fatalf("%q encodes as %q", data, r.encode())
		}
	})
}
