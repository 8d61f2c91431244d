package config

import (
	"errors"
	"strings"
	"testing"
)

// A file that goes deeper than the stack is told by its place, whatever it goes deeper with.
func TestDeepFilesAreFaults(t *testing.T) {
	const n = 30_000 // as many as the allowed size holds
	for name, text := range map[string]string{
		"brackets":     "a = " + strings.Repeat("[", n),
		"closed":       "a = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"objects":      "a = " + strings.Repeat("{a=", n),
		"blocks":       strings.Repeat("a {\n", n),
		"templates":    "a = " + strings.Repeat(`"${`, n),
		"negations":    "a = " + strings.Repeat("!", n) + "true",
		"minus":        "a = " + strings.Repeat("-", n) + "1",
		"conditions":   "a = " + strings.Repeat("true?1:", n) + "1",
		"sums":         "a = 1" + strings.Repeat("+1", n),
		"traversals":   "a = b" + strings.Repeat(".b", n),
		"after a line": "data = \"/x\"\na = " + strings.Repeat("[", n),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Decode("/deep.hcl", []byte(text), anna)
			var found Diagnostics
			if !errors.As(err, &found) || found[0].Code != "config_deep" {
				t.Fatal(err)
			}
		})
	}
}
