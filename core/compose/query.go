package compose

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
)

// clause plans one clause.
func (b *builder) clause(c *clause) error {
	switch {
	case c.has("clock"):
		return b.clock(c)
	case c.act != "" && actions[c.act] != "":
		return b.change(c)
	case c.act == "make" && (c.has("newdir") || c.makesFile()):
		c.act = "create"
		return b.change(c)
	case slices.Contains([]string{"tidy", "sort", "group"}, c.act) && c.has("subdirs"):
		c.act = "split"
		return b.change(c)
	}
	return b.query(c)
}

// makesFile reports whether the clause speaks of a new file.
func (c *clause) makesFile() bool {
	for i, f := range c.facts {
		if !c.used[i] && f.Name == "file" && f.Arg(0) == "new" {
			return true
		}
	}
	return false
}

// introduces reports whether the clause only says what the next one is about: "open X and show me the last
// lines", "find the .go files and tell me how many lines they have".
func (c *clause) introduces(next *clause) bool {
	if c.ask != "" || !slices.Contains(light, c.act) && c.act != "read" && c.act != "filter" || c.act == "tell" {
		return false
	}
	if next.act == "" && next.ask == "" || !(c.things() || c.has("in", "of", "from", "dir")) {
		return false
	}
	return actions[next.act] != "" && !c.has("file", "infile") || !next.things() && !next.has("dir", "of", "from")
}

// introduce puts what a clause is about on the table; nothing of it is shown.
func (b *builder) introduce(c, next *clause) error {
	if named := c.all("file", "infile"); len(named) > 0 {
		c.all("obj", "kind")
		in := &items{object: "files"}
		within := ""
		if places := c.all("in", "of", "from", "dir"); len(places) == 1 {
			ch, err := b.folder(placeName(places[0]))
			if err != nil {
				return err
			}
			within = ch.path
		} else if len(places) > 1 {
			return unknown(b.text(places[1]))
		}
		for _, f := range named {
			name, _ := f.Get("file")
			ch, err := b.file(name, within)
			if err != nil {
				return err
			}
			if ch.path == "" {
				return &refusal{plan.Draft{Question: &plan.Question{Code: "which_file", Options: ch.options, Params: map[string]string{"name": name.Text}}}}
			}
			in.paths = append(in.paths, plan.Literal(ch.path))
		}
		b.last = in
		return nil
	}
	if f, ok := c.take("linewith"); ok {
		return b.lines(c, f, false)
	}
	var in *items
	var err error
	if actions[next.act] != "" && !writes(next.act) && (c.things() || c.has("in", "of", "from", "dir")) {
		in, err = b.collect(c, c.all("in", "of", "from", "dir"), true)
	} else {
		in, err = b.looked(c, "list")
	}
	if err == nil {
		in, err = b.ordered(c, in)
	}
	b.last = in
	return err
}

func writes(act string) bool { return actions[act] == "write" || act == "create" }

// query plans a clause that only looks.
func (b *builder) query(c *clause) error {
	if c.act == "tidy" {
		c.act = "" // "tidy up my folder: put the pdf files ..." only introduces
		places := c.all("in", "dir", "of")
		if c.all("obj"); len(places) == 1 && c.bare() {
			b.context, b.introduced = &places[0], true
			return nil
		}
		return unknown(c.said)
	}
	b.answers++
	c.folderAsked()
	if c.act == "find" && c.has("text") && c.has("file", "infile") { // "search for X in server.log"
		f, _ := c.take("text")
		if q, ok := f.Get("quoted"); ok {
			f.Captures = append(f.Captures, speech.Capture{Slot: "text", Text: q.Text})
			return b.lines(c, f, false)
		}
		return unknown(b.text(f))
	}
	if c.has("countlines", "linewith", "lines", "countprop", "say", "meta") {
		return b.text0(c)
	}
	if c.act == "" && c.ask == "" && !b.nominal(c) {
		return unknown(strings.TrimSpace(b.req.Text))
	}
	ask := b.asked(c)
	if ask == "read" {
		return b.read(c)
	}
	in, err := b.looked(c, ask)
	if err != nil {
		return err
	}
	return b.answer(c, ask, in)
}

// folderAsked reads "what does the folder contain" and "how big is the folder" as questions about what is in it.
func (c *clause) folderAsked() {
	if c.has("file", "infile") || !c.has("dir", "in", "of") {
		return
	}
	for i, f := range c.facts {
		_, named := f.Get("file")
		switch {
		case c.used[i] || named:
		case f.Name == "say":
			c.used[i], c.ask = true, "contents"
		case f.Name == "meta" && f.Arg(0) == "size":
			c.facts[i].Name, c.ask = "sum", "sum"
		}
	}
	if c.ask == "sum" && !c.things() {
		c.add(speech.Fact{Name: "everyfile"})
		c.add(speech.Fact{Name: "rec", Args: []string{"yes"}})
	}
}

// nominal reports whether a clause without verb or question still asks for something: "i pdf di Inbox",
// "those larger than 10 MB".
func (b *builder) nominal(c *clause) bool {
	n := 0
	for i := range c.facts {
		if !c.used[i] {
			n++
		}
	}
	things := c.has("obj", "ext", "kind", "those", "everything", "file", "content", "name")
	return n >= 1 && things && c.said0("there") || n >= 2 && (things || c.has("sup"))
}

// asked is what the clause wants to know: count, where, exists, sum, read, or list.
func (b *builder) asked(c *clause) string {
	ask := c.ask
	for _, q := range []string{"count", "which", "where", "exists", "contents", "sum"} {
		if ask == q && q != "sum" {
			c.take(q)
		}
	}
	if _, ok := c.take("whole"); ok && ask == "" {
		ask = "contents"
	}
	if c.act == "" && ask == "" && c.said0("there") {
		return "exists"
	}
	c.all("which") // "quali file ... e quanti": one of the two heads decides
	hasFile := c.has("file", "infile")
	switch {
	case ask == "count" || ask == "where" || ask == "sum":
		return ask
	case ask == "exists":
		return "exists"
	case hasFile && (ask == "contents" || c.act == "read" || c.act == "open" || c.act == "show" || c.act == "take" || c.act == "look"):
		return "read"
	case c.act == "read" && (c.has("nth", "those", "last", "first") || c.pronoun != "" || c.has("sup")):
		return "read"
	case hasFile && c.act == "find":
		return "where"
	case c.act == "count":
		return "count"
	}
	return "list"
}

// said0 reports whether a silent fact of the name is there.
func (c *clause) said0(name string) bool {
	return slices.ContainsFunc(c.facts, func(f speech.Fact) bool { return f.Name == name })
}

// looked is the collection a question is about: things named now, or the ones already on the table.
func (b *builder) looked(c *clause, ask string) (*items, error) {
	listing := c.all("listing")
	_ = listing
	places := c.all("in", "of", "from", "dir")
	if c.has("most") {
		c.all("obj") // the folder that has the most files is found among the files
		c.add(speech.Fact{Name: "everyfile"})
	}
	if ask == "where" || ask == "exists" {
		if f, ok := c.take("file"); ok {
			return b.search(c, f, places)
		}
		if f, ok := c.take("infile"); ok {
			return b.search(c, f, places)
		}
	}
	those := len(c.all("those")) > 0 || c.pronoun != ""
	if those && len(places) > 0 {
		those = false
		c.add(speech.Fact{Name: "everyfile"})
	}
	if !those && (c.things() || len(places) > 0) {
		return b.collect(c, places, false)
	}
	if len(places) > 0 {
		return nil, unknown(b.text(places[0]))
	}
	in := b.referred()
	if in == nil {
		return nil, limit("nothing_to_refer_to", "no earlier result")
	}
	c.all("obj", "one")
	list, err := b.conditions(c, false)
	if err != nil {
		return nil, err
	}
	return b.filter(in, list)
}

// search looks for a file by its name, everywhere or in the folder said.
func (b *builder) search(c *clause, f speech.Fact, places []speech.Fact) (*items, error) {
	name, _ := f.Get("file")
	t := b.producer("files")
	if t == nil || !t.has("glob") {
		return nil, limit("capability_missing", "no executor finds files", "what", b.from(b.position(c)))
	}
	c.all("obj")
	args := map[string]any{}
	if err := b.place(t, args, c, places, false); err != nil {
		return nil, err
	}
	t.put(args, "glob", globText(name.Text))
	t.put(args, "recursive", true)
	return output(t, b.add(t, args), nil), nil
}

// answer adds what turns the collection into the answer, and says in which shape.
func (b *builder) answer(c *clause, ask string, in *items) error {
	var err error
	b.last = in
	shape := plan.ShapeList
	switch ask {
	case "count":
		shape = plan.ShapeCount
	case "where":
		shape = plan.ShapeWhere
	case "exists":
		shape = plan.ShapeExists
	}
	switch {
	case ask == "sum":
		f, _ := c.take("sum")
		in, err = b.total(c, in, f.Arg(0))
		shape = plan.ShapeScalar
	case c.has("group", "most") || (ask == "count" || c.act == "group") && c.has("by"):
		in, err = b.grouped(c, in)
		shape = plan.ShapeAuto
	default:
		in, err = b.ordered(c, in)
		if ask == "count" && err == nil && in.previous {
			in, err = b.aggregate(in, "count", "")
		}
	}
	if err != nil {
		return err
	}
	if in.previous {
		return unknown(b.req.Text) // nothing new is asked of the previous result
	}
	b.result = in
	if ask != "sum" && ask != "count" && shape != plan.ShapeAuto || b.last == nil {
		b.last = in
	}
	b.framework.Shape = shape
	return nil
}

// ordered adds sorting and picking, when the producer has not done it.
func (b *builder) ordered(c *clause, in *items) (*items, error) {
	if f, ok := c.take("by"); ok { // "list the files by size"
		p, _ := f.Get("prop")
		f.Name, f.Args = "order", []string{p.Value, naturalOrder(p.Value)}
		c.add(f)
	}
	w, ok := c.wished()
	if f, found := c.take("nth"); found {
		n, _ := f.Get("ord")
		return b.pick(in, int(n.Number))
	}
	if !ok {
		return in, nil
	}
	if w.property == "" || w.fromEnd {
		return b.pickFew(c, in, w)
	}
	t := b.shelf.find("sort", "entries", "order_by", "order")
	field, has := in.field(w.property)
	if t == nil || !has {
		return nil, limit("capability_missing", "no executor sorts by this", "what", b.from(b.position(c)))
	}
	args := map[string]any{}
	t.put(args, "order_by", field)
	t.put(args, "order", w.order)
	if w.limit > 0 && !t.put(args, "quantity", int64(w.limit)) {
		return nil, limit("capability_missing", "no executor picks the first", "what", b.from(b.position(c)))
	}
	if !b.feed(t, args, in) {
		return nil, unknown(b.req.Text)
	}
	return output(t, b.add(t, args), in), nil
}

func naturalOrder(property string) string {
	if property == "size" || property == "modified" {
		return "desc"
	}
	return "asc"
}

// pickFew keeps the first or the last of a collection as it stands.
func (b *builder) pickFew(c *clause, in *items, w wish) (*items, error) {
	semantic := "quantity"
	if w.fromEnd {
		semantic = "tail"
	}
	t := b.shelf.find("filter", "entries", semantic)
	if t == nil || w.limit == 0 || w.property != "" {
		return nil, limit("capability_missing", "no executor picks these", "what", b.from(b.position(c)))
	}
	args := map[string]any{}
	t.put(args, semantic, int64(w.limit))
	if !b.feed(t, args, in) {
		return nil, unknown(b.req.Text)
	}
	return output(t, b.add(t, args), in), nil
}

// pick keeps the n-th item, the last one for -1.
func (b *builder) pick(in *items, n int) (*items, error) {
	t := b.shelf.find("filter", "entries", "quantity", "offset", "tail")
	if t == nil {
		return nil, limit("capability_missing", "no executor picks one item", "what", b.req.Text)
	}
	args := map[string]any{}
	if n < 0 {
		t.put(args, "tail", int64(1))
	} else {
		t.put(args, "offset", int64(n-1))
		t.put(args, "quantity", int64(1))
	}
	if !b.feed(t, args, in) {
		return nil, unknown(b.req.Text)
	}
	return output(t, b.add(t, args), in), nil
}

// total adds up a property of the items.
func (b *builder) total(c *clause, in *items, property string) (*items, error) {
	field, ok := in.field(property)
	if t := b.reader(); !ok && t != nil && t.Output.Fields[property] != "" { // lines and words are known after reading
		args := map[string]any{}
		if b.feed(t, args, in) {
			in = output(t, b.add(t, args), nil)
			field, ok = property, true
		}
	}
	if !ok {
		return nil, limit("capability_missing", "nothing has this to add up", "what", b.from(b.position(c)))
	}
	return b.aggregate(in, "sum", field)
}

func (b *builder) aggregate(in *items, operation, field string) (*items, error) {
	t := b.shelf.find("compute", "entries", "aggregate")
	if t == nil || !t.allows("aggregate", operation) {
		return nil, limit("capability_missing", "no executor calculates this", "what", b.req.Text)
	}
	args := map[string]any{}
	t.put(args, "aggregate", operation)
	if field != "" && !t.put(args, "field", field) {
		return nil, unknown(b.req.Text)
	}
	if !b.feed(t, args, in) {
		return nil, unknown(b.req.Text)
	}
	return output(t, b.add(t, args), in), nil
}

// grouped counts the items per value of a property, or picks the fullest group.
func (b *builder) grouped(c *clause, in *items) (*items, error) {
	property, best := "", speech.Fact{}
	for _, f := range c.all("group", "by") {
		p, _ := f.Get("prop")
		property = p.Value
	}
	if f, ok := c.take("most"); ok {
		best, property = f, "folder"
	}
	t := b.shelf.find("group", "entries", "group_by")
	if t == nil {
		return nil, limit("capability_missing", "no executor groups", "what", b.from(b.position(c)))
	}
	args := map[string]any{}
	t.put(args, "group_by", property)
	if best.Name != "" {
		by := "count"
		if best.Arg(0) == "size" {
			by = "value"
			field, ok := in.field("size")
			if !ok || !t.put(args, "aggregate", "sum") || !t.put(args, "field", field) {
				return nil, unknown(b.text(best))
			}
		}
		if !t.allows("order_by", by) || !t.has("quantity") {
			return nil, unknown(b.text(best))
		}
		t.put(args, "order_by", by)
		t.put(args, "order", best.Arg(1))
		t.put(args, "quantity", int64(1))
	}
	if !b.feed(t, args, in) {
		return nil, unknown(b.req.Text)
	}
	return output(t, b.add(t, args), nil), nil
}
