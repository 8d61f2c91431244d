package loc

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		extension, text       string
		code, comments, blank int
	}{
		{"go", "a /* x */ b\n/* c */ d\n// e\n\n\"/* no\"\nf /* g\nh */ i\n/**/", 5, 2, 1},
		{"py", "# a\nb # c\n", 1, 1, 0},
		{"html", "<p>\n<!-- a\nb -->\n", 1, 2, 0},
		{"lua", "-- a\n--[[ b\nc ]]\nd", 1, 3, 0},
		{"json", "{\n}", 2, 0, 0},
	} {
		var got tally
		s := &state{}
		for _, line := range strings.Split(strings.TrimSuffix(c.text, "\n"), "\n") {
			languages[c.extension].count(&got, s, line)
		}
		if got.code != c.code || got.comments != c.comments || got.blank != c.blank {
			t.Errorf("%s: %q: %+v", c.extension, c.text, got)
		}
	}
}

// Every line is of exactly one sort.
func FuzzCount(f *testing.F) {
	f.Add("go", "/* \" */ x // */")
	f.Add("lua", "--[[ ]] --[[")
	f.Fuzz(func(t *testing.T, extension, line string) {
		var got tally
		s := &state{}
		for range 3 {
			languages[extension].count(&got, s, line)
		}
		if got.code+got.comments+got.blank != 3 {
			t.Errorf("%q: %+v", line, got)
		}
	})
}
