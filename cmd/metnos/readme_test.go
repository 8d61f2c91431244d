package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every command the README shows prints what the README says it prints.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, "")
	if err := os.CopyFS(filepath.Join(w.home, "Sample"), os.DirFS(filepath.Join("..", "..", "docs", "sample"))); err != nil {
		t.Fatal(err)
	}
	shown := consoles(string(text))
	if len(shown) < 5 {
		t.Fatalf("the README shows %d commands", len(shown))
	}
	for _, s := range shown {
		args, ok := strings.CutPrefix(s.command, "bin/metnos ")
		if !ok {
			t.Errorf("%q does not start with bin/metnos", s.command)
			continue
		}
		out, err := w.command(words(args)...).Output()
		if err != nil {
			t.Errorf("%s: %v", s.command, err)
		}
		if got := clock.ReplaceAllString(string(out), "(10:30)"); got != s.output {
			t.Errorf("%s\nprints %q\nREADME %q", s.command, got, s.output)
		}
	}
}

// clock is the one thing a page cannot know: when the reader asked.
var clock = regexp.MustCompile(`\(\d\d:\d\d\)`)

type shown struct{ command, output string }

// consoles returns the commands of a page's console blocks, each with the output below it.
func consoles(page string) []shown {
	var out []shown
	for i, block := range strings.Split(page, "```console\n") {
		if i == 0 {
			continue
		}
		body, _, _ := strings.Cut(block, "```")
		for _, line := range strings.SplitAfter(body, "\n") {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				out = append(out, shown{command: strings.TrimSpace(command)})
			} else if len(out) > 0 {
				out[len(out)-1].output += line
			}
		}
	}
	return out
}

// words splits a command line at spaces, double quotes kept together.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}
