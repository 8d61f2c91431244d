package manifest

import (
	"bytes"
	"testing"
	"time"
)

// An accepted manifest never panics later, and stamping keeps it readable.
func FuzzDecode(f *testing.F) {
	f.Add(source(f))
	f.Add([]byte("name = \"x\"\n[plugin]\n"))
	f.Add([]byte("[[tests]]\nname='a'\n[tests.expect]\nok=1"))
	f.Add([]byte("[args.properties.a]\nenum=[1,{b=2}]\nitems={type='array'}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Check("m.toml", data)
		if (m == nil) == (err == nil) {
			t.Fatalf("manifest %v, error %v", m, err)
		}
		if err != nil {
			_ = ProblemsOf(err).Error()
			return
		}
		_ = m.CheckArgs(map[string]any{"query": 1})
		out, err := Stamp(data, someDigest, "")
		if err != nil {
			t.Skip("a plugin table written inline cannot be stamped")
		}
		if again, err := Check("m.toml", out); err != nil || again.Plugin.Digest != someDigest {
			t.Fatalf("stamped manifest: %v\n%s", err, out)
		}
	})
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

func BenchmarkDecode(b *testing.B) {
	data := signedText(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode("m.toml", data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateShape(b *testing.B) {
	m := example(b)
	for b.Loop() {
		if err := m.ValidateShape(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	m := example(b)
	for b.Loop() {
		if _, err := compile(m.Args); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckArgs(b *testing.B) {
	m := example(b)
	args := map[string]any{"query": "*.go", "root": "/home", "limit": 5.0}
	for b.Loop() {
		if err := m.CheckArgs(args); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	key := newKey(b, Release, "metnos")
	data := signedText(b)
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
