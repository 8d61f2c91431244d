package tutor

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/tutor/example"
	"github.com/metnos/metnos/core/tutor/hear"
	"github.com/metnos/metnos/core/tutor/topic"
)

// session is the answering of one sentence.
type session struct {
	*Tutor
	ctx    context.Context
	turn   core.Turn
	role   settings.Role
	whole  string // the sentence
	places plan.Places
	find   *example.Finder
}

// answer answers a question, or says that it is none for the tutor.
func (s *session) answer(q hear.Question) (string, bool) {
	switch q.Kind {
	case hear.Able:
		if q.Topic == "" {
			return s.overview(q), true
		}
		return s.able(q)
	case hear.Know:
		if slices.Contains(wondering, q.Words[0]) { // "do you know how many there are"
			return "", false
		}
		return s.know(q, q.Topic, true)
	case hear.Could:
		if !bare(q) || s.requested() {
			return "", false
		}
		return s.know(q, q.Topic, true)
	case hear.Told:
		if s.requested() { // to be looked at, which changes nothing
			return "", false
		}
		return s.know(q, q.Topic, false)
	case hear.How:
		return s.how(q, q.Topic)
	case hear.Verb:
		if order, ok := q.Order(); ok {
			if text, ok := s.how(q, order); ok && !s.requested() {
				return text, true
			}
		}
		return s.known(q, true)
	case hear.Why:
		return s.why(q)
	case hear.Where:
		return s.known(q, true)
	case hear.What, hear.Which:
		if s.requested() {
			return "", false
		}
		return s.known(q, false)
	case hear.Done:
		return s.done(q)
	case hear.Blame:
		return s.blame(q)
	case hear.Reach:
		return s.reach(q), true
	}
	return "", false
}

// follow answers a question that goes on from another one.
func (s *session) follow(q hear.Question) (string, bool) {
	if !slices.Contains([]hear.Kind{hear.Done, hear.Reach, hear.Blame}, q.Kind) {
		if text, ok := s.known(q, q.Kind == hear.Where); ok {
			return text, true
		}
	}
	if s.requested() {
		return "", false
	}
	switch q.Kind {
	case hear.How, hear.Know, hear.Could, hear.Told, hear.Verb:
		if text, ok := s.know(q, q.Topic, false); ok {
			return text, true
		}
		return s.able(q)
	case hear.Done:
		return s.done(q)
	}
	return s.able(q)
}

// requested reports whether the sentence is one the composer plans: then it is a request.
func (s *session) requested() bool { return s.find.Draft(s.ctx, s.whole, s.turn.Lang).Accepted }

// known explains what is asked about when every word of it is explained.
func (s *session) known(q hear.Question, placed bool) (string, bool) {
	found, ok := topic.Find(q.Words, q.Lang, placed)
	switch {
	case !ok, placed && (s.theirs(q) || found.Page == "" && s.requested()):
		return "", false
	case !placed && s.contained(q): // what is in a thing is not what it is
		return "", false
	}
	return s.explain(q.Lang, found, placed), true
}

// contained reports whether a question is about what is in something that is not metnos.
func (s *session) contained(q hear.Question) bool {
	in := func(w string) bool { return slices.Contains(inside, w) }
	of := func(w hear.Word) bool { return slices.Contains([]string{"sei", "giri", "lavori", "you"}, w.Fold) }
	return slices.ContainsFunc(q.Words[:min(len(q.Words), 4)], in) && !slices.ContainsFunc(hear.Cut(s.whole), of)
}

var inside = strings.Fields("in nel nella nello nei nelle negli nell dentro sul sulla inside within on under")

// theirs reports whether a word of the question names a file or folder of the person's that is there: then it is that.
func (s *session) theirs(q hear.Question) bool {
	if !s.requested() {
		return false
	}
	for _, w := range q.Words {
		if len(w) > 3 && (len(s.places.File(w)) > 0 || len(s.places.Folder(w)) > 0) {
			return true
		}
	}
	return false
}

// wondering are the words of a question within a question.
var wondering = strings.Fields("quanto quanta quanti quante quale quali che chi cosa dove quando perche se how what which who where when why whether if")

// determiners make a question about a thing at hand of one about things in general.
var determiners = strings.Fields(`il lo la i gli le l un uno una del dello della dei degli delle al allo alla ai agli alle nel nello nella nei negli
	nelle sul sulla questo questa questi queste quello quella quei quelle mio mia miei mie tutti tutte me mi
	the a an this that these those my all me them it him her us`)

// bare reports whether a question is about things in general: no article, no name, no number.
func bare(q hear.Question) bool {
	if len(q.Words) < 2 {
		return false
	}
	for i, w := range q.Words {
		if slices.Contains(determiners, w) || strings.ContainsAny(w, "/~@") || strings.Contains(w, ".") || strings.ContainsFunc(w, unicode.IsDigit) {
			return false
		}
		if i > 0 && q.Topic != strings.ToLower(q.Topic) && named(q.Topic) {
			return false
		}
	}
	return true
}

// named reports whether a word begins like a name: "Archivio", not "PDF".
func named(text string) bool {
	for _, w := range strings.Fields(text) {
		r := []rune(w)
		if unicode.IsUpper(r[0]) && len(r) > 1 && unicode.IsLower(r[1]) {
			return true
		}
	}
	return false
}

// say is a sentence of the catalogue; params are names and values in turn.
func (s *session) say(lang, key string, params ...string) string {
	filled := map[string]string{"bulk": strconv.Itoa(s.House.Bulk())}
	for i := 0; i+1 < len(params); i += 2 {
		filled[params[i]] = params[i+1]
	}
	return s.Say.Say(lang, key, filled)
}

// pages reports whether answers are shown where pages can be opened, and Markdown is read.
func (s *session) pages() bool { return s.House.Page(s.turn.Channel, "") != "" }

// put makes a value safe to stand in an answer.
func (s *session) put(value string) string {
	value = glyph.Line(value)
	if s.pages() {
		value = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "`", "\\`", "<", `\<`, "~", `\~`).Replace(value)
	}
	return value
}

// quote puts a sentence in the quotation marks of a language.
func (s *session) quote(lang, text string) string {
	if lang == "en" {
		return "“" + s.put(text) + "”"
	}
	return "«" + s.put(text) + "»"
}

func (s *session) quotes(lang string, list []string) string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = s.quote(lang, one)
	}
	return strings.Join(out, ", ")
}

// place is where a page is: a link where pages can be opened.
func (s *session) place(lang, route string) string {
	if route == topic.RootPage {
		route = ""
	}
	place := settings.Place(route, lang)
	if to := s.House.Page(s.turn.Channel, route); to != "" {
		return "[" + place + "](" + to + ")"
	}
	return place
}

// may reports whether the person may open a page.
func (s *session) may(route string) bool {
	for _, section := range settings.Pages() {
		for _, p := range section.Pages {
			if p.Route == route {
				return s.role.Includes(p.Role)
			}
		}
	}
	return true
}

func (s *session) text(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, s.gap(s.turn))
}

// list is lines of a list.
func list(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return "- " + strings.Join(items, "\n- ")
}
