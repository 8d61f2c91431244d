package token

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Own keeps of the files found for a spoken name those that are called so, when a folder has that very name: a file
// with the name of a folder for a word is not what it names.
func Own(name string, found []string, places plan.Places) []string {
	if places == nil || len(found) == 0 || strings.ContainsAny(name, "./") || len(places.Folder(name)) == 0 {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(p string) bool {
		base := filepath.Base(p)
		return vocab.Fold(base) != vocab.Fold(name) && vocab.Fold(strings.TrimSuffix(base, filepath.Ext(base))) != vocab.Fold(name)
	})
}
