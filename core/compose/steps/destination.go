package steps

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
)

// Neighbours is what the places may also tell: the folders a misspelt name may mean.
type Neighbours interface {
	Near(spoken string) []string
}

// Existing fills a folder that must be there. When its name may be a slip for others it asks which, and when it means
// several too.
func (b *Builder) Existing(t *shelf.Tool, args map[string]any, semantic string, name speech.Capture) error {
	ch, err := b.Folder(name)
	if err != nil {
		near := b.Near(name.Text)
		if len(near) == 0 || Literal(name.Text) {
			return err
		}
		b.Ask(t, semantic, "near_folder", near, "name", name.Text)
		return nil
	}
	b.Set(t, args, semantic, ch, "which_folder", name.Text)
	return nil
}

// Near are the existing folders a new one may be a misspelling of.
func (b *Builder) Near(name string) []string {
	places, ok := b.Req.Places.(Neighbours)
	first, rest, deeper := strings.Cut(strings.Trim(name, "/"), "/")
	if !ok || deeper && len(b.Req.Places.Folder(first)) > 0 {
		return nil
	}
	near := slices.Clone(places.Near(first))
	for i := range near {
		if deeper {
			near[i] += "/" + rest
		}
	}
	return near[:min(len(near), 3)]
}
