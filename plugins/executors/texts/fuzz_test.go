package main

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/texts/counting"
	"github.com/metnos/metnos/plugins/executors/texts/editing"
	"github.com/metnos/metnos/plugins/executors/texts/sifting"
)

// Whatever bytes a file has, its lines are read without harm, and replacing a text by itself leaves it as it was.
func FuzzTexts(f *testing.F) {
	for _, seed := range []string{"", "a", "a\nb\r\nc", "\xff\xfea\x00", "\xef\xbb\xbfab\nb", "b\xff\x80\nb", "\x00\x01", strings.Repeat("ab", 70000)} {
		f.Add(seed, "b")
	}
	f.Fuzz(func(t *testing.T, text, query string) {
		s := newScene(t)
		s.Write(t, "a.txt", text)
		r := s.run(editing.Editor{}, replace(query, query), "a.txt")
		if got := s.Read("a.txt"); got != text && r.OK && !strings.Contains(text, "\x00") {
			t.Errorf("%q became %q", text, got)
		}
		s.run(sifting.Filter{}, map[string]any{"query": query, "context": float64(1)}, "a.txt")
		s.run(sifting.Filter{}, map[string]any{"query": query, "match": "regex"}, "a.txt")
		s.run(counting.Counter{}, map[string]any{"measure": "frequent_words"}, "a.txt")
	})
}
