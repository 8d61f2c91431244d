package compose

import (
	"slices"

	"github.com/metnos/metnos/core/compose/change"
	"github.com/metnos/metnos/core/compose/query"
	"github.com/metnos/metnos/core/compose/request"
)

// clause plans one clause.
func (b planner) clause(c *request.Clause) error {
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
