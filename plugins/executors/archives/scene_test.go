package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/archives/packing"
	"github.com/metnos/metnos/plugins/executors/archives/unpacking"
	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

type (
	packer   = packing.Packer
	unpacker = unpacking.Unpacker
)

type scene struct {
	*birth.Home
	t testing.TB
}

func newScene(t testing.TB, files ...string) scene {
	s := scene{birth.NewHome(t), t}
	for _, name := range files {
		s.Write(t, name, "text of "+name)
	}
	return s
}

func (s scene) call(args map[string]any) sdk.Call {
	return sdk.Call{Args: args, Owner: "host", Lang: "it", Zone: "Europe/Rome", Home: s.Dir, Now: time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)}
}

func (s scene) paths(names ...string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = s.Path(name)
	}
	return out
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

// tree lists every path below a folder with the text of each file.
func (s scene) tree(name string) map[string]string {
	s.t.Helper()
	root, out := s.Path(name), map[string]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(p[len(root):], "/")
		switch {
		case errors.Is(err, fs.ErrNotExist) && rel == "":
			return nil
		case err != nil:
			return err
		case rel == "":
		case d.IsDir():
			out[rel+"/"] = ""
		case d.Type().IsRegular():
			data, err := os.ReadFile(p)
			out[rel] = string(data)
			return err
		default:
			out[rel] = d.Type().String()
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

func codes(list []sdk.Failure) string {
	out := make([]string, len(list))
	for i, f := range list {
		out[i] = f.Code
	}
	return strings.Join(out, " ")
}

// zipOf makes a zip of names and texts.
func zipOf(t testing.TB, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = w.Write([]byte(members[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tarOf makes a tar of headers; regular ones hold their own name, cut or filled to their size.
func tarOf(t testing.TB, headers ...tar.Header) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range headers {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg && h.Size > 0 {
			if _, err := w.Write([]byte(strings.Repeat("x", int(h.Size)))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
