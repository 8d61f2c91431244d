package query

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// Introduce puts what a clause is about on the table; nothing of it is shown.
func (b Planner) Introduce(c, next *request.Clause) error {
	if named := c.All("file", "infile"); len(named) > 0 {
		c.All("obj", "kind")
		in := &steps.Items{Object: "files"}
		within := ""
		if places := c.All("in", "of", "from", "dir"); len(places) == 1 {
			ch, err := b.Folder(request.PlaceName(places[0]))
			if err != nil {
				return err
			}
			within = ch.Path
		} else if len(places) > 1 {
			return steps.Unknown(b.Words(places[1]))
		}
		for _, f := range named {
			name, _ := f.Get("file")
			ch, err := b.File(name, within)
			if err != nil {
				return err
			}
			if ch.Path == "" {
				return &steps.Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "which_file", Options: ch.Options, Params: map[string]string{"name": name.Text}}}}
			}
			in.Paths = append(in.Paths, plan.Literal(ch.Path))
		}
		b.Last = in
		return nil
	}
	if f, ok := c.Take("linewith"); ok {
		return b.Lines(c, f, false)
	}
	var in *steps.Items
	var err error
	if request.Actions[next.Act] != "" && !request.Writes(next.Act) && c.Things() && (b.Definite(c) || b.Pointed(next)) && !c.Has("sup", "nth", "num", "first", "last", "order", "those") {
		in, err = b.OneFound(c, c.All("in", "of", "from", "dir"))
		if next.All("those"); err == nil {
			b.Last, next.Pronoun = in, "li"
			next.Add(speech.Fact{Name: "those"})
		}
		return err
	}
	if request.Actions[next.Act] != "" && !request.Writes(next.Act) && (c.Things() || c.Has("in", "of", "from", "dir")) {
		in, err = b.Collect(c, c.All("in", "of", "from", "dir"), true)
	} else {
		in, err = b.looked(c, "list")
	}
	if err == nil {
		in, err = b.Ordered(c, in)
	}
	b.Last = in
	return err
}

// Query plans a clause that only looks.
func (b Planner) Query(c *request.Clause) error {
	if c.Act == "tidy" {
		c.Act = "" // "tidy up my folder: put the pdf files ..." only introduces
		places := c.All("in", "dir", "of")
		if c.All("obj", "everyfile"); len(places) == 1 && c.Bare() {
			b.Context, b.Introduced = &places[0], true
			return nil
		}
		return steps.Unknown(c.Said)
	}
	if c.Ask == "" && (c.Act == "sum" || c.Act == "compute") {
		return steps.Unknown(c.Said) // of what is not understood
	}
	if b.relist(c) {
		return nil
	}
	b.Answers++
	b.Strict = false
	if done, err := b.inside(c); done {
		return err
	}
	if f, bare := c.Bared(); bare && c.Act != "" && !slices.Contains([]string{"list", "show", "open", "look", "find", "tell"}, c.Act) {
		return steps.Unknown(b.Words(f))
	}
	c.FolderAsked()
	if c.Act == "open" && c.Ask == "" && c.Pronoun == "" && !c.Has("file", "infile", "nth", "those", "in", "dir", "of") && !(b.Definite(c) && c.HasObject("files")) {
		return steps.Unknown(c.Said) // "open my music" is about a program
	}
	if c.Act == "find" && c.Has("text") && c.Has("file", "infile") { // "search for X in server.log"
		f, _ := c.Take("text")
		if q, ok := f.Get("quoted"); ok {
			f.Captures = append(f.Captures, speech.Capture{Slot: "text", Text: q.Text})
			return b.Lines(c, f, false)
		}
		return steps.Unknown(b.Words(f))
	}
	b.quotedSearch(c)
	if c.Has("countlines", "linewith", "lines", "countprop", "say", "meta", "valueof") {
		return b.contents(c)
	}
	if c.Act == "" && c.Ask == "" && !b.nominal(c) {
		return steps.Unknown(strings.TrimSpace(b.Req.Text))
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

// quotedSearch reads the quoted text of a search: said of the files it is in what they say, else in their names.
func (b Planner) quotedSearch(c *request.Clause) {
	if c.Act != "find" || !c.Has("text") || c.Has("ext", "kind", "name", "content") || c.Has("obj") && !c.HasObject("files") {
		return
	}
	f, _ := c.Take("text")
	q, ok := f.Get("quoted")
	if !ok {
		c.Add(f)
		return
	}
	f.Name, f.Args, f.Captures = "name", []string{"contains"}, []speech.Capture{{Slot: "text", Text: q.Text}}
	if c.HasObject("files") {
		f.Name = "content"
	}
	c.Add(f)
}

// nominal reports whether a clause without verb or question still asks for something: "i pdf di Inbox",
// "those larger than 10 MB".
func (b Planner) nominal(c *request.Clause) bool {
	n := 0
	for i := range c.Facts {
		if !c.Used[i] {
			n++
		}
	}
	things := c.Has("obj", "ext", "kind", "those", "everything", "file", "content", "name")
	if _, end := c.Only("sup"); end && b.files() { // "the largest?" of those just listed
		return true
	}
	return n >= 1 && things && c.Silently("there") || n >= 2 && (things || c.Has("sup"))
}

// asked is what the clause wants to know: count, where, exists, sum, read, or list.
func (b Planner) asked(c *request.Clause) string {
	ask := c.Ask
	for _, q := range []string{"count", "which", "where", "exists", "contents", "sum"} {
		if ask == q && q != "sum" {
			c.Take(q)
		}
	}
	if _, ok := c.Take("whole"); ok && ask == "" {
		ask = "contents"
	}
	if c.Act == "" && ask == "" && c.Silently("there") {
		return "exists"
	}
	c.All("which") // "quali file ... e quanti": one of the two heads decides
	hasFile := c.Has("file", "infile")
	switch {
	case ask == "count" || ask == "where" || ask == "sum":
		return ask
	case ask == "exists":
		return "exists"
	case hasFile && (ask == "contents" || c.Act == "read" || c.Act == "open" || c.Act == "show" || c.Act == "take" || c.Act == "look"):
		return "read"
	case c.Act == "read" && (c.Has("nth", "those", "last", "first") || c.Pronoun != "" || c.Has("sup")):
		return "read"
	case c.Act == "open" && c.Has("nth", "last", "first", "sup") && !c.Things() && b.files():
		return "read" // "open the first one"
	case c.Act == "open" && b.Pointed(c) && b.Last == nil && b.Req.Previous != nil && b.Req.Previous.Count == 1:
		return "read" // "open it", said of the one file found
	case (c.Act == "read" || c.Act == "open" && b.Definite(c)) && !c.HasObject("dirs") && c.Has("obj", "ext", "kind", "name"):
		return "read"
	case hasFile && c.Act == "find":
		return "where"
	case c.Act == "count":
		return "count"
	}
	return "list"
}

// looked is the collection a question is about: things named now, or the ones already on the table.
func (b Planner) looked(c *request.Clause, ask string) (*steps.Items, error) {
	listing := c.All("listing")
	_ = listing
	places := append(c.All("in", "of", "from", "dir"), c.Spelt()...)
	if err := b.heaviest(c, places); err != nil {
		return nil, err
	}
	if c.Has("most") {
		c.All("obj") // the folder that has the most files is found among the files
		c.Add(speech.Fact{Name: "everyfile"})
	}
	if ask == "where" || ask == "exists" {
		if f, ok := c.Take("file"); ok {
			return b.search(c, f, places)
		}
		if f, ok := c.Take("infile"); ok {
			return b.search(c, f, places)
		}
	}
	those := len(c.All("those")) > 0 || c.Pronoun != ""
	if in, done, err := b.narrowed(c, ask, places, those); done || err != nil {
		return in, err
	}
	if those && len(places) > 0 {
		those = false
		c.Add(speech.Fact{Name: "everyfile"})
	}
	if ask == "list" && len(places) == 0 && !those && c.HasObject("dirs") && b.Definite(c) {
		if t := b.Producer("everything"); t != nil { // "show me the folder"
			c.All("obj")
			b.Ask(t, "folder", "which_folder_name", nil)
			return steps.Output(t, b.Add(t, map[string]any{}), nil), nil
		}
	}
	if !those && (c.Things() || len(places) > 0) {
		return b.Collect(c, places, false)
	}
	if len(places) > 0 {
		return nil, steps.Unknown(b.Words(places[0]))
	}
	in := b.Referred()
	if in == nil {
		return nil, steps.Limit("nothing_to_refer_to", "no earlier result")
	}
	c.All("obj", "one")
	list, err := b.Conditions(c, false)
	if err != nil {
		return nil, err
	}
	return b.Filter(in, list)
}

// search looks for a file by its name, everywhere or in the folder said.
func (b Planner) search(c *request.Clause, f speech.Fact, places []speech.Fact) (*steps.Items, error) {
	name, _ := f.Get("file")
	t := b.Producer("files")
	if t == nil || !t.Has("glob") {
		return nil, steps.Limit("capability_missing", "no executor finds files", "what", b.From(b.Position(c)))
	}
	c.All("obj")
	args := map[string]any{}
	if err := b.Place(t, args, c, places, false); err != nil {
		return nil, err
	}
	if len(name.Paths) > 0 && !strings.ContainsAny(name.Text, "./") { // a word of its name
		t.Put(args, "name", name.Text)
	} else {
		t.Put(args, "glob", request.GlobText(name.Text))
	}
	t.Put(args, "recursive", true)
	return steps.Output(t, b.Add(t, args), nil), nil
}

// answer adds what turns the collection into the answer, and says in which shape.
func (b Planner) answer(c *request.Clause, ask string, in *steps.Items) error {
	var err error
	b.Last = in
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
		f, _ := c.Take("sum")
		in, err = b.Total(c, in, f.Arg(0))
		shape = plan.ShapeScalar
	case c.Has("group", "most") || (ask == "count" || c.Act == "group") && c.Has("by"):
		in, err = b.Grouped(c, in)
		shape = plan.ShapeAuto
	default:
		in, err = b.Ordered(c, in)
		if ask == "count" && err == nil && in.Previous {
			in, err = b.Aggregate(in, "count", "")
		}
	}
	if err != nil {
		return err
	}
	if in.Previous && shape == plan.ShapeList {
		in, err = b.again(in)
	} else if in.Previous {
		err = steps.Unknown(b.Req.Text) // nothing new is asked of the previous result
	}
	if err != nil {
		return err
	}
	b.Result = in
	if ask != "sum" && ask != "count" && shape != plan.ShapeAuto || b.Last == nil {
		b.Last = in
	}
	b.Framework.Shape = shape
	return nil
}
