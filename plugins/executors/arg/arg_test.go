package arg

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

func TestValues(t *testing.T) {
	r := Of(sdk.Call{Args: map[string]any{
		"text": "ciao", "number": 2.5, "whole": float64(7), "int": 8, "json": json.Number("9"), "yes": true,
		"list": []any{"a", "b"}, "when": "2026-03-31T10:00:00+02:00", "items": []any{map[string]any{"k": 1}}, "empty": []any{},
	}})
	if r.Text("text", "") != "ciao" || r.Text("number", "") != "2.5" || r.Text("yes", "") != "true" || r.Text("none", "x") != "x" {
		t.Error("Text")
	}
	if r.Int("whole", 0) != 7 || r.Int("int", 0) != 8 || r.Int("json", 0) != 9 || r.Int("none", 3) != 3 {
		t.Error("Int")
	}
	if list := r.Texts("list"); len(list) != 2 || list[1] != "b" || len(r.Texts("text")) != 1 || r.Texts("none") != nil {
		t.Error("Texts")
	}
	if !r.Flag("yes", false) || !r.Flag("none", true) {
		t.Error("Flag")
	}
	if at := r.Time("when"); !at.Equal(time.Date(2026, 3, 31, 8, 0, 0, 0, time.UTC)) || !r.Time("none").IsZero() {
		t.Error("Time")
	}
	if items := r.Objects("items"); len(items) != 1 || items[0]["k"] != 1 || r.Objects("empty") == nil {
		t.Error("Objects")
	}
	if r.Must("empty"); r.Err() != nil {
		t.Error(r.Err())
	}
}

func TestTheFirstWrongValueIsReported(t *testing.T) {
	for name, read := range map[string]func(*Reader){
		"text": func(r *Reader) { r.Text("v", "") }, "texts": func(r *Reader) { r.Texts("v") },
		"flag": func(r *Reader) { r.Flag("v", false) }, "int": func(r *Reader) { r.Int("v", 0) },
		"time": func(r *Reader) { r.Time("v") }, "objects": func(r *Reader) { r.Objects("v") },
	} {
		r := In(map[string]any{"v": []any{1.5, nil}})
		read(r)
		r.Flag("other", true)
		if sdk.ClassOf(r.Err()) != sdk.WrongArgs {
			t.Errorf("%s: %v", name, r.Err())
		}
	}
	r := In(map[string]any{"v": 1.5})
	if r.Int("v", 0); sdk.ClassOf(r.Err()) != sdk.WrongArgs {
		t.Error("a fraction is no whole number")
	}
	r = In(nil)
	r.Must("v")
	if sdk.ClassOf(r.Err()) != sdk.MissingInput {
		t.Error(r.Err())
	}
}
