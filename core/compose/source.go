package compose

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func startOfDay(req plan.Request) time.Time {
	now := req.Now
	if req.Zone != nil {
		now = now.In(req.Zone)
	}
	y, m, d := now.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, now.Location())
}

// object is the vocabulary object the clause is about, "" when it names none.
func (c *clause) object() string {
	object := ""
	for _, f := range c.all("obj") {
		o, _ := f.Get("obj")
		if object == "" || object == "files" {
			object = o.Value
		}
	}
	if _, ok := c.take("everyfile"); ok {
		return "files"
	}
	if object == "" && c.has("ext", "kind", "glob", "name", "content", "sup") {
		object = "files"
	}
	if _, ok := c.take("everything"); ok && object == "" {
		object = "everything"
	}
	return object
}

// producer is the executor that finds things of an object; everything in a folder is a listing.
func (b *builder) producer(object string) *tool {
	verbs := []string{"find", "list", "read", "get"}
	if object == "everything" {
		return b.shelf.find("list", "dirs", "folder")
	}
	for _, v := range verbs {
		if t := b.shelf.find(v, object); t != nil {
			return t
		}
	}
	return nil
}

// collect makes the step that finds what the clause is about. places are the facts that say where. strict
// clauses change things: they need a place, and never reach below it unless told.
func (b *builder) collect(c *clause, places []speech.Fact, strict bool) (*items, error) {
	object := c.object()
	if object == "" {
		object = "everything"
	}
	t := b.producer(object)
	if t == nil {
		return nil, limit("capability_missing", "no executor finds these", "what", b.from(b.position(c)))
	}
	args := map[string]any{}
	if object == "dirs" && !t.put(args, "entry_type", "folder") && t.name.Object != "dirs" {
		return nil, limit("capability_missing", "no executor lists folders", "what", b.from(b.position(c)))
	}
	list, err := b.conditions(c, strict)
	if err != nil {
		return nil, err
	}
	deep := c.act == "find" || c.ask == "where" || hasSemantic(list, "text_query")
	if err := b.place(t, args, c, places, strict); err != nil {
		return nil, err
	}
	b.recursion(t, args, c, deep && !strict, len(places) == 0 && !strict)
	if object == "files" || object == "dirs" || object == "everything" {
		b.ordering(t, args, c)
	}
	rest := apply(t, args, list)
	in := output(t, b.add(t, args), nil)
	in.object = object
	return b.filter(in, rest)
}

func hasSemantic(list []constraint, semantic string) bool {
	return slices.ContainsFunc(list, func(k constraint) bool { return k.semantic == semantic })
}

// place fills the folder argument.
func (b *builder) place(t *tool, args map[string]any, c *clause, places []speech.Fact, strict bool) error {
	if !t.has("folder") {
		if len(places) > 0 {
			return unknown(b.text(places[0]))
		}
		return nil
	}
	if len(places) == 0 && strict && b.context != nil {
		places = []speech.Fact{*b.context}
	}
	if len(places) == 2 && b.req.Places != nil { // "the folder Work of Documents"
		inner, outer := placeName(places[0]), placeName(places[1])
		if found := b.req.Places.Folder(outer.Text + "/" + inner.Text); len(found) == 1 {
			t.put(args, "folder", found[0])
			return nil
		}
	}
	switch {
	case len(places) > 1:
		return unknown(b.text(places[1]))
	case len(places) == 1:
		name := placeName(places[0])
		ch, err := b.folder(name)
		if err != nil {
			return err
		}
		b.context = &places[0]
		b.set(t, args, "folder", ch, "which_folder", name.Text)
	case strict:
		b.ask(t, "folder", "in_which_folder", nil)
	default:
		t.put(args, "folder", b.req.Home)
	}
	return nil
}

func placeName(f speech.Fact) speech.Capture {
	for _, slot := range []string{"folder", "dir", "name", "item", "text"} {
		if c, ok := f.Get(slot); ok {
			return c
		}
	}
	return speech.Capture{}
}

// recursion says whether subfolders count: as told, else only when searching or when no folder was named.
func (b *builder) recursion(t *tool, args map[string]any, c *clause, deep, everywhere bool) {
	if !t.has("recursive") {
		return
	}
	recursive := deep || everywhere
	for _, f := range c.all("rec") {
		recursive = f.Arg(0) == "yes"
	}
	if c.has("group", "by", "most") && c.groupsByFolder() {
		recursive = true
	}
	t.put(args, "recursive", recursive)
}

// groupsByFolder reports whether the answer is per subfolder, so that files below the named one matter.
func (c *clause) groupsByFolder() bool {
	for i, f := range c.facts {
		if c.used[i] {
			continue
		}
		if p, ok := f.Get("prop"); ok && f.Name == "group" && p.Value == "folder" || f.Name == "most" {
			return true
		}
	}
	return false
}

// wish is the order and the number of things asked for.
type wish struct {
	property, order string
	limit           int
	fromEnd         bool
}

// wished takes the facts about order and number; ok is false when there are none.
func (c *clause) wished() (w wish, ok bool) {
	if f, found := c.take("sup"); found {
		w = wish{property: f.Arg(0), order: f.Arg(1)}
		if n, has := f.Get("num"); has {
			w.limit = int(n.Number)
		} else if f.Arg(2) == "one" || c.singular() {
			w.limit = 1
		}
		ok = true
	}
	if f, found := c.take("order"); found {
		w.property, w.order, ok = f.Arg(0), f.Arg(1), true
	}
	if f, found := c.take("orderby"); found {
		p, _ := f.Get("prop")
		w.property, w.order, ok = p.Value, "asc", true
	}
	for _, name := range []string{"first", "last", "num"} {
		f, found := c.take(name)
		if !found {
			continue
		}
		n, _ := f.Get("num")
		if n.Number >= 1 && n.Number < 1e6 && n.Number == float64(int(n.Number)) {
			w.limit, w.fromEnd, ok = int(n.Number), name == "last", true
		}
		break
	}
	if w.property != "" {
		if _, found := c.take("desc"); found {
			w.order = "desc"
		}
		if _, found := c.take("asc"); found {
			w.order = "asc"
		}
		for i, f := range c.facts { // "by modification date" said beside "from the oldest to the newest"
			if p, has := f.Get("prop"); has && f.Name == "by" && p.Value == w.property {
				c.used[i] = true
			}
		}
	}
	return w, ok
}

// singular reports whether an English clause speaks of one thing: "the largest file", "the oldest".
func (c *clause) singular() bool {
	for _, f := range c.facts {
		for _, slot := range []string{"obj", "kind", "ext"} {
			if n, ok := f.Get(slot); ok && strings.HasSuffix(strings.ToLower(n.Text), "s") {
				return false
			}
		}
		if f.Name == "many" || f.Name == "num" || f.Name == "first" {
			return false
		}
	}
	return c.english
}

// ordering gives the producer the order and the number when it can take them all; otherwise they stay for a step after it.
func (b *builder) ordering(t *tool, args map[string]any, c *clause) {
	saved := slices.Clone(c.used)
	w, ok := c.wished()
	if !ok {
		return
	}
	fits := w.property != "" && !w.fromEnd && t.has("order_by", "order") && t.allows("order_by", w.property) && (w.limit == 0 || t.has("quantity"))
	if !fits || c.has("group", "most", "name") && w.limit > 0 {
		c.used = saved
		return
	}
	t.put(args, "order_by", w.property)
	t.put(args, "order", w.order)
	if w.limit > 0 {
		t.put(args, "quantity", int64(w.limit))
	}
}
