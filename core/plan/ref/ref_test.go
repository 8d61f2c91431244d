package ref

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestIn(t *testing.T) {
	refs, faults := In(map[string]any{"b": []any{"x ${step2.a.0} y", 1}, "a": "${previous.path}", "c": []string{"${RUNTIME:home}", "$${not}", "${FILLER:x}"}, "d": "${oops", "e": "${step1}", "f": "${step1.$}"})
	if len(faults) != 3 {
		t.Errorf("%v", faults)
	}
	want := []Ref{{Source: FromPreviousResult, Path: []string{"path"}, Whole: true}, {Source: FromStepResult, Step: 2, Path: []string{"a", "0"}},
		{Source: FromRuntime, Name: "home", Whole: true}, {Source: FromFiller, Name: "x", Whole: true}}
	if !reflect.DeepEqual(refs, want) {
		t.Errorf("%+v", refs)
	}
}

// What is escaped is read back as it was, and holds no reference.
func TestEscape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([${}a-z.1]|step1\.|\$\{)*`).Draw(t, "text")
		pieces, back := Split(Escape(text)), ""
		for _, p := range pieces {
			if p.Ref != nil || p.Fault != nil {
				t.Fatalf("%q holds %+v", Escape(text), p)
			}
			back += p.Text
		}
		if back != text {
			t.Fatalf("%q came back as %q", text, back)
		}
	})
}

func TestRenumber(t *testing.T) {
	in := map[string]any{"a": "${step1.path} $${step1.x} ${step2.y}", "b": []any{"${previous.z}", []string{"${step1}"}}}
	got := Renumber(in, func(n int) int { return n + 10 })
	want := map[string]any{"a": "${step11.path} $${step1.x} ${step12.y}", "b": []any{"${previous.z}", []string{"${step11}"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// A long text with nothing to renumber is copied as it is, whatever dollars and braces it holds.
func TestRenumberLeavesLongTextsAlone(t *testing.T) {
	for _, unit := range []string{"word ", "$ ", "${", "$${step1.x} ", "} "} {
		text := strings.Repeat(unit, 200_000)
		if got := Renumber(text, func(n int) int { return n + 1 }); got != text {
			t.Errorf("%q repeated is changed", unit)
		}
	}
	if got := Renumber("a ${step1.x} b ${ c", func(n int) int { return n + 1 }); got != "a ${step2.x} b ${ c" {
		t.Error(got)
	}
}
