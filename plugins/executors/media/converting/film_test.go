package converting

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

// with puts a program in the place of ffmpeg.
func with(t *testing.T, f *Film, script string) *Film {
	dir := t.TempDir()
	if script != "" {
		if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	f.folders = []string{dir}
	return f
}

func call(home *birth.Home, format string, names ...string) sdk.Call {
	var paths []any
	for _, n := range names {
		paths = append(paths, home.Path(n))
	}
	return sdk.Call{Args: map[string]any{"paths": paths, "format": format}, Home: home.Dir}
}

func TestFilmGoesThroughTheProgramAndBack(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "brano.wav", "suono")
	f := with(t, Audio(), `echo "$@" >&2; cat; echo fatto`)
	r, err := f.Invoke(t.Context(), call(home, "mp3", "brano.wav"), home.Host)
	if err != nil || !r.OK || home.Read("brano.mp3") != "suonofatto\n" {
		t.Fatalf("%+v, %v, %q", r, err, home.Read("brano.mp3"))
	}
	back, err := f.Reverse(t.Context(), sdk.Call{Undo: r.Undo}, home.Host)
	if err != nil || !back.OK || home.Read("brano.mp3") != "‹none›" || home.Read("brano.wav") != "suono" {
		t.Errorf("%+v, %v", back, err)
	}
}

func TestFilmThatFailsLeavesNothing(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.wav", "x")
	r, err := with(t, Audio(), `echo half; exit 1`).Invoke(t.Context(), call(home, "mp3", "a.wav"), home.Host)
	if err != nil || r.OK || r.Error.Code != "film_failed" || home.Read("a.mp3") != "‹none›" || r.Undo != nil {
		t.Errorf("%+v, %v, %q", r, err, home.Read("a.mp3"))
	}
}

func TestFilmWithoutTheProgramNamesThePackage(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.avi", "x")
	_, err := with(t, Video(), "").Preview(t.Context(), call(home, "mp4", "a.avi"), home.Host)
	var known *sdk.Error
	if !errors.As(err, &known) || known.Class != sdk.Unavailable || known.Params["package"] != "ffmpeg" {
		t.Errorf("%v", err)
	}
}

func TestFilmStopsWithTheCall(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.avi", "x")
	started := home.Path("started")
	f := with(t, Video(), `echo > `+started+`; exec sleep 60`)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan sdk.Result, 1)
	go func() {
		r, _ := f.Invoke(ctx, call(home, "mp4", "a.avi"), home.Host)
		done <- r
	}()
	for deadline := time.Now().Add(20 * time.Second); home.Read("started") == "‹none›"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never started")
		}
	}
	cancel()
	if r := <-done; r.OK || r.Error == nil || r.Error.Class != sdk.Cancelled || home.Read("a.mp4") != "‹none›" {
		t.Errorf("%+v", r)
	}
}
