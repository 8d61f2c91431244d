package query

import (
	"slices"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
)

// narrowed keeps of the files on the table those in a folder or those whose text says something: "only those in X",
// "which of them mention Smith?". done is false when nothing on the table is spoken of.
func (b Planner) narrowed(c *request.Clause, ask string, places []speech.Fact, those bool) (*steps.Items, bool, error) {
	in := b.Referred()
	if in == nil || in.Fields["path"] == "" || len(places) > 1 {
		return nil, false, nil
	}
	plain := !c.Has("obj", "ext", "kind", "name", "glob", "everything", "everyfile", "file", "infile", "dir")
	says := c.Has("content") && (those || plain && len(places) == 0 && ask == "list" && c.Act == "")
	if !says && !(those && len(places) == 1) {
		return nil, false, nil
	}
	c.All("obj", "one")
	list, err := b.Conditions(c, false)
	if err != nil {
		return nil, false, err
	}
	if len(places) == 1 {
		if in, err = b.below(in, places[0]); err != nil {
			return nil, false, err
		}
	}
	if at := slices.IndexFunc(list, func(k request.Condition) bool { return k.Semantic == "text_query" }); at >= 0 {
		if in, err = b.saying(in, list[at]); err != nil {
			return nil, false, err
		}
		list = slices.Delete(list, at, at+1)
	}
	in, err = b.Filter(in, list)
	return in, err == nil, err
}

// files reports that the things on the table are files, whose text can be read.
func (b Planner) files() bool {
	in := b.Referred()
	return in != nil && in.Fields["path"] != "" && in.Fields["type"] == ""
}

// heaviest takes "which takes up the most?" as a question about what was just listed. Folders were not weighed: of them
// it is refused here.
func (b Planner) heaviest(c *request.Clause, places []speech.Fact) error {
	f, ok := c.Only("most")
	in := b.Referred()
	if !ok || in == nil || len(places) > 0 || f.Arg(0) != "size" {
		return nil
	}
	if in.Fields["size"] == "" || in.Fields["type"] != "" {
		return steps.Unknown(b.Words(f))
	}
	for i := range c.Facts {
		if c.Facts[i].Name == "most" {
			c.Facts[i].Name, c.Facts[i].Args = "sup", []string{"size", f.Arg(1), "one"}
		}
	}
	return nil
}

// below keeps what is in a folder, at any depth.
func (b Planner) below(in *steps.Items, place speech.Fact) (*steps.Items, error) {
	ch, err := b.Folder(request.PlaceName(place))
	if err != nil {
		return nil, err
	}
	if ch.Path == "" {
		return nil, steps.Unknown(b.Words(place)) // which of several folders
	}
	return b.Filter(in, []request.Condition{{Property: "path", Op: "starts", Text: ch.Path + "/", Said: b.Words(place)}})
}

// saying keeps the files whose text has some words. Folders among the items are refused: what is below them was not
// listed.
func (b Planner) saying(in *steps.Items, k request.Condition) (*steps.Items, error) {
	t := b.Producer("files")
	args := map[string]any{}
	if t == nil || in.Fields["excerpt"] == "" && in.Fields["extension"] == "" || in.Fields["type"] != "" || !t.Put(args, k.Semantic, k.Value) || !b.Feed(t, args, in) {
		return nil, steps.Limit("capability_missing", "no executor can select by this", "what", k.Said)
	}
	return steps.Output(t, b.Add(t, args), in), nil
}
