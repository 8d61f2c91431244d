package destination

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// shelf is a table in memory.
type shelf map[string]Deferred

func at(owner core.Owner, key string) string { return string(owner) + "/" + key }

func (s shelf) Get(owner core.Owner, key string) (Deferred, bool, error) {
	d, ok := s[at(owner, key)]
	return d, ok, nil
}
func (s shelf) Put(owner core.Owner, key string, d Deferred) error { s[at(owner, key)] = d; return nil }
func (s shelf) Update(owner core.Owner, key string, change func(Deferred, bool) (Deferred, error)) (Deferred, error) {
	before, found := s[at(owner, key)]
	after, err := change(before, found)
	if err == nil {
		s[at(owner, key)] = after
	}
	return after, err
}
func (s shelf) Each(owner core.Owner, prefix string, visit func(string, Deferred) bool) error {
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if strings.HasPrefix(key, at(owner, prefix)) && !visit(strings.TrimPrefix(key, at(owner, "")), s[key]) {
			return nil
		}
	}
	return nil
}

func TestADeferredRequestRunsOnceOrExpires(t *testing.T) {
	now := noon
	d := NewDeferrals(shelf{}, func() time.Time { return now })
	add := func(owner core.Owner, id, device string) {
		t.Helper()
		if _, err := d.Add(Deferred{ID: id, Owner: owner, Device: device, Text: "cerca i pdf"}); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	waiting := func(owner core.Owner) string {
		list, err := d.Waiting(owner, "nas")
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, r := range list {
			ids = append(ids, r.ID)
		}
		return strings.Join(ids, " ")
	}
	for _, id := range []string{"b", "a", "c"} {
		add("anna", id, "nas")
	}
	add("anna", "x", "pc")
	add("bruno", "z", "nas")
	if got := waiting("anna"); got != "b a c" {
		t.Errorf("waiting: %q", got)
	}
	if _, err := d.Claim("bruno", "a", "t1"); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("bruno claimed what is anna's: %v", err)
	}
	if _, err := d.Close("anna", "a", "t1", Done); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("closed unclaimed: %v", err)
	}
	if _, err := d.Claim("anna", "a", "t1"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Claim("anna", "a", "t2"); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("claimed twice: %v", err)
	}
	if _, err := d.Close("anna", "a", "t2", Done); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("closed by another turn: %v", err)
	}
	if r, err := d.Close("anna", "a", "t1", Done); err != nil || r.State != Done {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := d.Close("anna", "a", "t1", Failed); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("closed twice: %v", err)
	}
	now = noon.Add(DeferredLife) // b ends now, c a minute later
	ended, err := d.Expire("anna")
	if err != nil || len(ended) != 1 || ended[0].ID != "b" || ended[0].State != Expired {
		t.Errorf("%+v, %v", ended, err)
	}
	if _, err := d.Claim("anna", "b", "t3"); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("an expired request was claimed: %v", err)
	}
	if got := waiting("anna") + "|" + waiting("bruno"); got != "c|z" {
		t.Errorf("waiting: %q", got)
	}
}

func TestDeferredRequestsAreBounded(t *testing.T) {
	d := NewDeferrals(shelf{}, func() time.Time { return noon })
	for i := range maxDeferred {
		if _, err := d.Add(Deferred{ID: fmt.Sprint(i), Owner: "anna", Device: "nas", Text: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Add(Deferred{ID: "more", Owner: "anna", Device: "nas", Text: "x"}); sdk.ClassOf(err) != sdk.Quota {
		t.Errorf("no bound: %v", err)
	}
	if _, err := d.Add(Deferred{ID: "more", Owner: "bruno", Device: "nas", Text: "x"}); err != nil {
		t.Errorf("anna's fill bruno's: %v", err)
	}
	for _, bad := range []Deferred{{}, {ID: "a", Owner: "anna", Device: "nas"}, {ID: "a", Device: "nas", Text: "x"}, {ID: "a", Owner: "anna", Text: "x"}, {Owner: "anna", Device: "nas", Text: "x"}} {
		if _, err := d.Add(bad); sdk.ClassOf(err) != sdk.WrongArgs {
			t.Errorf("%+v was kept: %v", bad, err)
		}
	}
}
