package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

type scene struct {
	*birth.Home
	t testing.TB
}

func newScene(t testing.TB) scene { return scene{birth.NewHome(t), t} }

func (s scene) call(args map[string]any) sdk.Call {
	return sdk.Call{Args: args, Owner: "host", Lang: "it", Zone: "Europe/Rome", Home: s.Dir, Now: time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)}
}

// read reads files by name, with other arguments, and passes the result through JSON as the wire does.
func (s scene) read(e sdk.Executor, more map[string]any, names ...string) sdk.Result {
	s.t.Helper()
	args := map[string]any{}
	for key, v := range more {
		args[key] = v
	}
	paths := []any{}
	for _, name := range names {
		paths = append(paths, s.Path(name))
	}
	args["paths"] = paths
	r, err := e.Invoke(s.t.Context(), s.call(args), s.Host)
	if err != nil {
		var known *sdk.Error
		if !errors.As(err, &known) {
			s.t.Fatalf("an error without a class: %v", err)
		}
		r = sdk.Result{Error: known}
	}
	data, err := json.Marshal(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if len(data) > 8<<20 {
		s.t.Errorf("a result of %d bytes is more than a later step takes", len(data))
	}
	var out sdk.Result
	if err := json.Unmarshal(data, &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

func first(r sdk.Result) string {
	if len(r.Entries) == 0 {
		return ""
	}
	data, _ := json.Marshal(r.Entries[0])
	return string(data)
}

func columns(r sdk.Result) string {
	var out []string
	if r.Table != nil {
		for _, c := range r.Table.Columns {
			out = append(out, c.Key+":"+c.Type)
		}
	}
	return strings.Join(out, " ")
}
