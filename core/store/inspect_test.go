package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
)

// The doctor's look finds a flipped byte in any value, changes nothing, and does not disturb a running core.
func TestInspect(t *testing.T) {
	data := t.TempDir()
	if faults, err := disk.Inspect(data); err != nil || len(faults) > 0 {
		t.Fatalf("nothing there yet: %v %v", faults, err)
	}
	s, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, noun := range []string{"alpha", "beta"} {
		if err := TableOf[string](s, noun).Put(core.Host, "k", "a text nobody else writes"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := disk.Inspect(data); sdk.ClassOf(err) == "" {
		t.Errorf("a running core holds the files: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if faults, err := disk.Inspect(data); err != nil || len(faults) > 0 {
		t.Fatalf("whole files: %v %v", faults, err)
	}
	path := filepath.Join(data, "store", "beta.db")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(text, []byte("nobody"))
	if at < 0 {
		t.Fatal("the value is not in the file")
	}
	text[at]++
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	faults, err := disk.Inspect(data)
	if err != nil || len(faults) != 1 || !bytes.Contains([]byte(faults[0].Error()), []byte("beta")) {
		t.Errorf("%v %v", faults, err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(after, text) {
		t.Errorf("looking changed the file: %v", err)
	}
}
