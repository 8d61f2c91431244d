package argument

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/sentence"
)

func TestWords(t *testing.T) {
	for name, want := range map[string]string{"find_files": "find files", "getWeather": "get weather", "mail-search": "mail search", "HTTPGet": "httpget", "": ""} {
		if got := strings.Join(Words(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestWants(t *testing.T) {
	given := func(name string) entry.Arg { return entry.Arg{Name: name, Required: true} }
	for _, tc := range []struct {
		what    string
		args    []entry.Arg
		changes bool
		need    Need
		takes   sentence.Kinds
	}{
		{"nothing", nil, true, Nothing, 0},
		{"a path", []entry.Arg{given("path")}, true, Paths, sentence.HasPath},
		{"an id", []entry.Arg{given("message_id")}, true, Handles, 0},
		{"an id that may be left out", []entry.Arg{{Name: "event_id"}}, true, Handles, 0},
		{"an id that may be left out where nothing changes", []entry.Arg{{Name: "event_id"}}, false, Nothing, 0},
		{"an id or a query", []entry.Arg{{Name: "event_id"}, {Name: "query"}}, true, Nothing, sentence.HasName},
		{"an address and a time", []entry.Arg{{Name: "to"}, {Name: "x", Semantic: "time"}}, true, Nothing, sentence.HasRecipient | sentence.HasEmail | sentence.HasTime},
	} {
		if need, takes := Wants(entry.Entry{Name: "x", Args: tc.args}, tc.changes); need != tc.need || takes != tc.takes {
			t.Errorf("%s: %d %b, want %d %b", tc.what, need, takes, tc.need, tc.takes)
		}
	}
}
