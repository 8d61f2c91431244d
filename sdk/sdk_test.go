package sdk_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"testing"

	"github.com/metnos/metnos/sdk"
)

func TestErrorKeepsItsCause(t *testing.T) {
	err := fmt.Errorf("outer: %w", sdk.Errorf(sdk.NotFound, "file_not_found", "open %s: %w", "/x", fs.ErrNotExist))
	if !errors.Is(err, fs.ErrNotExist) || sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("%v lost its cause or class", err)
	}
	if got := err.Error(); got != "outer: not_found/file_not_found: open /x: file does not exist" {
		t.Errorf("it reads %q", got)
	}
	if got := (&sdk.Error{Class: sdk.Quota, Message: "m"}).Error(); got != "quota: m" {
		t.Errorf("without a code it reads %q", got)
	}
	if c := sdk.ClassOf(fs.ErrNotExist); c != "" {
		t.Errorf("a plain error has the class %q", c)
	}
}

func TestWithCopies(t *testing.T) {
	first := sdk.Errorf(sdk.Conflict, "file_exists", "x").With("path", "/a")
	second := first.With("path", "/b").With("n", "1")
	if first.Params["path"] != "/a" || len(first.Params) != 1 || second.Params["path"] != "/b" || second.Params["n"] != "1" {
		t.Errorf("%v and %v", first.Params, second.Params)
	}
}

func TestErrorSurvivesJSON(t *testing.T) {
	want := sdk.Errorf(sdk.Network, "host_unreachable", "no route").With("host", "h")
	b, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got sdk.Error
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if got.Class != want.Class || got.Code != want.Code || got.Message != want.Message || !reflect.DeepEqual(got.Params, want.Params) {
		t.Errorf("%+v came back as %+v", want, got)
	}
}

func TestClasses(t *testing.T) {
	seen := map[sdk.Class]bool{}
	structural := 0
	for _, c := range sdk.Classes {
		if seen[c] || !c.Valid() {
			t.Errorf("%q is twice there or invalid", c)
		}
		seen[c] = true
		if c.Structural() {
			structural++
		}
	}
	if structural != 4 || len(sdk.Classes) != 21 {
		t.Errorf("%d structural of %d classes", structural, len(sdk.Classes))
	}
	for _, c := range []sdk.Class{"", "oops", "Not_Found"} {
		if c.Valid() {
			t.Errorf("%q is valid", c)
		}
	}
}

func TestItems(t *testing.T) {
	one := []map[string]any{{"a": 1}}
	if r := (sdk.Result{Entries: one, Results: nil}); len(r.Items()) != 1 {
		t.Error("entries are the items of a producer")
	}
	if r := (sdk.Result{Results: one}); len(r.Items()) != 1 {
		t.Error("results are the items of a mutator")
	}
	if r := (sdk.Result{Entries: []map[string]any{}, Results: one}); len(r.Items()) != 0 {
		t.Error("an empty list of entries is a list")
	}
}
