package main

import (
	"path/filepath"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/store"
)

func TestMapped(t *testing.T) {
	for line, want := range map[string]uintptr{
		"7f00000000-7f00400000 r--s 00000000 08:01 123    /data/store/a.db\n":    0x400000,
		"7f00000000-7f00400000 r--s 00000000 08:01 123    /data/my store/a.db\n": 0,
		"7f00000000-7f00400000 rw-s 00000000 08:01 123    /data/store/a.db\n":    0,
		"7f00000000-7f00400000 r--p 00000000 08:01 123    /data/store/a.db\n":    0,
		"7f00000000-7f00400000 r--s 00000000 08:01 123    /data/stores/a.db\n":   0,
		"7f00000000-7f00400000 r--s 00000000 08:01 123    /data/store/plugin\n":  0,
		"7f00400000-7f00000000 r--s 00000000 08:01 123    /data/store/a.db\n":    0,
		"x-y r--s 00000000 08:01 123    /data/store/a.db\n":                      0,
		"7f00000000-7f00400000 rw-p 00000000 00:00 0 \n":                         0,
	} {
		if _, size, ok := mapped(line, "/data/store"); ok != (want > 0) || ok && size != want {
			t.Errorf("%q: %#x, %v", line, size, ok)
		}
	}
}

// What was let go is read again as it was, and written as before.
func TestLetGoLosesNothing(t *testing.T) {
	data := t.TempDir()
	s, err := store.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	table := store.TableOf[string](s, "notes")
	for _, text := range []string{"uno", "due"} {
		if err := table.Put(core.Host, "k", text); err != nil {
			t.Fatal(err)
		}
		letGo(filepath.Join(data, "store"))
		if got, found, err := table.Get(core.Host, "k"); err != nil || !found || got != text {
			t.Errorf("%q, %v, %v", got, found, err)
		}
	}
}
