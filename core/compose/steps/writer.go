package steps

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/vocab"
)

// plainText are the extensions of files that hold lines and nothing else.
var plainText = []string{"", "txt", "md", "text", "log"}

// Writer is the executor that writes items into a file by its extension: the one for it, or the plain one for plain
// text; nil when nothing writes such files.
func (b *Builder) Writer(file string, semantics ...string) *shelf.Tool {
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	for _, verb := range []string{"write", "create"} {
		for _, i := range b.Shelf.ByPair[[2]string{verb, "files"}] {
			t := &b.Shelf.Tools[i]
			if slices.Contains(vocab.Closed().Reads[t.Parts.Qualifier], ext) && t.Has("new_path") && t.Has(semantics...) {
				return t
			}
		}
	}
	if slices.Contains(plainText, ext) {
		return b.Shelf.Find("write", "files", append(semantics, "new_path")...)
	}
	return nil
}
