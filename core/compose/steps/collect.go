package steps

import (
	"slices"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
)

// Producer is the executor that finds things of an object; everything in a folder is a listing.
func (b *Builder) Producer(object string) *shelf.Tool {
	verbs := []string{"find", "list", "read", "get"}
	switch object {
	case "everything":
		return b.Shelf.Find("list", "dirs", "folder")
	case "dirs":
		verbs = []string{"list", "find"} // what is in one folder is seen without a search
	}
	for _, v := range verbs {
		if t := b.Shelf.Find(v, object); t != nil {
			return t
		}
	}
	return nil
}

// Collect makes the step that finds what the clause is about. places are the facts that say where. strict
// clauses change things: they need a place, and never reach below it unless told.
func (b *Builder) Collect(c *request.Clause, places []speech.Fact, strict bool) (*Items, error) {
	object := c.Object()
	if object == "" {
		object = "everything"
	}
	t := b.Producer(object)
	if b.Special != nil && (object == "everything" || object == b.Special.Parts.Object) {
		t, object = b.Special, b.Special.Parts.Object
		for i, f := range c.Facts {
			c.Used[i] = c.Used[i] || f.Start >= b.Covered[0] && f.End <= b.Covered[1]
		}
	}
	if t == nil {
		return nil, Limit("capability_missing", "no executor finds these", "what", b.From(b.Position(c)))
	}
	args := map[string]any{}
	b.Strict = strict
	if object == "dirs" && !t.Put(args, "entry_type", "folder") && t.Parts.Object != "dirs" {
		return nil, Limit("capability_missing", "no executor lists folders", "what", b.From(b.Position(c)))
	}
	if t == b.Special && !b.set(t, args, c, strict) {
		return nil, Unknown(b.Req.Text)
	}
	list, err := b.Conditions(c, strict)
	if err != nil {
		return nil, err
	}
	if finder := b.searcher(t, c, list); object == "dirs" && finder != nil {
		t, args = finder, map[string]any{}
	}
	if at := slices.IndexFunc(list, func(k request.Condition) bool { return k.Semantic == "empty" }); at >= 0 && object == "dirs" && !t.Has("empty") && t.Output.Fields["empty"] == "" {
		return nil, Limit("capability_missing", "no executor tells which folders are empty", "what", list[at].Said) // a folder has no size of its own
	}
	deep := c.Act == "find" || c.Ask == "where" || request.HasSemantic(list, "text_query") || request.HasSemantic(list, "taken")
	if err := b.Place(t, args, c, places, strict); err != nil {
		return nil, err
	}
	everywhere := len(places) == 0 && !strict
	if strict && b.Question != nil && b.Question.Code == "in_which_folder" && c.Silently("all") && t.Has("recursive") {
		everywhere, b.Question.Code = true, "in_which_folder_all" // "tutte le foto": all there are below the folder asked for
	}
	if folder := args[t.ByMeaning["folder"]]; !strict && folder == b.Req.Home && c.Has("sup") {
		everywhere = true // the largest file of one's home is wherever it is
	}
	b.recursion(t, args, c, deep && !strict, everywhere)
	if b.several(c) && b.Question != nil {
		return nil, Unknown(b.From(b.Position(c))) // which folder, and how many of them: one is asked at a time
	}
	if object == "files" || object == "dirs" || object == "everything" {
		b.Ordering(t, args, c)
	}
	rest := constraint.Apply(t, args, list)
	in := Output(t, b.Add(t, args), nil)
	in.Object = object
	return b.Filter(in, rest)
}

// searcher is the executor that finds folders by what a listing takes no word of: how much they hold, and for who only
// looks their names and dates as well.
func (b *Builder) searcher(t *shelf.Tool, c *request.Clause, list []request.Condition) *shelf.Tool {
	other := b.Shelf.Find("find", "dirs", "folder")
	if other == nil || t == b.Special || t == other {
		return nil
	}
	saved := slices.Clone(c.Used)
	w, ok := c.Wished()
	c.Used = saved
	if ok && w.Property == "size" && other.Has("size_min") && !t.Has("size_min") || slices.ContainsFunc(list, func(k request.Condition) bool {
		return (!b.Strict || k.Property == "size") && !t.Has(k.Semantic) && other.Has(k.Semantic)
	}) {
		return other
	}
	return nil
}

// set gives an executor that finds things in groups what else is said of them: the other folder they are in, and which
// of each group stays when they are changed. A change never reaches all of a group.
func (b *Builder) set(t *shelf.Tool, args map[string]any, c *request.Clause, strict bool) bool {
	if f, ok := c.Take("twin"); ok {
		ch, err := b.Folder(request.PlaceName(f))
		if err != nil || ch.Path == "" || !t.Put(args, "other_folder", ch.Path) {
			return false
		}
	}
	kept, said := c.Take("keepone")
	if !said && !(strict && t.Has("keep")) {
		return true
	}
	which := kept.Arg(0)
	if which == "" {
		which = "first"
	}
	return t.Allows("keep", which) && t.Put(args, "keep", which)
}

// Place fills the folder argument.
func (b *Builder) Place(t *shelf.Tool, args map[string]any, c *request.Clause, places []speech.Fact, strict bool) error {
	where := "folder"
	if t == b.Special && !t.Has(where) {
		where = "path"
	}
	if !t.Has(where) {
		if len(places) > 0 {
			return Unknown(b.Words(places[0]))
		}
		return nil
	}
	if len(places) == 0 && strict && b.Context != nil {
		places = []speech.Fact{*b.Context}
	}
	if len(places) == 2 && b.Req.Places != nil { // "the folder Work of Documents"
		inner, outer := request.PlaceName(places[0]), request.PlaceName(places[1])
		if found := b.Req.Places.Folder(outer.Text + "/" + inner.Text); len(found) == 1 {
			t.Put(args, where, found[0])
			return nil
		}
	}
	switch {
	case len(places) > 1:
		return Unknown(b.Words(places[1]))
	case len(places) == 1:
		name := request.PlaceName(places[0])
		b.Context = &places[0]
		return b.Existing(t, args, where, name)
	case strict:
		b.Ask(t, where, "in_which_folder", nil)
	default:
		t.Put(args, where, b.Req.Home)
	}
	return nil
}

// recursion says whether subfolders count: as told, else only when searching or when no folder was named.
func (b *Builder) recursion(t *shelf.Tool, args map[string]any, c *request.Clause, deep, everywhere bool) {
	if !t.Has("recursive") {
		return
	}
	recursive := deep || everywhere
	if t == b.Special && !deep && t.Args.Properties[t.ByMeaning["recursive"]].Default == true {
		recursive = !b.Strict || t.Has("keep") // it looks below by itself, and one of each group stays
	}
	b.Shallow = !recursive
	for _, f := range c.All("rec") {
		recursive, b.Shallow = f.Arg(0) == "yes", false
	}
	if c.Has("group", "by", "most") && c.GroupsByFolder() {
		recursive = true
	}
	t.Put(args, "recursive", recursive)
}

// Ordering gives the producer the order and the number when it can take them all; otherwise they stay for a step after it.
func (b *Builder) Ordering(t *shelf.Tool, args map[string]any, c *request.Clause) {
	saved, several := slices.Clone(c.Used), b.several(c)
	w, ok := c.Wished()
	if !ok {
		return
	}
	fits := w.Property != "" && !w.FromEnd && t.Has("order_by", "order") && t.Allows("order_by", w.Property) && (w.Limit == 0 && !several || t.Has("quantity"))
	if !fits || c.Has("group", "most", "name") && w.Limit > 0 {
		c.Used = saved
		return
	}
	t.Put(args, "order_by", w.Property)
	t.Put(args, "order", w.Order)
	if w.Limit > 0 {
		t.Put(args, "quantity", int64(w.Limit))
	} else if several {
		b.askHowMany(t)
	}
}
