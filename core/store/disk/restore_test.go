package disk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

// Installed programs live in folders beside the databases; a snapshot older than them leaves them alone.
func TestRestoreKeepsInstalledPrograms(t *testing.T) {
	for name, links := range map[string]bool{"hard links": true, "copies": false} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			s := opened(t, data)
			if err := fileOf(t, s, "pins").Commit(set("k", "before")); err != nil {
				t.Fatal(err)
			}
			snap, err := s.Snapshot(context.Background(), "manual", time.Unix(1, 0))
			if err != nil {
				t.Fatal(err)
			}
			if err := fileOf(t, s, "pins").Commit(set("k", "after")); err != nil {
				t.Fatal(err)
			}
			s.Close()
			program := filepath.Join(data, "store", "sha256-ab", "plugin")
			if err := os.Mkdir(filepath.Dir(program), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(program, []byte("installed later"), 0o500); err != nil {
				t.Fatal(err)
			}
			before, err := os.Stat(program)
			if err != nil {
				t.Fatal(err)
			}
			var aside string
			if links {
				aside, err = Restore(data, snap.Name, time.Unix(2, 0))
			} else {
				aside, err = restore(data, snap.Name, time.Unix(2, 0), func(string, string) error { return os.ErrPermission })
			}
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(program)
			if err != nil || string(text) != "installed later" {
				t.Errorf("the program: %q, %v", text, err)
			}
			if now, err := os.Stat(program); err != nil || now.Mode() != before.Mode() || os.SameFile(now, before) != links {
				t.Errorf("mode %v, the same file is %v, %v", now.Mode(), os.SameFile(now, before), err)
			}
			if _, err := os.Stat(filepath.Join(aside, "sha256-ab")); !os.IsNotExist(err) {
				t.Errorf("the program is also kept aside: %v", err)
			}
			if _, err := os.Stat(filepath.Join(aside, "pins.db")); err != nil {
				t.Errorf("what was there is not kept: %v", err)
			}
			s = opened(t, data)
			defer s.Close()
			if got := read(t, fileOf(t, s, "pins"), "k"); got != "before" {
				t.Errorf("restored %q", got)
			}
		})
	}
}

// What a newer program wrote is not read by an older one, nor is its mark taken away.
func TestNewerLayoutIsLeftAlone(t *testing.T) {
	s := opened(t, t.TempDir())
	path := filepath.Join(s.data, "store", "version")
	if err := os.WriteFile(path, []byte("99\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var e *sdk.Error
	if _, err := s.Upgrade(context.Background(), "1", time.Unix(1, 0)); !errors.As(err, &e) || e.Code != "store_newer" {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "99\n" {
		t.Fatalf("%q %v", text, err)
	}
}
