package request

import (
	"slices"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
)

// FolderTitle is the name of a folder said right after the word for one file: "il file Foto" speaks of a file that is called
// so, and there is none; it is no kind of files.
func (c *Clause) FolderTitle(tokens []token.Token, places plan.Places) string {
	for i, f := range c.Facts {
		if c.Used[i] || f.Name != "kind" || f.End < 2 || places == nil {
			continue
		}
		last := tokens[f.End-1]
		if said := tokens[f.End-2].Fold; slices.Contains([]string{"file", "documento", "document"}, said) && len(places.Folder(last.Text)) > 0 {
			return last.Text
		}
	}
	return ""
}
