package match

import (
	"path"
	"testing"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, relative string
		want              bool
	}{
		{"*.pdf", "a.PDF", true},
		{"*.pdf", "deep/er/a.pdf", true},
		{"*.pdf", "a.pdf.bak", false},
		{"2024-04*", "Riunioni/2024-04-12.txt", true},
		{"2024-04*", "Riunioni/x2024-04.txt", false},
		{"foto?.jpg", "foto1.jpg", true},
		{"foto?.jpg", "foto12.jpg", false},
		{"foto[0-9].jpg", "foto7.jpg", true},
		{"foto[!0-9].jpg", "foto7.jpg", false},
		{"[]x].txt", "].txt", true},
		{"*.{jpg,png}", "a.png", true},
		{"*.{jpg,png}", "a.gif", false},
		{"**/node/*.js", "a/b/node/x.js", true},
		{"**/node/*.js", "node/x.js", true},
		{"src/*.go", "src/a.go", true},
		{"src/*.go", "src/sub/a.go", false},
		{"src/**", "src/sub/a.go", true},
		{`100\* cotone`, "100* cotone", true},
		{"a+b(c).txt", "a+b(c).txt", true},
		{"*", "with\nnewline", true},
		{"*", "bad\xffbyte", true},
		{"festa 🎉*", "Festa 🎉.txt", true},
		{"a,b", "a,b", true},
	} {
		p, err := Glob(c.pattern)
		if err != nil {
			t.Errorf("Glob(%q): %v", c.pattern, err)
			continue
		}
		if got := p.Match(c.relative, path.Base(c.relative)); got != c.want {
			t.Errorf("%q on %q = %v, want %v", c.pattern, c.relative, got, c.want)
		}
	}
	for _, bad := range []string{"[a", "{a,b", "[]", "[z-a]"} {
		if _, err := Glob(bad); err == nil {
			t.Errorf("Glob(%q) was accepted", bad)
		}
	}
}

func FuzzGlob(f *testing.F) {
	for _, seed := range []string{"*.pdf", "**/a/[!x]*", "{a,b}?", "[", `\`, "a{", "[^]", "**", "\xff[\xfe]"} {
		f.Add(seed, "a/b.pdf")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		p, err := Glob(pattern)
		if err == nil {
			p.Match(name, path.Base(name))
		}
	})
}
