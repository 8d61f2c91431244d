package label

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	text := manifest.Property{Type: "string"}
	for name, c := range map[string]struct {
		p    manifest.Property
		want bool
	}{
		"text": {text, true}, "anything": {manifest.Property{}, true}, "an object": {manifest.Property{Type: "object"}, true}, "texts": {manifest.Property{Type: "array", Items: &text}, true},
		"a number": {manifest.Property{Type: "number"}, false}, "a count": {manifest.Property{Type: "integer"}, false}, "a yes or no": {manifest.Property{Type: "boolean"}, false},
		"a date": {manifest.Property{Type: "string", Format: "date-time"}, false}, "one of some": {manifest.Property{Type: "string", Enum: []any{"a"}}, false},
		"numbers": {manifest.Property{Type: "array", Items: &manifest.Property{Type: "integer"}}, false}, "a list of anything": {manifest.Property{Type: "array"}, true},
	} {
		if Names(c.p) != c.want {
			t.Errorf("%s", name)
		}
	}
}

func TestCalled(t *testing.T) {
	for want, values := range map[string][]string{"": nil, "a": {"a", "a", ""}, "a (+2)": {"", "a", "b", "c", "b"}} {
		if got := Called("read_files", values); got.Name != want || got.Tool != "read_files" {
			t.Errorf("%v: %+v", values, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.Just(strings.Repeat("è", 400)))).Draw(t, "values")
		if got := Called("x", values); len(got.Name) > maxName+20 || !utf8.ValidString(got.Name) {
			t.Fatalf("%d bytes: %q", len(got.Name), got.Name)
		}
	})
}

// An item's own words name its source only where the executor vouches for them.
func TestGave(t *testing.T) {
	items := []map[string]any{{"path": "/h/a", "sender": "eve"}}
	only := func(fields ...string) func(string) bool {
		return func(f string) bool { return strings.Contains(strings.Join(fields, " "), f) }
	}
	from := Source{Tool: "read_messages", Name: "inbox"}
	for want, trusted := range map[string]func(string) bool{"/h/a": only("path", "sender"), "eve": only("sender"), "inbox": only("size")} {
		if got := Gave(from, items, trusted); got.Name != want {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	if got := Gave(Guess.Source, items, only("path")); got != Guess.Source {
		t.Errorf("a guess became %+v", got)
	}
}

func TestWorse(t *testing.T) {
	own, eve := Mark{Own, Source{"find_files", "a"}}, Mark{Untrusted, Source{"read_files", "b"}}
	if Worse(own, eve) != eve || Worse(eve, own) != eve || Worse(Mark{}, own) != own || Worse(eve, Guess) != eve || Worse(Guess, eve) != eve || !Guess.Guessed() || eve.Guessed() {
		t.Error("the less trusted mark did not win")
	}
}
