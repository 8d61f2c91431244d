package compose

import (
	"path/filepath"
	"slices"

	"github.com/metnos/metnos/core/compose/change"
	"github.com/metnos/metnos/core/compose/query"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
)

// quotedFile reads a quoted text as the file that is called so, when the verb is about files and no text is written.
func (b planner) quotedFile(c *request.Clause) {
	if b.Req.Places == nil || !slices.Contains([]string{"read", "open", "show", "look", "delete", "move", "put", "copy", "rename", "compress", "extract"}, c.Act) {
		return
	}
	for i := range c.Facts {
		f := &c.Facts[i]
		q, ok := f.Get("quoted")
		if !ok || c.Used[i] || f.Name != "text" || filepath.Ext(q.Text) == "" || f.End != f.Start+1 {
			continue
		}
		if found := b.Req.Places.File(q.Text); len(found) > 0 {
			q.Slot, q.Paths = "file", found
			f.Name, f.Captures = "file", []speech.Capture{q}
		}
	}
}

// clause plans one clause.
func (b planner) clause(c *request.Clause) error {
	b.quotedFile(c)
	switch {
	case c.Has("clock"):
		return query.Planner{Builder: b.Builder}.Clock(c)
	case c.Act != "" && request.Actions[c.Act] != "":
		return change.Planner{Builder: b.Builder}.Change(c)
	case c.Act == "make" && (c.Has("newdir") || c.MakesFile() || c.IntoArchive() || c.Has("zipped")):
		c.Act = "create"
		return change.Planner{Builder: b.Builder}.Change(c)
	case slices.Contains([]string{"tidy", "sort", "group"}, c.Act) && c.Has("subdirs"), c.Act == "tidy" && c.Has("by", "group"):
		c.Act = "split"
		return change.Planner{Builder: b.Builder}.Change(c)
	}
	return query.Planner{Builder: b.Builder}.Query(c)
}
