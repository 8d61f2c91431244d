package undo

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// A copy that was not finished leaves nothing: at once when its source fails, at the next start when the
// core was killed.
func TestPartialCopies(t *testing.T) {
	dir, src := t.TempDir(), filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(src, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(src)
	if err != nil {
		t.Fatal(err)
	}
	j, err := Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	const turn = "00000000000000aa"
	stop := sdk.Errorf(sdk.Cancelled, "cancelled", "the call ended")
	_, err = j.KeepFrom(core.Host, turn, src, io.MultiReader(strings.NewReader("half"), iotest.ErrReader(stop)), info)
	var e *sdk.Error
	if !errors.As(err, &e) || e.Code != "cancelled" {
		t.Errorf("error %v, want what the source said", err)
	}
	find := func() []string { found, _ := filepath.Glob(filepath.Join(dir, "*/*/blob/.new-*")); return found }
	if found := find(); len(found) != 0 {
		t.Errorf("left: %v", found)
	}
	blobs, _ := filepath.Glob(filepath.Join(dir, "*/*/blob"))
	if len(blobs) != 1 {
		t.Fatalf("folders of copies: %v", blobs)
	}
	old, fresh := filepath.Join(blobs[0], ".new-1"), filepath.Join(blobs[0], ".new-2")
	for _, path := range []string{old, fresh} {
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, time.Now); err != nil {
		t.Fatal(err)
	}
	if found := find(); len(found) != 1 || found[0] != fresh {
		t.Errorf("left: %v, want the one being written", found)
	}
}
