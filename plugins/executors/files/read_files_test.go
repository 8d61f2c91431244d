package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/files/content"
)

func TestReadFiles(t *testing.T) {
	s := newScene(t)
	s.Write(t, "a.txt", "uno\r\ndue parole\r\n")
	s.Write(t, "latin.txt", "citt\xe0")
	s.Write(t, "bom.txt", "\xef\xbb\xbfciao\n")
	s.Write(t, "wide.txt", "\xff\xfec\x00i\x00a\x00o\x00")
	s.Write(t, "image.png", "\x89PNG\r\n\x1a\n\x00\x00")
	if err := os.Symlink("a.txt", s.Path("link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", s.Path("outside")); err != nil {
		t.Fatal(err)
	}
	r := s.run(reader{}, map[string]any{"paths": s.paths("a.txt", "latin.txt", "bom.txt", "wide.txt", "link", "image.png", "gone", "outside")})
	texts := []string{"uno\r\ndue parole\r\n", "città", "ciao\n", "ciao", "uno\r\ndue parole\r\n"}
	encodings := "utf-8 windows-1252 utf-8-bom utf-16le utf-8"
	if len(r.Entries) != len(texts) || listed(r.Entries, "encoding") != encodings {
		t.Fatalf("%d entries, %q, failed %v", len(r.Entries), listed(r.Entries, "encoding"), r.Failed)
	}
	for i, want := range texts {
		if r.Entries[i]["text"] != want {
			t.Errorf("%d: %q", i, r.Entries[i]["text"])
		}
	}
	if len(r.Failed) != 3 || r.Failed[0].Code != "not_text" || r.Failed[1].Code != "file_not_found" || r.Failed[2].Class != "permission_denied" {
		t.Errorf("failed %v", r.Failed)
	}
	if r.Entries[0]["lines"] != 2.0 || r.Entries[0]["words"] != 3.0 {
		t.Errorf("%v", r.Entries[0])
	}
}

func TestReadLinesAsItems(t *testing.T) {
	s := newScene(t)
	s.Write(t, "log", "uno\r\ndue\r\n\r\ntre\r\n")
	s.Write(t, "b", "x")
	r := s.run(reader{}, map[string]any{"paths": s.paths("log", "b"), "unit": "line"})
	if got := listed(r.Entries, "text"); got != "uno due  tre x" || r.Entries[3]["line"] != 4.0 || r.Value != 5.0 {
		t.Errorf("%q %v", got, r.Entries)
	}
	r = s.run(reader{}, map[string]any{"paths": s.paths("log"), "unit": "paragraph"})
	if len(r.Entries) != 2 || r.Entries[0]["text"] != "uno\ndue" || r.Entries[1]["line"] != 4.0 {
		t.Errorf("%v", r.Entries)
	}
	r = s.run(reader{}, map[string]any{"paths": s.paths("log"), "first_lines": 1, "last_lines": 1})
	if r.OK || r.Error.Code != "first_and_last" {
		t.Errorf("%v", r.Error)
	}
}

func TestReadIsBounded(t *testing.T) {
	s := newScene(t)
	s.Write(t, "big", strings.Repeat("0123456789abcde\n", 1<<18)) // 4 MB
	s.Write(t, "small", "x")
	r := s.run(reader{}, map[string]any{"paths": s.paths("big")})
	if text := r.Entries[0]["text"].(string); len(text) != 256<<10 || r.Entries[0]["truncated"] != true {
		t.Errorf("%d bytes", len(text))
	}
	if r.Truncated == nil || r.Truncated.Used != 256<<10 || r.Truncated.Available != 4<<20 || r.Truncated.Cap != "max_bytes" {
		t.Errorf("%v", r.Truncated)
	}
	if r.Entries[0]["lines"] != float64(1<<18) {
		t.Errorf("%v lines", r.Entries[0]["lines"])
	}
	r = s.run(reader{}, map[string]any{"paths": s.paths("big"), "unit": "line", "max_bytes": 8 << 20})
	if len(r.Entries) != content.MaxLines || r.Truncated == nil || r.Truncated.Used != 16*content.MaxLines {
		t.Errorf("%d items, %v", len(r.Entries), r.Truncated)
	}
	r = s.run(reader{}, map[string]any{"paths": s.paths("big"), "last_lines": 2})
	if r.Entries[0]["text"] != "0123456789abcde\n0123456789abcde\n" || r.Truncated != nil {
		t.Errorf("%v %v", r.Entries, r.Truncated)
	}
}

func TestReadTheEndOfASparseFile(t *testing.T) {
	s := newScene(t)
	s.Write(t, "log", strings.Repeat("una riga\n", 2000))
	file, err := os.OpenFile(s.Path("log"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt([]byte("\npenultima\nultima\n"), 3<<30)
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip("the disk has no sparse files:", err)
	}
	start := work(t)
	r := s.run(reader{}, map[string]any{"paths": s.paths("log"), "last_lines": 2, "max_bytes": 1000})
	if !r.OK || r.Entries[0]["text"] != "penultima\nultima\n" || r.Entries[0]["lines"] != nil {
		t.Errorf("%v %v", r.Error, r.Entries)
	}
	if took := work(t) - start; took > time.Second {
		t.Errorf("took %s", took)
	}
}
