package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/metnos/metnos/core/host"
)

// installed is the program with its signed plugins beside it, as `make build` leaves them, built once.
var installed struct{ bin, libexec string }

// TestMain makes the test binary two programs: the suite, and metnos itself when a script calls it.
func TestMain(m *testing.M) {
	host.RunConfine(os.Args)
	testscript.Main(suite{m}, map[string]func(){"metnos": main}) // exits
}

// suite runs the tests over an installation it makes and takes away.
type suite struct{ m *testing.M }

func (s suite) Run() int {
	dir, err := os.MkdirTemp("", "metnos-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := install(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return s.m.Run()
}

func install(dir string) error {
	installed.bin, installed.libexec = filepath.Join(dir, "bin", "metnos"), filepath.Join(dir, "libexec", "metnos")
	for _, args := range [][]string{
		{"run", "./cmd/release", "--out", installed.libexec, "--keys", filepath.Join(dir, "keys")},
		{"build", "-o", installed.bin, "./cmd/metnos"},
	} {
		build := exec.Command("go", args...)
		build.Dir = filepath.Join("..", "..")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("go %v: %w\n%s", args, err, out)
		}
	}
	return nil
}

// TestScripts runs whole commands over whole homes: testdata/script/*.txtar.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("METNOS_DATA", filepath.Join(env.WorkDir, "data"))
			env.Setenv("METNOS_LIBEXEC", installed.libexec)
			env.Setenv("TZ", "Europe/Rome")
			env.Setenv("LANG", "C.UTF-8")
			env.Cd = home
			return os.MkdirAll(home, 0o700)
		},
	})
}
