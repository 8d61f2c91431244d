package manifest

import (
	"testing"

	"github.com/metnos/metnos/sdk/manifest/argument"
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
		if _, err := argument.Compile(m.Args); err != nil {
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
