package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/metnos/metnos/sdk/manifest"
)

// many fills the shipped root with n executors of one family.
func many(b *testing.B, n int) *house {
	h := newHouse(b)
	for i := range n {
		e := shipped(fmt.Sprintf("find_things_%d", i))
		e.extra = typical()
		h.put(h.shipped, e)
	}
	if _, err := Open([]string{h.shipped, h.data}, h.ring, h.pins); err != nil { // pins learnt
		b.Fatal(err)
	}
	return h
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := many(b, n)
			for b.Loop() {
				c := h.open()
				if got := len(c.Active()); got != n {
					b.Fatalf("%d active: %v", got, c.Refused()[0])
				}
			}
		})
	}
}

// typical brings the fixture to the size of the first-party manifests.
func typical() string {
	text := "[affinity]\nit = [\"cerca file\", \"trova documenti\", \"dove si trova\"]\nen = [\"find files\", \"search documents\", \"where is\"]\n"
	for i := range 12 {
		text += fmt.Sprintf("[args.properties.arg_%d]\ntype = \"string\"\nsemantic = \"text\"\nmin_length = 1\n"+
			"description.it = \"che cosa cercare nei nomi\"\ndescription.en = \"what to look for in the names\"\n", i)
	}
	for i := range 4 {
		text += fmt.Sprintf("[[tests]]\nname = \"case %d\"\ninput = { arg_0 = \"x\" }\n[[tests.files]]\npath = \"in/a.txt\"\ntext = \"ciao\"\n[tests.expect]\nok = true\n", i)
	}
	return text
}

// BenchmarkParse is the floor of BenchmarkOpen: the same files read and decoded, nothing checked.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := many(b, n)
			files, _ := filepath.Glob(filepath.Join(h.shipped, "catalog", "*", manifest.FileName))
			for b.Loop() {
				for _, file := range files {
					data, err := os.ReadFile(file)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := manifest.Decode(file, data); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkGet(b *testing.B) {
	c := many(b, 10).open()
	if _, err := c.Get("find_things_1"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := c.Get("find_things_1"); err != nil {
			b.Fatal(err)
		}
	}
}
