package host_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// store is the test binary in a content-addressed store.
func store(t testing.TB) (path, digest string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	path = filepath.Join(t.TempDir(), "plugin")
	dst, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o500)
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(dst, h), src); err != nil {
		t.Fatal(err)
	}
	if err := dst.Close(); err != nil {
		t.Fatal(err)
	}
	return path, "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func TestEcho(t *testing.T) {
	for _, mode := range []sandbox.Mode{sandbox.Off, sandbox.Landlock, sandbox.Bwrap} {
		t.Run(string(mode), func(t *testing.T) {
			h, err := host.New(host.Config{Mode: mode, Redact: func(s string) string { return s }})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			path, digest := store(t)
			m := &manifest.Manifest{Name: "echo", Plugin: manifest.Plugin{Digest: digest}}
			ex := core.Executor{Manifest: m, Binary: path}
			for range 2 {
				start := time.Now()
				r, box, err := h.Invoke(context.Background(), ex, sdk.Call{Owner: "host", Args: map[string]any{"text": "ciao"}}, nil)
				t.Log(time.Since(start), box, h.Probe())
				if err != nil || r.Value != "ciao" {
					t.Fatal(r, err)
				}
			}
		})
	}
}
