package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/metnos/metnos/core/i18n"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	problems, err := run(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(2)
	}
	for _, p := range problems {
		fmt.Println(p)
	}
	if len(problems) > 0 {
		fmt.Fprintf(os.Stderr, "check: %d problems between the program and its messages\n", len(problems))
		os.Exit(1)
	}
}

// run checks the module at root and returns its problems, one line each.
func run(root string) ([]string, error) {
	catalogue, err := i18n.Load(os.DirFS(filepath.Join(root, "core", "i18n")))
	if err != nil {
		return []string{err.Error()}, nil
	}
	program, err := load(root)
	if err != nil {
		return nil, err
	}
	t := newTrace(program)
	t.run()
	problems := append(t.report(catalogue), t.incomplete(catalogue)...)
	named := map[string]bool{}
	for key := range t.keys {
		named[key] = true
	}
	problems = append(problems, prompts(root, program)...)
	unused, err := unmentioned(root, catalogue, named)
	return append(problems, unused...), err
}
