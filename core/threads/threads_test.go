package threads

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

type table map[string]Thread

func (t table) Update(owner core.Owner, key string, change func(Thread, bool) (Thread, error)) (Thread, error) {
	before, found := t[string(owner)+"|"+key]
	after, err := change(before, found)
	if err == nil {
		t[string(owner)+"|"+key] = after
	}
	return after, err
}

func (t table) Delete(owner core.Owner, key string) error {
	delete(t, string(owner)+"|"+key)
	return nil
}

func (t table) Each(owner core.Owner, prefix string, visit func(string, Thread) bool) error {
	for _, k := range slices.Sorted(maps.Keys(t)) {
		rest, ours := strings.CutPrefix(k, string(owner)+"|")
		if ours && strings.HasPrefix(rest, prefix) && !visit(rest, t[k]) {
			return nil
		}
	}
	return nil
}

func idle(core.Owner, string, string) bool { return false }

var day = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func titles(t *testing.T, list []Thread, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range list {
		out = append(out, one.Title)
	}
	return strings.Join(out, " | ")
}

func note(t *testing.T, ts *Threads, owner core.Owner, channel, conversation, text string, at time.Time) {
	t.Helper()
	if err := ts.Note(owner, channel, conversation, text, at); err != nil {
		t.Fatal(err)
	}
}

func TestListOfOneOwnerOnOneChannel(t *testing.T) {
	ts := New(table{}, idle)
	note(t, ts, "anna", "web", "c_one", "Quanti PDF ci sono\nin Documenti?", day)
	note(t, ts, "anna", "web", "c_two", "sposta le foto", day.Add(time.Hour))
	note(t, ts, "anna", "web", "c_one", "e la bolletta del gas?", day.Add(2*time.Hour))
	note(t, ts, "anna", "telegram", "c_one", "altrove", day)
	note(t, ts, "bruno", "web", "c_one", "di bruno", day)

	for _, tc := range []struct{ query, want string }{
		{"", "Quanti PDF ci sono in Documenti? | sposta le foto"},
		{"BOLLETTA gas", "Quanti PDF ci sono in Documenti?"},
		{"foto bolletta", ""},
		{"bruno", ""},
	} {
		list, err := ts.List("anna", "web", tc.query)
		if got := titles(t, list, err); got != tc.want {
			t.Errorf("%q finds %q, want %q", tc.query, got, tc.want)
		}
	}
	if _, err := ts.Rename("anna", "web", "c_two", "  Foto\u202e di\tfamiglia "); err != nil {
		t.Fatal(err)
	}
	note(t, ts, "anna", "web", "c_two", "altro", day.Add(3*time.Hour))
	list, err := ts.List("anna", "web", "famiglia")
	if got := titles(t, list, err); got != "Foto di famiglia" || list[0].Turns != 2 {
		t.Errorf("renamed: %q %+v", got, list)
	}
	for name, err := range map[string]error{
		"a foreign conversation": func() error { _, err := ts.Rename("bruno", "web", "c_two", "mia"); return err }(),
		"an invisible title":     func() error { _, err := ts.Rename("anna", "web", "c_two", " \u200b\n"); return err }(),
	} {
		if class := sdk.ClassOf(err); class != sdk.NotFound && class != sdk.WrongArgs {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDeleteAsksEveryKeeper(t *testing.T) {
	var told []string
	broken := error(nil)
	keeper := func(owner core.Owner, channel, conversation string) error {
		told = append(told, string(owner)+" "+channel+" "+conversation)
		return broken
	}
	busy := ""
	ts := New(table{}, func(_ core.Owner, _, conversation string) bool { return conversation == busy }, keeper, keeper)
	note(t, ts, "anna", "web", "c_one", "uno", day)
	note(t, ts, "anna", "web", "c_one_more", "due", day)

	if err := ts.Delete("bruno", "web", "c_one"); sdk.ClassOf(err) != sdk.NotFound || told != nil {
		t.Fatalf("a stranger: %v, keepers told %v", err, told)
	}
	if err := ts.Delete("anna", "web", "c_on"); sdk.ClassOf(err) != sdk.NotFound || told != nil {
		t.Fatalf("the beginning of a name: %v, keepers told %v", err, told)
	}
	busy = "c_one"
	if err := ts.Delete("anna", "web", "c_one"); sdk.ClassOf(err) != sdk.Conflict || told != nil {
		t.Fatalf("while a turn runs: %v, keepers told %v", err, told)
	}
	busy, broken = "", errors.New("disk")
	if err := ts.Delete("anna", "web", "c_one"); err == nil {
		t.Fatal("a keeper that failed is no fault")
	}
	list, err := ts.List("anna", "web", "")
	if got := titles(t, list, err); !strings.Contains(got, "uno") {
		t.Fatalf("half deleted and not listed: %q", got)
	}
	broken, told = nil, nil
	if err := ts.Delete("anna", "web", "c_one"); err != nil || len(told) != 2 || told[0] != "anna web c_one" {
		t.Fatalf("%v, keepers told %v", err, told)
	}
	list, err = ts.List("anna", "web", "")
	if got := titles(t, list, err); got != "due" {
		t.Fatalf("left: %q", got)
	}
}

func TestTitleIsOneShortLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		got := Title(text)
		if utf8.RuneCountInString(got) > maxTitle || strings.ContainsAny(got, "\n\r\t\u202e\u200b") || !utf8.ValidString(got) {
			t.Fatalf("%q", got)
		}
		if again := Title(got); again != got {
			t.Fatalf("%q then %q", got, again)
		}
	})
}

func TestSaidIsBounded(t *testing.T) {
	ts := New(table{}, idle)
	for i := range 40 {
		note(t, ts, "anna", "web", "c_one", strings.Repeat("è", 400)+" fine"+string(rune('a'+i%26)), day)
	}
	list, err := ts.List("anna", "web", "finen")
	if err != nil || len(list) != 1 || len(list[0].Said) > maxSaid || !utf8.ValidString(list[0].Said) {
		t.Fatalf("%v %d", err, len(list))
	}
}
