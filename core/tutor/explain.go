package tutor

import (
	"strings"

	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/tutor/ability"
	"github.com/metnos/metnos/core/tutor/hear"
	"github.com/metnos/metnos/core/tutor/topic"
)

// explain tells about a topic: what it is, what is true of it here, where it is seen and changed, where more is written.
func (s *session) explain(lang string, t topic.Topic, placed bool) string {
	var parts []string
	where := s.where(lang, t, placed)
	if placed {
		parts = append(parts, where)
	}
	if t.Name != "" {
		parts = append(parts, s.say(lang, "about_"+t.Name))
	}
	if t.Fact != "" {
		parts = append(parts, s.fact(lang, t.Fact))
	}
	if said := s.spoken(lang, t.Examples); said != "" {
		parts = append(parts, said)
	}
	if !placed {
		parts = append(parts, where)
	}
	if t.Doc != "" && !placed {
		file, section, _ := strings.Cut(t.Doc, "#")
		parts = append(parts, s.say(lang, "tutor_doc", "file", file, "section", section))
	}
	return s.text(parts...)
}

// spoken are sentences that do the same as a page does.
func (s *session) spoken(lang string, tools []string) string {
	var said []string
	for _, name := range tools {
		for _, e := range s.Catalog.Active() {
			if e.Manifest.Name == name {
				said = append(said, s.find.For(s.ctx, e, lang, "", 1)...)
			}
		}
	}
	if len(said) == 0 {
		return ""
	}
	return s.say(lang, "tutor_spoken", "examples", s.quotes(lang, said))
}

// where tells the page of a topic, what it shows and what can be done there, as far as the person may see it.
func (s *session) where(lang string, t topic.Topic, placed bool) string {
	if t.Page == "" {
		return ""
	}
	if t.Page == topic.RootPage {
		return s.say(lang, "tutor_settings", "place", s.place(lang, t.Page), "sections", strings.Join(s.sections(lang), ", "))
	}
	if !s.may(t.Page) {
		return s.say(lang, "tutor_admins_page", "place", settings.Place(t.Page, lang))
	}
	if !placed && t.Name != "" {
		return s.say(lang, "tutor_more", "place", s.place(lang, t.Page))
	}
	parts := []string{s.say(lang, "tutor_place", "place", s.place(lang, t.Page))}
	p := page(t.Page)
	if t.Name == "" {
		parts = append(parts, p.Summary.In(lang))
	}
	var controls []string
	for _, c := range p.Controls {
		if need := c.Role; need == "" || s.role.Includes(need) {
			controls = append(controls, c.Label.In(lang))
		}
	}
	if len(controls) > 0 {
		parts = append(parts, s.say(lang, "tutor_controls", "controls", strings.Join(controls, ", ")))
	}
	return strings.Join(parts, " ")
}

func page(route string) settings.Page {
	for _, section := range settings.Pages() {
		for _, p := range section.Pages {
			if p.Route == route {
				return p
			}
		}
	}
	return settings.Page{}
}

// sections are those of the settings where the person may see a page.
func (s *session) sections(lang string) (names []string) {
	for _, section := range settings.Pages() {
		var pages []string
		for _, p := range section.Pages {
			if s.role.Includes(p.Role) {
				pages = append(pages, p.Label.In(lang))
			}
		}
		if len(pages) > 0 {
			names = append(names, section.Label.In(lang)+" ("+strings.Join(pages, ", ")+")")
		}
	}
	return names
}

// formats is what the executors that read, make and convert files say of themselves.
func (s *session) formats(lang string) string {
	var lines []string
	for _, e := range s.Catalog.Active() {
		if verb, _, _ := strings.Cut(e.Manifest.Name, "_"); (verb == "read" || strings.Count(e.Manifest.Name, "_") > 1 && (verb == "create" || verb == "change")) && strings.Contains(e.Manifest.Name, "_files") {
			lines = append(lines, s.put(ability.Scope(e.Manifest, lang)))
		}
	}
	return list(lines[:min(len(lines), 2*maxTools)])
}

// ofHouse are the facts only who administers is told.
var ofHouse = map[string]bool{"data": true, "config": true}

// fact is something that is true of this place.
func (s *session) fact(lang, name string) string {
	switch {
	case ofHouse[name] && !s.role.Includes(settings.Admin), name == "bulk": // the sentence says it
		return ""
	case name == "formats":
		return s.formats(lang)
	case name == "folders":
		return s.reach(hear.Question{Lang: lang})
	case name == "role":
		return s.say(lang, "tutor_role_"+string(s.role))
	case name == "tools":
		return s.say(lang, "tutor_tools", "Count", itoa(len(s.Catalog.Active())))
	}
	return s.put(s.House.Fact(s.ctx, name, lang))
}
