package main

import (
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

type scene struct {
	*birth.Home
	t    testing.TB
	lang string
}

func newScene(t testing.TB) scene { return scene{birth.NewHome(t), t, "it"} }

func (s scene) call(args map[string]any) sdk.Call {
	return sdk.Call{Args: args, Owner: "host", Lang: s.lang, Zone: "Europe/Rome", Home: s.Dir, Now: time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)}
}

// with are arguments over files of the home.
func (s scene) with(more map[string]any, names ...string) map[string]any {
	args := map[string]any{}
	for key, v := range more {
		args[key] = v
	}
	paths := []any{}
	for _, name := range names {
		paths = append(paths, s.Path(name))
	}
	args["paths"] = paths
	return args
}

func (s scene) run(e sdk.Executor, args map[string]any) sdk.Result {
	s.t.Helper()
	r, err := e.Invoke(s.t.Context(), s.call(args), s.Host)
	return s.answered(r, err)
}

func (s scene) undo(e sdk.Reverser, of sdk.Result) sdk.Result {
	s.t.Helper()
	call := s.call(nil)
	call.Undo = of.Undo
	r, err := e.Reverse(s.t.Context(), call, s.Host)
	return s.answered(r, err)
}

// answered passes a result through JSON, as the wire does.
func (s scene) answered(r sdk.Result, err error) sdk.Result {
	s.t.Helper()
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
	var out sdk.Result
	if err := json.Unmarshal(data, &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// put makes a file of bytes in the home.
func (s scene) put(name string, data []byte) {
	s.t.Helper()
	if err := os.WriteFile(s.Path(name), data, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func texts(r sdk.Result) (out []string) {
	for _, e := range r.Entries {
		out = append(out, e["text"].(string))
	}
	return out
}

func fault(r sdk.Result) string {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}
