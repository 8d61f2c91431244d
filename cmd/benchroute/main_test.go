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
	queries := write(t, "q.jsonl", `{"query": "una barzelletta", "first_tool": ""}`+"\n"+`{"query": "trova i file", "first_tool": "find_files"}`+"\n"+`{"query": "che ore sono", "first_tool": "get_now"}`+"\n"+`{"query": "leggi la posta", "first_tool": "read_messages"}`)
	var out bytes.Buffer
	if err := (bench{30, 1, true}).run(&out, catalog, queries); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"(2 executors)", "(3 sentences, and 1 outside)", "read_messages is asked for and not in the catalog", "R@1", "0.667", "leggi la posta"} {
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

// What the composer makes of sentences is told where there are manifests.
func TestComposed(t *testing.T) {
	t.Chdir("../..")
	queries := write(t, "q.jsonl", `{"query": "che ore sono", "first_tool": "get_now"}`+"\n"+`{"query": "che giorno è oggi", "first_tool": "find_files"}`+"\n"+
		`{"query": "raccontami una barzelletta", "first_tool": ""}`+"\n"+`{"query": "what time is it", "first_tool": ""}`)
	var out bytes.Buffer
	if err := (bench{0, 1, true}).run(&out, "plugins/executors", queries); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 2 (50.0%) planned right, 1 of 2 (50.0%) planned with another", "1 of 2 (50.0%) of the outside sentences accepted", `planned get_now, wanted "find_files": che giorno è oggi`, `wanted "": what time is it`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// The source's own manifests and sentences can be read, and fit together.
func TestShippedSets(t *testing.T) {
	t.Chdir("../..")
	for _, s := range shipped {
		entries, err := readCatalog(s[0])
		if err != nil {
			t.Fatal(err)
		}
		queries, err := readQueries(s[1])
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, e := range entries.entries {
			names[e.Name] = true
		}
		for _, q := range queries {
			if !q.Outside() && !names[q.First] {
				t.Errorf("%s: %q needs %s, which is not there", s[1], q.Sentence, q.First)
			}
		}
	}
}
