package tutor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/tutor/ability"
	"github.com/metnos/metnos/core/tutor/example"
	"github.com/metnos/metnos/core/tutor/hear"
	"github.com/metnos/metnos/core/tutor/topic"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// Bounds of an answer about abilities.
const (
	maxTools    = 6
	maxExamples = 3
	maxFamilies = 9
)

// overview is what can be asked, one sentence for each family of executors.
func (s *session) overview(q hear.Question) string {
	families := map[string][]core.Executor{}
	var names []string
	for _, e := range s.Catalog.Active() {
		b := e.Manifest.Plugin.Binary
		if families[b] == nil {
			names = append(names, b)
		}
		families[b] = append(families[b], e)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(families[b]), len(families[a])), cmp.Compare(a, b))
	})
	var lines []string
	for _, name := range names {
		family := families[name]
		slices.SortStableFunc(family, func(a, b core.Executor) int { return cmp.Compare(ability.Plain(a), ability.Plain(b)) })
		var said []string
		verb := ""
		for _, e := range family {
			if len(said) == 2 || len(lines) == maxFamilies {
				break
			}
			v, _, _ := strings.Cut(e.Manifest.Name, "_")
			if v == verb || e.Manifest.Origin == "handcrafted" && !slices.Contains(example.Executors(), e.Manifest.Name) {
				continue // one of each
			}
			if found := s.find.For(s.ctx, e, q.Lang, "", 1); len(found) > 0 {
				said, verb = append(said, found...), v
			}
		}
		if len(said) > 0 {
			lines = append(lines, s.quotes(q.Lang, said))
		}
	}
	if len(lines) == 0 {
		return s.say(q.Lang, "no_executors")
	}
	return s.text(s.say(q.Lang, "tutor_overview"), list(lines), s.guest(q.Lang), s.say(q.Lang, "tutor_overview_more"))
}

// guest reminds somebody who may only look.
func (s *session) guest(lang string) string {
	if s.role.Includes(settings.Member) {
		return ""
	}
	return s.say(lang, "tutor_guest")
}

// able tells what can be done with something.
func (s *session) able(q hear.Question) (string, bool) {
	tools := s.about(q)
	files := s.ofFiles(q)
	if len(tools) == 0 && len(files) == 0 {
		if found, ok := topic.Find(q.Words, q.Lang, false); ok {
			return s.explain(q.Lang, found, false), true
		}
		return s.text(s.say(q.Lang, "tutor_none", "topic", s.quote(q.Lang, q.Topic)), s.more(q.Lang)), true
	}
	var lines []string
	for _, e := range tools[:min(len(tools), maxTools)] {
		lines = append(lines, s.line(q.Lang, e))
	}
	parts := []string{}
	if len(lines) > 0 {
		parts = append(parts, s.say(q.Lang, "tutor_with", "topic", s.quote(q.Lang, s.things(q))), list(lines))
	}
	if len(files) > 0 {
		parts = append(parts, s.say(q.Lang, "tutor_files", "topic", s.quote(q.Lang, s.things(q)), "examples", s.quotes(q.Lang, files)))
	}
	return s.text(append(parts, s.guest(q.Lang), s.more(q.Lang))...), true
}

// more is where the executors are listed, for who may see them, and those of them that are not admitted.
func (s *session) more(lang string) string {
	if !s.may("lifecycle/executors") {
		return ""
	}
	if out := s.House.LeftOut(lang); len(out) > 0 {
		for i := range out {
			out[i] = s.put(out[i])
		}
		return s.text(s.say(lang, "tutor_left_out", "place", s.place(lang, "lifecycle/executors")), list(out[:min(len(out), maxTools)]))
	}
	return s.say(lang, "tutor_more", "place", s.place(lang, "lifecycle/executors"))
}

// line is what an executor does, from its signed manifest, and a sentence that asks for it.
func (s *session) line(lang string, e core.Executor) string {
	scope := s.put(ability.Scope(e.Manifest, lang))
	if said := s.find.For(s.ctx, e, lang, s.whole, 1); len(said) > 0 {
		return s.say(lang, "tutor_tool", "does", scope, "example", s.quote(lang, said[0]))
	}
	return scope
}

// things is what is asked about without its article.
func (s *session) things(q hear.Question) string {
	words := hear.Cut(q.Topic)
	for len(words) > 1 && (slices.Contains(determiners, words[0].Fold) || slices.Contains(joins, words[0].Fold)) {
		words = words[1:]
	}
	if len(words) == 0 {
		return q.Topic
	}
	return q.Topic[words[0].Start:words[len(words)-1].End]
}

var joins = strings.Fields("di a da in con su per anche dei degli delle with for on about of in to also")

// ofFiles are sentences about files of the kind asked about, when it is one.
func (s *session) ofFiles(q hear.Question) []string {
	things := s.things(q)
	words := hear.Cut(things)
	kind := false
	for i := range words {
		folded := make([]string, 0, len(words)-i)
		for _, w := range words[i:] {
			folded = append(folded, w.Fold)
		}
		for _, sense := range vocab.For(q.Lang).Look(folded) {
			kind = kind || sense.Class == "kind" || sense.Class == "ext"
		}
	}
	if !kind {
		return nil
	}
	return s.find.About(s.ctx, things, q.Lang, maxExamples)
}

// about are the executors whose manifests speak of what is asked about, the nearest first. Every word must be theirs.
func (s *session) about(q hear.Question) []core.Executor {
	var asked []string
	for _, w := range hear.Cut(s.things(q)) {
		if !slices.Contains(determiners, w.Fold) && !slices.Contains(joins, w.Fold) {
			asked = append(asked, w.Fold)
		}
	}
	return s.abilities().About(q.Lang, asked)
}

// abilities are those of the executors there are now.
func (s *session) abilities() *ability.Index {
	active := s.Catalog.Active()
	if x := s.index.Load(); x.Of(active) {
		return x
	}
	x := ability.New(active)
	s.index.Store(x)
	return x
}

// order is what a topic asks for when it is said as a request, and the executors that would do it.
func (s *session) order(lang, text string) (d plan.Draft, tools []core.Executor) {
	d = s.find.Draft(s.ctx, text, lang)
	for _, said := range []string{text, definite(text)} {
		if d.Accepted || d.Question != nil {
			break
		}
		if staged := s.find.Staged(s.ctx, said, lang); staged.Accepted || staged.Question != nil {
			d = staged
			d.Accepted = false // not with what is there
		}
	}
	f := d.Framework
	if d.Question != nil {
		f = d.Question.Partial
	}
	for _, name := range f.Tools() {
		for _, e := range s.Catalog.Active() {
			if e.Manifest.Name == name && !slices.ContainsFunc(tools, func(t core.Executor) bool { return t.Manifest.Name == name }) {
				tools = append(tools, e)
			}
		}
	}
	if last := len(tools) - 1; last > 0 { // what is found first is on the way
		tools = slices.DeleteFunc(tools, func(e core.Executor) bool {
			return strings.HasPrefix(e.Manifest.Name, "find_") && e.Manifest.Name != tools[last].Manifest.Name
		})
	}
	return d, tools
}

// definite leaves out the words for any one of many: "rename a file".
func definite(text string) string {
	var kept []string
	for _, w := range strings.Fields(text) {
		if !slices.Contains(some, strings.ToLower(w)) {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

var some = strings.Fields("un uno una dei degli delle qualche a an some any")

// doers are the executors that do what a question asks about: those of the plan its words make as a request, unless a
// manifest speaks of just that.
func (s *session) doers(q hear.Question, text string) (plan.Draft, []core.Executor) {
	d, tools := s.order(q.Lang, text)
	if d.Accepted {
		return d, tools
	}
	nearest := s.about(q)
	switch {
	case len(nearest) == 0:
	case len(tools) == 0 && len(hear.Cut(definite(s.things(q)))) < 2: // a verb alone says too little
	case len(tools) == 0:
		return plan.Draft{}, nearest[:1]
	case !slices.ContainsFunc(nearest, func(e core.Executor) bool { return e.Manifest.Name == tools[len(tools)-1].Manifest.Name }):
		tools = append(tools, nearest[0])
	}
	return d, tools
}

// know tells whether something can be done, and how it is asked. A firm one says no as well.
func (s *session) know(q hear.Question, text string, firm bool) (string, bool) {
	d, tools := s.doers(q, text)
	switch {
	case len(tools) > 0 && q.Kind == hear.Why:
		return s.text(s.say(q.Lang, "tutor_may"), s.shown(q.Lang, d, text, tools)), true
	case len(tools) > 0:
		return s.say(q.Lang, "tutor_yes") + " " + s.shown(q.Lang, d, text, tools), true
	case lacking(d):
		return s.missing(q, text), true
	}
	if !firm {
		return "", false
	}
	return s.known(q, false)
}

// missing says that nothing does what is asked, and what deals with the things it is asked of.
func (s *session) missing(q hear.Question, text string) string {
	var things []string
	lex := vocab.For(q.Lang)
	for i, w := range q.Words {
		verb := slices.ContainsFunc(lex.Look([]string{w}), func(m vocab.Sense) bool { return m.Class == "verb" })
		if i > 0 && !verb && len(w) > 2 && !slices.Contains(determiners, w) && !slices.Contains(joins, w) && !slices.Contains(some, w) {
			things = append(things, w)
		}
	}
	for _, about := range [][]string{things, things[:min(1, len(things))]} {
		tools := s.abilities().About(q.Lang, about)
		var lines []string
		for _, e := range tools[:min(len(tools), maxExamples)] {
			lines = append(lines, s.line(q.Lang, e))
		}
		if len(lines) > 0 {
			return s.text(s.say(q.Lang, "tutor_no_but", "what", s.quote(q.Lang, text), "topic", s.quote(q.Lang, strings.Join(about, " "))), list(lines), s.more(q.Lang))
		}
	}
	return s.text(s.say(q.Lang, "tutor_no", "what", s.quote(q.Lang, text)), s.more(q.Lang))
}

func lacking(d plan.Draft) bool { return d.Limit != nil && d.Limit.Code == "capability_missing" }

// how tells how something is asked for.
func (s *session) how(q hear.Question, text string) (string, bool) {
	found, explained := topic.Find(q.Words, q.Lang, true)
	planned, _ := s.order(q.Lang, text)
	d, tools := s.doers(q, text)
	searches := len(tools) == 1 && strings.HasPrefix(tools[0].Manifest.Name, "find_") || !planned.Accepted && planned.Question == nil
	switch {
	case len(tools) > 0 && !(searches && explained):
		parts := []string{s.shown(q.Lang, d, text, tools)}
		if explained && found.Page != "" && found.Page != topic.RootPage && s.may(found.Page) {
			parts = append(parts, s.say(q.Lang, "tutor_also", "place", s.place(q.Lang, found.Page)))
		}
		return s.text(parts...), true
	case explained:
		return s.explain(q.Lang, found, false), true
	case len(tools) == 0 && q.Kind == hear.How && s.named(q) != "":
		return s.access(q.Lang, s.named(q)), true
	case lacking(d) && q.Kind != hear.Verb:
		return s.missing(q, text), true
	}
	return "", false
}

// shown is how something is asked for: the sentence itself when it makes a plan, examples, and what happens then.
func (s *session) shown(lang string, d plan.Draft, text string, tools []core.Executor) string {
	main := tools[len(tools)-1]
	var said []string
	if d.Accepted {
		said = append(said, text)
	}
	for _, one := range s.find.For(s.ctx, main, lang, text, 2) {
		if !slices.Contains(said, one) && len(said) < 2 {
			said = append(said, one)
		}
	}
	parts := []string{s.say(lang, "tutor_does", "does", s.put(ability.Scope(main.Manifest, lang)))}
	if len(said) > 0 {
		parts[0] = s.say(lang, "tutor_ask", "examples", s.quotes(lang, said))
	}
	changes := slices.ContainsFunc(tools, func(e core.Executor) bool { return e.Manifest.Execution.Effect != "read_only" })
	switch {
	case changes && s.guest(lang) != "":
		parts = append(parts, s.guest(lang))
	case main.Manifest.Execution.Effect == "outbound":
		parts = append(parts, s.say(lang, "tutor_asks_always"))
	case changes && main.Manifest.Revertible:
		parts = append(parts, s.say(lang, "tutor_reverts"))
		if slices.ContainsFunc(main.Manifest.Capabilities, func(c manifest.Capability) bool { return c.Name == "fs:write" }) {
			parts[len(parts)-1] += " " + s.say(lang, "tutor_bulk")
		}
	}
	return s.text(parts...)
}
