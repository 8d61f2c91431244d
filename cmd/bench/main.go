package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"

	"github.com/metnos/metnos/cmd/bench/floor"
	"github.com/metnos/metnos/core"
)

// bench is one run: where it works, what it measures against, where it prints.
type bench struct {
	ctx     context.Context
	dir     string // temporary
	libexec string // the signed installation
	metnos  string // the program
	quick   bool
	echo    core.Executor // once it is built
	// megabytes is the size of the csv that is read.
	megabytes int
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
		if err := floor.Serve(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	confineIfAsked()
	libexec := flag.String("libexec", "libexec/metnos", "the signed installation")
	metnos := flag.String("metnos", "bin/metnos", "the program")
	only := flag.Bool("turns", false, "the whole program alone, without its parts")
	errands := flag.Bool("errands", false, "the executors against other programs alone")
	megabytes := flag.Int("csv", 1000, "size of the csv that is read, in megabytes")
	quick := flag.Bool("quick", false, "few repetitions: only show that it runs")
	flag.Parse()
	b := &bench{ctx: context.Background(), libexec: *libexec, metnos: *metnos, quick: *quick, megabytes: *megabytes, report: &report{out: os.Stdout}}
	parts := []func() error{b.calls, b.catalogs, b.records, b.server, b.errands}
	switch {
	case *only:
		parts = parts[3:4]
	case *errands:
		parts = parts[4:]
	}
	if err := b.run(parts); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) run(parts []func() error) error {
	dir, err := os.MkdirTemp("", "metnos-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b.dir = dir
	fmt.Printf("%s/%s, %s, %d cores, uid %d\n", runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.NumCPU(), os.Getuid())
	for _, part := range parts {
		if err := part(); err != nil {
			return err
		}
	}
	fmt.Printf("\n%d targets missed\n", b.missed)
	return nil
}
