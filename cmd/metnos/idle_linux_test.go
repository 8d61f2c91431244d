package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

func TestConstants(t *testing.T) {
	const head, clean, dirty = "00400000-01a00000 r-xp 00000000 08:01 123    /opt/my app/metnos\n", "Rss: 4 kB\nPrivate_Dirty:         4 kB\nAnonymous:             0 kB\n", "Private_Dirty:         4 kB\nAnonymous:             4 kB\n"
	for smaps, want := range map[string]int{
		head + clean: 1,
		head + clean + "02000000-03000000 r--p 01600000 08:01 123    /opt/my app/metnos\n" + clean: 2,
		head + dirty: 0,
		head:         0,
		"00400000-01a00000 rw-p 00000000 08:01 123    /opt/my app/metnos\n" + clean:           0,
		"00400000-01a00000 r--s 00000000 08:01 123    /opt/my app/metnos\n" + clean:           0,
		"00400000-01a00000 r-xp 00000000 08:01 123    /opt/my app/metnos (deleted)\n" + clean: 0,
		"00400000-01a00000 r-xp 00000000 00:00 0 \n" + clean:                                  0,
		"x-y r-xp 00000000 08:01 123    /opt/my app/metnos\n" + clean:                         0,
	} {
		got := constants(smaps, "/opt/my app/metnos")
		if len(got) != want || want > 0 && (got[0] != area{0x400000, 0x1600000}) {
			t.Errorf("%q: %x", smaps, got)
		}
	}
}

// A program that let go of itself goes on, and holds less for a while.
func TestLetGoProgram(t *testing.T) {
	resident := func() (kb int) {
		text, err := os.ReadFile("/proc/self/smaps_rollup")
		if err != nil {
			t.Skip(err)
		}
		for line := range strings.Lines(string(text)) {
			if _, err := fmt.Sscanf(line, "Pss_File: %d kB", &kb); err == nil {
				return kb
			}
		}
		t.Skip("this system does not tell pages of files apart")
		return 0
	}
	before := resident()
	letGoProgram()
	if after := resident(); after >= before {
		t.Errorf("%d kB of files before, %d after", before, after)
	}
}
