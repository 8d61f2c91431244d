package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
)

// bench is one run: where it works, what it measures against, where it prints.
type bench struct {
	ctx     context.Context
	dir     string // temporary
	libexec string // the signed installation
	metnos  string // the program
	quick   bool
	*report
}

// n is a count of repetitions, fewer when the run is only a check that the benchmarks work.
func (b *bench) n(full int) int {
	if b.quick {
		return max(8, full/50)
	}
	return full
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "floor" {
		if err := serveFloor(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	confineIfAsked()
	libexec := flag.String("libexec", "libexec/metnos", "the signed installation")
	metnos := flag.String("metnos", "bin/metnos", "the program")
	only := flag.Bool("turns", false, "the whole program alone, without its parts")
	quick := flag.Bool("quick", false, "few repetitions: only show that it runs")
	flag.Parse()
	if err := run(*libexec, *metnos, *quick, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(libexec, metnos string, quick, only bool) error {
	dir, err := os.MkdirTemp("", "metnos-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{ctx: context.Background(), dir: dir, libexec: libexec, metnos: metnos, quick: quick, report: &report{out: os.Stdout}}
	fmt.Printf("%s/%s, %s, %d cores, uid %d\n", runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.NumCPU(), os.Getuid())
	parts := []func() error{b.calls, b.catalogs, b.records, b.server}
	if only {
		parts = parts[3:]
	}
	for _, part := range parts {
		if err := part(); err != nil {
			return err
		}
	}
	fmt.Printf("\n%d targets missed\n", b.missed)
	return nil
}
