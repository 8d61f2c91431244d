package steps

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
)

// Neighbours is what the places may also tell: the folders a misspelt name may mean.
type Neighbours interface {
	Near(spoken string) []string
}

// Destination fills the folder things go to. One that is not there is made, unless its name is a slip for one that
// is, or says no name at all ("the main folder"): then it is asked.
func (b *Builder) Destination(t *shelf.Tool, args map[string]any, f speech.Fact) {
	name := request.PlaceName(f)
	ch := b.Target(name)
	if ch.Path == "" || len(name.Paths) > 0 || Literal(name.Text) {
		b.Set(t, args, "destination", ch, "which_folder", name.Text)
		return
	}
	if !name.Literal && constraint.Nameless(b.Reading.Lang, name.Text) {
		b.AskWhere(t, args)
		return
	}
	if near := b.Near(name.Text); len(near) > 0 {
		b.Ask(t, "destination", "which_destination", append(near, ch.Path), "name", name.Text)
		return
	}
	t.Put(args, "destination", ch.Path)
}

// AskWhere asks for the folder of a change, of one thing or of several.
func (b *Builder) AskWhere(t *shelf.Tool, args map[string]any) {
	code := "where_to"
	if paths, ok := args[t.ByMeaning[t.PathSemantic()]].([]any); ok && len(paths) == 1 {
		code = "where_to_one"
	}
	b.Ask(t, "destination", code, nil)
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
