package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/metnos/metnos/core/config/source"
)

// Patch proposes, as a unified diff, the spelling corrections that err's faults suggest for text. It is
// for a person to read and apply: nothing in metnos edits a configuration. "" means no suggestion.
func Patch(file string, text []byte, err error) string {
	var found Diagnostics
	if !errors.As(err, &found) {
		return ""
	}
	lines := strings.Split(string(text), "\n")
	changed := map[int]string{}
	for _, e := range found {
		at, key, near := source.Line(e), e.Params["key"], e.Params["near"]
		if near == "" || at < 1 || at > len(lines) {
			continue
		}
		old, already := changed[at]
		if !already {
			old = lines[at-1]
		}
		if fixed := strings.Replace(old, key, near, 1); fixed != old {
			changed[at] = fixed
		}
	}
	if len(changed) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", file, file)
	for at := 1; at <= len(lines); at++ {
		if fixed, ok := changed[at]; ok {
			fmt.Fprintf(&b, "@@ -%d +%d @@\n-%s\n+%s\n", at, at, lines[at-1], fixed)
		}
	}
	return b.String()
}
