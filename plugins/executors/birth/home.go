package birth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files"
)

// Home is a person's folder for one test, granted for writing, with the broker's part in memory.
type Home struct {
	Dir  string
	Host *Host
}

// NewHome makes an empty home. deny lists paths, relative to it, that stay hidden.
func NewHome(t testing.TB, deny ...string) *Home {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i := range deny {
		deny[i] = filepath.Join(dir, deny[i])
	}
	set, err := files.Open([]sdk.Root{{Path: dir, Write: true}}, deny)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return &Home{Dir: dir, Host: &Host{files: set, kept: map[string][]byte{}}}
}

// Path is the absolute path of something in the home.
func (h *Home) Path(name string) string {
	if name == "" {
		return h.Dir
	}
	return h.Dir + "/" + name
}

// Write makes a file and the folders above it.
func (h *Home) Write(t testing.TB, name, text string) {
	t.Helper()
	p := h.Path(name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Read returns the text of a file, or "‹none›".
func (h *Home) Read(name string) string {
	data, err := os.ReadFile(h.Path(name))
	if err != nil {
		return "‹none›"
	}
	return string(data)
}

// Host is the broker of a Home: files are real, pre-images are in memory, everything else is refused.
type Host struct {
	files sdk.Files
	mu    sync.Mutex
	kept  map[string][]byte
	Steps int // reports of progress
}

var _ sdk.Host = (*Host)(nil)

// WithFiles returns a host over other files.
func WithFiles(f sdk.Files) *Host { return &Host{files: f, kept: map[string][]byte{}} }

// Files reaches the home.
func (h *Host) Files() sdk.Files { return h.files }

// Backup keeps the content of a file.
func (h *Host) Backup(_ context.Context, path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", sdk.Errorf(sdk.IOError, "", "%w", err)
	}
	hash := sha256.Sum256(data)
	ref := hex.EncodeToString(hash[:])
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept[ref] = data
	return ref, nil
}

// Restore puts kept content back.
func (h *Host) Restore(_ context.Context, ref, path string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	data, ok := h.kept[ref]
	if !ok {
		return sdk.Errorf(sdk.NotFound, "", "no pre-image %s", ref)
	}
	return os.WriteFile(path, data, 0o644)
}

// Progress counts the reports.
func (h *Host) Progress(int64, int64, string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.Steps++
}

func refused(what string) error {
	return sdk.Errorf(sdk.PolicyDenied, "", "%s is not part of this test", what)
}

// HTTP refuses every request.
func (h *Host) HTTP() *http.Client {
	return &http.Client{Transport: refusal{}}
}

type refusal struct{}

func (refusal) RoundTrip(*http.Request) (*http.Response, error) { return nil, refused("the network") }

// Dial refuses.
func (h *Host) Dial(context.Context, string, string) (net.Conn, error) {
	return nil, refused("the network")
}

// Credential refuses.
func (h *Host) Credential(context.Context, string) (sdk.Secret, error) {
	return nil, refused("a credential")
}

// Self refuses.
func (h *Host) Self() sdk.Self { return nil }

// Ask refuses.
func (h *Host) Ask(context.Context, sdk.Question) (sdk.Answer, error) {
	return sdk.Answer{}, fmt.Errorf("%w", refused("a question"))
}
