package seal

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func asError(t *testing.T, err error) *sdk.Error {
	t.Helper()
	e, ok := err.(*sdk.Error)
	if !ok {
		t.Fatalf("%T %v is not an *sdk.Error", err, err)
	}
	return e
}

func newKey(t testing.TB, role Role, publisher string) PrivateKey {
	t.Helper()
	k, err := Generate(role, publisher, noon, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestSignatureHoldsOnlyForItsBytesRoleAndArtefact(t *testing.T) {
	key := newKey(t, Publisher, "acme")
	data := []byte("name = \"x\"\n")
	file, err := Sign(key, ArtefactManifest, noon, data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := DecodeSignature("m.sig", file)
	if err != nil {
		t.Fatal(err)
	}
	if s.KeyID != key.ID || s.Role != Publisher || !s.Created.Equal(noon) {
		t.Errorf("decoded %+v", s)
	}
	if err := s.Verify(key.PublicKey, ArtefactManifest, data); err != nil {
		t.Fatal(err)
	}
	code := func(err error) string {
		var e *sdk.Error
		errors.As(err, &e)
		if e == nil {
			return ""
		}
		return e.Code
	}
	for i := range data {
		changed := bytes.Clone(data)
		changed[i] ^= 1
		if got := code(s.Verify(key.PublicKey, ArtefactManifest, changed)); got != "signature_mismatch" {
			t.Fatalf("byte %d flipped: %q", i, got)
		}
	}
	if got := code(s.Verify(key.PublicKey, ArtefactPromotion, data)); got != "signature_artefact" {
		t.Errorf("another artefact: %q", got)
	}
	if got := code(s.Verify(newKey(t, Publisher, "acme").PublicKey, ArtefactManifest, data)); got != "signature_other_key" {
		t.Errorf("another key: %q", got)
	}
	// What the file says about itself is signed too: neither the time nor the role can be changed.
	for _, change := range [][2]string{{"2026-11-30", "2020-11-30"}, {"artefact: manifest", "artefact: promotion"}} {
		forged, err := DecodeSignature("m.sig", bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1))
		if err != nil {
			t.Fatal(err)
		}
		if err := forged.Verify(key.PublicKey, forged.Artefact, data); err == nil {
			t.Errorf("changing %s kept the signature valid", change[0])
		}
	}
	other := key.PublicKey
	other.Role = Release
	forged, _ := DecodeSignature("m.sig", bytes.Replace(file, []byte("role: publisher"), []byte("role: release"), 1))
	if err := forged.Verify(other, ArtefactManifest, data); err == nil {
		t.Error("the same key bytes in another role verify")
	}
}

func TestSignRefusesAnEmptyKeyAndAnOddArtefact(t *testing.T) {
	if _, err := Sign(PrivateKey{}, ArtefactManifest, noon, nil); err == nil {
		t.Error("signed with no key")
	}
	if _, err := Sign(newKey(t, Release, "metnos"), "a/b", noon, nil); err == nil {
		t.Error("signed an artefact whose name breaks the context string")
	}
}

func TestDecodeSignatureIsStrict(t *testing.T) {
	good, err := Sign(newKey(t, Release, "metnos"), ArtefactManifest, noon, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(good)
	for name, bad := range map[string]string{
		"empty": "", "no newline": strings.TrimSuffix(text, "\n"), "two newlines": text + "\n", "carriage return": strings.ReplaceAll(text, "\n", "\r\n"),
		"title": strings.Replace(text, "signature 1", "signature 2", 1), "order": strings.Replace(text, "role: release\n", "", 1) + "role: release\n",
		"extra line": text + "comment: hi\n", "role": strings.Replace(text, "release", "king", 1), "base64": strings.Replace(text, "signature: ", "signature: !", 1),
		"short": text[:len(text)-10] + "\n", "time": strings.Replace(text, "T12:", " 12:", 1), "long": text + strings.Repeat("a", maxRecord),
		"outer space": strings.Replace(text, "role: release", "role: release ", 1),
	} {
		if _, err := DecodeSignature("m.sig", []byte(bad)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestKeyFilesRoundTrip(t *testing.T) {
	key, err := Generate(Publisher, "acme", noon.Add(300*time.Millisecond), noon.AddDate(1, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	public, err := DecodePublicKey("k.pub", key.PublicKey.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if public.ID != key.ID || !public.Created.Equal(noon) || !public.Expires.Equal(noon.AddDate(1, 0, 0)) || !bytes.Equal(public.Key, key.Key) {
		t.Errorf("public key %+v", public)
	}
	private, err := DecodePrivateKey("k.key", key.Encode())
	if err != nil {
		t.Fatal(err)
	}
	file, err := Sign(private, ArtefactManifest, noon, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := DecodeSignature("s", file)
	if err := s.Verify(public, ArtefactManifest, []byte("x")); err != nil {
		t.Error(err)
	}
	if bytes.Contains(key.PublicKey.Encode(), []byte(strings.TrimPrefix(string(key.Encode()[bytes.Index(key.Encode(), []byte("\nkey: ")):]), "\n"))) {
		t.Error("the public file holds the private key")
	}
	forged := bytes.Replace(key.PublicKey.Encode(), []byte("id: "+key.ID), []byte("id: 0000000000000000"), 1)
	if _, err := DecodePublicKey("k.pub", forged); err == nil {
		t.Error("a key with another's id is accepted")
	}
}

func TestPrivateKeyOpenToOthersIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.key")
	if err := os.WriteFile(file, newKey(t, Release, "metnos").Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadPrivateKey(file); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []fs.FileMode{0o640, 0o604, 0o660} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		_, err := ReadPrivateKey(file)
		if e := asError(t, err); e.Code != "key_open_to_others" || e.Params["file"] != file {
			t.Errorf("mode %04o: %v", mode, err)
		}
	}
	if _, err := ReadPrivateKey(file + ".none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing key: %v", err)
	}
}

func TestGenerateRefusesOddNames(t *testing.T) {
	if _, err := Generate("king", "acme", noon, time.Time{}); err == nil {
		t.Error("unknown role")
	}
	if _, err := Generate(Publisher, "Acme\nrole: release", noon, time.Time{}); err == nil {
		t.Error("a publisher name with a newline")
	}
}

// A decoded signature has exactly one spelling.
func FuzzSignature(f *testing.F) {
	key, _ := Generate(Release, "metnos", time.Unix(1796000000, 0), time.Time{})
	good, _ := Sign(key, ArtefactManifest, time.Unix(1796000000, 0), []byte("x"))
	f.Add(good)
	f.Add([]byte("metnos signature 1\nrole: release\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := DecodeSignature("s", data)
		if err != nil {
			return
		}
		if err := s.Verify(key.PublicKey, s.Artefact, []byte("x")); err == nil && !bytes.Equal(data, good) {
			t.Fatalf("another spelling of the signature verifies: %q", data)
		}
	})
}

// Decoding a key and encoding it again gives the same bytes.
func FuzzKey(f *testing.F) {
	key, _ := Generate(Publisher, "acme", time.Unix(1796000000, 0), time.Unix(1896000000, 0))
	f.Add(key.Encode())
	f.Add(key.PublicKey.Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		if k, err := DecodePublicKey("k", data); err == nil && !bytes.Equal(k.Encode(), data) {
			t.Fatalf("public key %q encodes as %q", data, k.Encode())
		}
		if k, err := DecodePrivateKey("k", data); err == nil && !bytes.Equal(k.Encode(), data) {
			t.Fatalf("private key %q encodes as %q", data, k.Encode())
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	key := newKey(b, Release, "metnos")
	data := bytes.Repeat([]byte("key = \"value\"\n"), 250)
	file, _ := Sign(key, ArtefactManifest, noon, data)
	for b.Loop() {
		s, err := DecodeSignature("s", file)
		if err == nil {
			err = s.Verify(key.PublicKey, ArtefactManifest, data)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
