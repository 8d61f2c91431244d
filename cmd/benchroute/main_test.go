package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRun(t *testing.T) {
	catalog := write(t, "c.json", `[{"name": "find_files", "description": "Finds files.", "affinity": ["cerca file"], "args": {}}, {"name": "get_now", "description": "Date and time."}]`)
	queries := write(t, "q.jsonl", `{"query": "trova i file", "first_tool": "find_files"}`+"\n"+`{"query": "che ore sono", "first_tool": "get_now"}`+"\n"+`{"query": "leggi la posta", "first_tool": "read_messages"}`)
	var out bytes.Buffer
	if err := (bench{30, 1, true}).run(&out, catalog, queries); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"(2 executors)", "(3 sentences)", "read_messages is asked for and not in the catalog", "R@1", "0.667", "leggi la posta"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if rows := strings.Count(text, " ms\n"); rows != 2 {
		t.Errorf("%d rows, one for the catalog and one grown wanted:\n%s", rows, text)
	}
}

func TestRunRefuses(t *testing.T) {
	good := write(t, "c.json", `[{"name": "get_now"}]`)
	for _, tc := range []struct{ catalog, queries, want string }{
		{"absent.json", good, "absent.json"},
		{write(t, "c.json", `{}`), good, "want a list"},
		{good, write(t, "q.jsonl", `{"query": "x"}`), "line 1"},
		{good, write(t, "q.jsonl", ``), "no queries"},
		{t.TempDir(), good, "no manifest"},
	} {
		if err := (bench{10, 1, false}).run(&bytes.Buffer{}, tc.catalog, tc.queries); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s, %s: %v", tc.catalog, tc.queries, err)
		}
	}
}

// The source's own manifests and sentences can be read, and fit together.
func TestShippedSets(t *testing.T) {
	for _, s := range shipped {
		entries, err := readCatalog(filepath.Join("../..", s[0]))
		if err != nil {
			t.Fatal(err)
		}
		queries, err := readQueries(filepath.Join("../..", s[1]))
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, e := range entries.entries {
			names[e.Name] = true
		}
		for _, q := range queries {
			if !names[q.First] {
				t.Errorf("%s: %q needs %s, which is not there", s[1], q.Sentence, q.First)
			}
		}
	}
}
