package steps

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/vocab"
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
	if !name.Literal && b.nameless(name.Text) {
		b.Ask(t, "destination", "where_to", nil)
		return
	}
	if near := b.near(name.Text); len(near) > 0 {
		b.Ask(t, "destination", "which_destination", append(near, ch.Path), "name", name.Text)
		return
	}
	t.Put(args, "destination", ch.Path)
}

// near are the existing folders a new one may be a misspelling of.
func (b *Builder) near(name string) []string {
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

// nameless reports a description in place of a name: every word of it is one of "main", "usual", "other".
func (b *Builder) nameless(name string) bool {
	for _, w := range strings.Fields(vocab.Fold(name)) {
		if !slices.ContainsFunc(vocab.For(b.Reading.Lang).Look([]string{w}), func(s vocab.Sense) bool {
			return s.Class == "set" && slices.Contains([]string{"vague", "art", "def", "pad"}, s.Value)
		}) {
			return false
		}
	}
	return true
}
