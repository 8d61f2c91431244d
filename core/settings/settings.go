package settings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Asker is who looks or acts, as the core knows them.
type Asker struct {
	Owner   core.Owner
	Role    Role
	Lang    string
	Session string // key of the session they are signed in with; "" on a channel without sessions
}

// Source is what a page shows and does. Detail may be nil; Acts has one entry for each control.
type Source struct {
	Sheet  func(ctx context.Context, who Asker) (Sheet, error)
	Detail func(ctx context.Context, who Asker, row string) ([]Block, error)
	Acts   map[string]Act
}

// Act carries out a control on a row; value is what was chosen.
type Act func(ctx context.Context, who Asker, row, value string) (Done, error)

// Settings is the registry with its sources.
type Settings struct {
	pages   map[string]Page
	sources map[string]Source
}

// New binds every page to its source, by route. The two must fit exactly.
func New(sources map[string]Source) (*Settings, error) {
	s := &Settings{pages: map[string]Page{}, sources: sources}
	var faults []error
	for _, section := range Pages() {
		for _, p := range section.Pages {
			s.pages[p.Route] = p
			faults = append(faults, fits(p, sources[p.Route]))
		}
	}
	for route := range sources {
		if _, there := s.pages[route]; !there {
			faults = append(faults, fmt.Errorf("settings: %s has a source and is no page", route))
		}
	}
	return s, errors.Join(faults...)
}

// fits checks a source against its page.
func fits(p Page, s Source) error {
	var faults []error
	if s.Sheet == nil {
		faults = append(faults, fmt.Errorf("settings: %s has nothing to show", p.Route))
	}
	if p.Detail != (s.Detail != nil) {
		faults = append(faults, fmt.Errorf("settings: %s: the details of rows do not fit", p.Route))
	}
	for _, c := range p.Controls {
		if s.Acts[c.Name] == nil {
			faults = append(faults, fmt.Errorf("settings: %s: nobody carries out %s", p.Route, c.Name))
		}
	}
	for name := range s.Acts {
		if !slices.ContainsFunc(p.Controls, func(c Control) bool { return c.Name == name }) {
			faults = append(faults, fmt.Errorf("settings: %s: %s is no control", p.Route, name))
		}
	}
	return errors.Join(faults...)
}

// Place is where a page is, as a person reads it.
func Place(route, lang string) string {
	for _, section := range Pages() {
		for _, p := range section.Pages {
			if p.Route == route {
				return strings.Join([]string{Root.In(lang), section.Label.In(lang), p.Label.In(lang)}, " › ")
			}
		}
	}
	return Root.In(lang)
}

// Entry is a page in the menu.
type Entry struct {
	Route   string `json:"route"`
	Label   string `json:"label"`
	Summary string `json:"summary"`
	Section string `json:"section"`
	Place   string `json:"place"`
}

// Menu lists the pages somebody may see.
func (s *Settings) Menu(who Asker) []Entry {
	list := []Entry{}
	for _, section := range Pages() {
		for _, p := range section.Pages {
			if who.Role.Includes(p.Role) {
				list = append(list, Entry{p.Route, p.Label.In(who.Lang), p.Summary.In(who.Lang), section.Label.In(who.Lang), Place(p.Route, who.Lang)})
			}
		}
	}
	return list
}

// View is a page as somebody sees it.
type View struct {
	Entry
	Columns  []Head   `json:"columns"`
	Controls []Button `json:"controls"`
	Detail   bool     `json:"detail"`
	Facts    []Fact   `json:"facts"`
	Rows     []Row    `json:"rows"`
	Total    int      `json:"total"`
}

// Head is a column as it is shown, Button a control.
type Head struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Kind  Kind   `json:"type"`
}
type Button struct {
	Name    string `json:"name"`
	Label   string `json:"label"`
	Confirm string `json:"confirm,omitempty"`
	Danger  bool   `json:"danger,omitempty"`
	Row     bool   `json:"row,omitempty"`
	Choices bool   `json:"choices,omitempty"`
	Browser string `json:"browser,omitempty"`
}

// page finds a page somebody may see. One they may not see is as one that is not there.
func (s *Settings) page(who Asker, route string) (Page, error) {
	p, there := s.pages[route]
	if !there || !who.Role.Includes(p.Role) {
		return Page{}, sdk.Errorf(sdk.NotFound, "settings_unknown", "no page %q for a %s", route, who.Role).With("route", route)
	}
	return p, nil
}

// Open shows a page. A row that does not fit the columns is a fault of the program.
func (s *Settings) Open(ctx context.Context, who Asker, route string) (View, error) {
	p, err := s.page(who, route)
	if err != nil {
		return View{}, err
	}
	sheet, err := s.sources[route].Sheet(ctx, who)
	if err != nil {
		return View{}, err
	}
	v := View{Columns: []Head{}, Controls: []Button{}, Detail: p.Detail, Facts: sheet.Facts, Rows: sheet.Rows, Total: max(sheet.Total, len(sheet.Rows))}
	for _, e := range s.Menu(who) {
		if e.Route == route {
			v.Entry = e
		}
	}
	for _, c := range p.Columns {
		v.Columns = append(v.Columns, Head{c.Key, c.Label.In(who.Lang), c.Kind})
	}
	for _, c := range p.Controls {
		if who.Role.Includes(least(c.Role, p.Role)) {
			v.Controls = append(v.Controls, Button{c.Name, c.Label.In(who.Lang), c.Confirm.In(who.Lang), c.Danger, c.Row, c.Choices, c.Browser})
		}
	}
	for _, row := range v.Rows {
		if len(row.Cells) != len(p.Columns) {
			return View{}, sdk.Errorf(sdk.ContractViolation, "settings_row", "%s: a row has %d cells for %d columns", route, len(row.Cells), len(p.Columns)).With("route", route)
		}
	}
	if v.Rows == nil {
		v.Rows = []Row{}
	}
	if v.Facts == nil {
		v.Facts = []Fact{}
	}
	return v, nil
}

// least is the control's own role, or the page's.
func least(own, page Role) Role {
	if own == "" {
		return page
	}
	return own
}

// Look opens a row.
func (s *Settings) Look(ctx context.Context, who Asker, route, row string) ([]Block, error) {
	p, err := s.page(who, route)
	if err != nil {
		return nil, err
	}
	if !p.Detail {
		return nil, sdk.Errorf(sdk.NotFound, "settings_unknown", "%s has no details", route).With("route", route)
	}
	return s.sources[route].Detail(ctx, who, row)
}

// Do uses a control.
func (s *Settings) Do(ctx context.Context, who Asker, route, control, row, value string) (Done, error) {
	p, err := s.page(who, route)
	if err != nil {
		return Done{}, err
	}
	i := slices.IndexFunc(p.Controls, func(c Control) bool { return c.Name == control })
	if i < 0 {
		return Done{}, sdk.Errorf(sdk.NotFound, "settings_control", "%s has no control %q", route, control).With("route", route)
	}
	c := p.Controls[i]
	switch {
	case !who.Role.Includes(least(c.Role, p.Role)):
		return Done{}, sdk.Errorf(sdk.PolicyDenied, "role_needed", "%s needs the role %s", control, least(c.Role, p.Role)).With("method", p.Label.In(who.Lang)+" › "+c.Label.In(who.Lang)).With("role", string(least(c.Role, p.Role)))
	case c.Row == (row == ""):
		return Done{}, sdk.Errorf(sdk.WrongArgs, "settings_control", "%s: the control %q and the row %q do not fit", route, control, row).With("route", route)
	}
	return s.sources[route].Acts[control](ctx, who, row, value)
}
