package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// emptyProgram builds the smallest Go program, whose start is the floor of any plugin's.
func emptyProgram(dir string) (string, error) {
	source := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	out := filepath.Join(dir, "empty")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", out, source)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if message, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the empty program: %w: %s", err, bytes.TrimSpace(message))
	}
	return out, nil
}

func runOnce(name string, args ...string) func() error {
	return func() error { return exec.Command(name, args...).Run() }
}

// timings are sorted durations.
type timings []time.Duration

func (t timings) at(q float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	return t[min(len(t)-1, int(q*float64(len(t))))]
}

// measure runs fn n times after a short warm-up and returns every duration.
func measure(n int, fn func() error) (timings, error) {
	for range min(n, 5) {
		if err := fn(); err != nil {
			return nil, err
		}
	}
	out := make(timings, n)
	for i := range out {
		began := time.Now()
		if err := fn(); err != nil {
			return nil, err
		}
		out[i] = time.Since(began)
	}
	slices.Sort(out)
	return out, nil
}

// alternate measures ours and floor turn by turn, so that both see the same machine.
func alternate(n int, ours, floor func() error) (timings, timings, error) {
	var a, b timings
	for range 4 {
		first, err := measure(n/4, ours)
		if err != nil {
			return nil, nil, err
		}
		second, err := measure(n/4, floor)
		if err != nil {
			return nil, nil, err
		}
		a, b = append(a, first...), append(b, second...)
	}
	slices.Sort(a)
	slices.Sort(b)
	return a, b, nil
}

// rate is calls per second with callers callers for about d.
func rate(ctx context.Context, callers int, d time.Duration, fn func() error) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var (
		group sync.WaitGroup
		mu    sync.Mutex
		total int
		first error
	)
	began := time.Now()
	for range callers {
		group.Go(func() {
			done := 0
			var err error
			for ctx.Err() == nil && err == nil {
				if err = fn(); err == nil {
					done++
				}
			}
			mu.Lock()
			total += done
			if err != nil && ctx.Err() == nil && first == nil {
				first = err
			}
			mu.Unlock()
		})
	}
	group.Wait()
	return float64(total) / time.Since(began).Seconds(), first
}

// fsyncFloor is one small durable write: append and fsync.
func fsyncFloor(dir string) (func() error, func(), error) {
	file, err := os.OpenFile(filepath.Join(dir, "fsync"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, err
	}
	line := bytes.Repeat([]byte("x"), 200)
	write := func() error {
		if _, err := file.Write(line); err != nil {
			return err
		}
		return file.Sync()
	}
	return write, func() { _ = file.Close() }, nil
}
