package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRounds(t *testing.T) {
	start := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	ctx, cancel := context.WithCancel(context.Background())
	ticks, swept := make(chan time.Time), []string{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rounds(ctx, start, ticks, func(now time.Time) { swept = append(swept, now.Format("02T15")) })
	}()
	for _, hours := range []int{1, 2, 23, 24, 25, 47, 48, 200, 201, 100, 101, 124} { // a night's sleep, and a clock set back
		ticks <- start.Add(time.Duration(hours) * time.Hour)
	}
	cancel()
	<-done
	if want := []string{"30T10", "01T10", "02T10", "08T18", "04T14", "05T14"}; !slices.Equal(swept, want) {
		t.Errorf("swept at %v, want %v", swept, want)
	}
}

// A core that was killed while a sandbox started leaves nothing: what waits for its other half is ended too.
func TestTheJanitorEndsWhatWasStarting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "h1-2")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	stuck := exec.Command("/bin/sh", "-c", "sleep 60 & wait", "bwrap", dir+"/plugin-dir1")
	bystander := exec.Command("/bin/sh", "-c", "sleep 60 & wait", "other", dir+"9/plugin-dir1")
	for _, c := range []*exec.Cmd{stuck, bystander} {
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	}
	cmd := exec.Command("/bin/sh", "-c", mourning, "sh", dir)
	cmd.Stdin = strings.NewReader("") // the end of a core that was killed
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	done := make(chan error, 1)
	go func() { done <- stuck.Wait() }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Error("the sandbox that was starting is still there")
	}
	if err := bystander.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("another run's process is gone: %v", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder of the run is still there: %v", err)
	}
}
