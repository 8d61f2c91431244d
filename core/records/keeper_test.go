package records

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// shelf is a table in memory.
type shelf[T any] map[core.Owner]map[string]T

func (s shelf[T]) Get(o core.Owner, key string) (T, bool, error) {
	v, ok := s[o][key]
	return v, ok, nil
}

func (s shelf[T]) Put(o core.Owner, key string, v T) error {
	if s[o] == nil {
		s[o] = map[string]T{}
	}
	s[o][key] = v
	return nil
}

func (s shelf[T]) Delete(o core.Owner, key string) error { delete(s[o], key); return nil }

func (s shelf[T]) Each(o core.Owner, prefix string, visit func(string, T) bool) error {
	for k, v := range s[o] {
		if ok, _ := filepath.Match(prefix+"*", k); ok && !visit(k, v) {
			return nil
		}
	}
	return nil
}

func (s shelf[T]) DeleteWhere(o core.Owner, match func(string, T) bool) (n int, err error) {
	for k, v := range s[o] {
		if match(k, v) {
			delete(s[o], k)
			n++
		}
	}
	return n, nil
}

func keeper() *Keeper {
	at := time.Date(2026, 4, 1, 8, 0, 0, 0, time.UTC)
	return New(shelf[sdk.Row]{}, shelf[Change]{}, func() time.Time { at = at.Add(time.Second); return at })
}

func note(text string) sdk.Alteration {
	return sdk.Alteration{Kind: sdk.WriteRow, Row: &sdk.Row{Store: "Notes", Cells: []sdk.Cell{{Name: "text", Type: "text", Value: text}}}}
}

func count(t *testing.T, k *Keeper, owner core.Owner, store, query string) int {
	t.Helper()
	list, err := k.Find(owner, store, query)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestRowsBelongToTheirOwner(t *testing.T) {
	k := keeper()
	out, err := k.Alter("anna", note("ho prestato la scala a Luca"))
	if err != nil || out.Row == nil || out.Ref == "" {
		t.Fatalf("%+v %v", out, err)
	}
	if n := count(t, k, "bruno", "", ""); n != 0 {
		t.Errorf("another person sees %d rows", n)
	}
	if _, err := k.Alter("bruno", sdk.Alteration{Kind: sdk.DeleteRow, Row: out.Row}); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("another person deletes it: %v", err)
	}
	if _, err := k.Revert("bruno", out.Ref); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("another person takes it back: %v", err)
	}
	if n := count(t, k, "anna", "notes", ""); n != 1 {
		t.Errorf("%d rows are left", n)
	}
}

func TestWordsInWhateverForm(t *testing.T) {
	k := keeper()
	for _, text := range []string{"ho prestato la scala a Luca", "la bici è prestata a Marco", "la caldaia va a 65 gradi"} {
		if _, err := k.Alter("anna", note(text)); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string]int{"": 3, "prestato": 2, "PRESTATA luca": 1, "65": 1, "6": 0, "scala Marco": 0} {
		if n := count(t, k, "anna", "notes", query); n != want {
			t.Errorf("%q: %d rows, want %d", query, n, want)
		}
	}
}

func TestChangesAreTakenBack(t *testing.T) {
	k := keeper()
	written, err := k.Alter("anna", note("uno"))
	if err != nil {
		t.Fatal(err)
	}
	deleted, err := k.Alter("anna", sdk.Alteration{Kind: sdk.DeleteRow, Row: &sdk.Row{ID: written.Row.ID}})
	if err != nil || count(t, k, "anna", "", "") != 0 {
		t.Fatal(err)
	}
	for _, step := range []struct {
		ref  string
		same bool
		rows int
	}{{deleted.Ref, false, 1}, {deleted.Ref, true, 1}, {written.Ref, false, 0}, {written.Ref, true, 0}} {
		out, err := k.Revert("anna", step.ref)
		if err != nil || out.Same != step.same || count(t, k, "anna", "", "") != step.rows {
			t.Errorf("%+v: %+v %v", step, out, err)
		}
	}
}

func TestARowThatIsOnlyTriedIsNotWritten(t *testing.T) {
	k := keeper()
	a := note("uno")
	a.Try = true
	if out, err := k.Alter("anna", a); err != nil || out.Ref != "" || count(t, k, "anna", "", "") != 0 {
		t.Errorf("%+v %v", out, err)
	}
}

func TestTypesHold(t *testing.T) {
	k := keeper()
	row := func(kind, value string) sdk.Alteration {
		return sdk.Alteration{Kind: sdk.WriteRow, Row: &sdk.Row{Store: "libri", Cells: []sdk.Cell{{Name: "pagine", Type: kind, Value: value}}}}
	}
	if _, err := k.Alter("anna", row("number", "503")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ kind, value, code string }{
		{"text", "tante", "record_type"}, {"number", "tante", "record_shape"}, {"number", "NaN", "record_shape"},
		{"boolean", "sì", "record_shape"}, {"datetime", "ieri", "record_shape"}, {"picture", "x", "record_shape"},
	} {
		_, err := k.Alter("anna", row(c.kind, c.value))
		var e *sdk.Error
		if !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s %q: %v, want %s", c.kind, c.value, err, c.code)
		}
	}
	if _, err := k.Alter("anna", sdk.Alteration{Kind: sdk.WriteRow, Row: &sdk.Row{Store: "libri"}}); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Errorf("a row without fields: %v", err)
	}
	if _, err := k.Alter("anna", sdk.Alteration{Kind: sdk.WriteRow}); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Errorf("no row: %v", err)
	}
	if n := count(t, k, "anna", "", ""); n != 1 {
		t.Errorf("%d rows, want the one that fits", n)
	}
}
