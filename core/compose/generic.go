package compose

import (
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/italian"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// transform plans a verb that makes something of files (compress, extract, convert) from the manifest alone:
// the subjects feed it, the file or folder said as its goal fills its new path or destination.
func (b *builder) transform(c *clause) error {
	missing := limit("capability_missing", "no executor does this", "what", b.from(b.position(c)))
	t := b.suited(c, actions[c.act], "files")
	if t == nil || !(t.has("paths") || t.has("path")) {
		return missing
	}
	args := map[string]any{}
	goal, hasGoal := c.goal()
	from, to := c.places(t.has("destination"))
	if err := b.subjects(c, t, args, from); err != nil {
		return err
	}
	if hasGoal {
		name, _ := goal.Get("file")
		if !t.put(args, "new_path", b.below(name.Text)) {
			return unknown(b.text(goal))
		}
	}
	if to != nil {
		if !t.has("destination") {
			return unknown(b.text(*to))
		}
		b.set(t, args, "destination", b.target(placeName(*to)), "which_folder", placeName(*to).Text)
	}
	for _, arg := range t.Args.Required {
		if _, ok := args[arg]; !ok && !b.fed(t, args, arg) && b.question == nil {
			return missing
		}
	}
	return b.mutate(c, t, args)
}

// goal takes the file a transformation makes: the one said after "in" or "to", or said to be new.
func (c *clause) goal() (speech.Fact, bool) {
	for i := len(c.facts) - 1; i >= 0; i-- {
		f := c.facts[i]
		if !c.used[i] && (f.Name == "infile" || f.Name == "file" && f.Arg(0) == "new") && i > 0 {
			c.used[i] = true
			return f, true
		}
	}
	return speech.Fact{}, false
}

func (b *builder) fed(t *tool, args map[string]any, arg string) bool {
	_, step := args[plan.FromStep]
	_, previous := args[plan.FromPrevious]
	return (step || previous) && plan.Feeds(t.Args.Properties[arg]) != ""
}

// suited is the executor of verb and object whose qualifier the clause mentions, else the one without any.
func (b *builder) suited(c *clause, verb, object string) *tool {
	var plain *tool
	for _, i := range b.shelf.byPair[[2]string{verb, object}] {
		t := &b.shelf.tools[i]
		switch {
		case t.name.Qualifier == "" && t.name.Provider == "":
			plain = t
		case t.name.Provider == "" && c.mentions(t.name.Qualifier):
			return t
		}
	}
	return plain
}

// mentions reports whether a fact of the clause names a qualifier: an extension or a word.
func (c *clause) mentions(qualifier string) bool {
	for _, f := range c.facts {
		for _, k := range f.Captures {
			if slices.Contains(strings.Split(k.Value, ","), qualifier) || strings.HasSuffix(strings.ToLower(k.Text), "."+qualifier) {
				return true
			}
		}
	}
	return false
}

// generic plans a request of one clause for an executor the file requests know nothing about: its verb or its
// object is said, every other word is one of its affinity phrases', every value fills an argument by its
// semantic. Two executors that fit equally are none.
func (b *builder) generic() bool {
	clauses := split(b.reading.Facts)
	if len(clauses) != 1 {
		return false
	}
	c := clauses[0]
	if c.has("neg", "cond", "except", "few", "dont", "wish", "repeat", "outside") {
		return false
	}
	var best *tool
	var bestArgs map[string]any
	top, tie := 0, false
	for i := range b.shelf.tools {
		t := &b.shelf.tools[i]
		args, score := b.fits(c, t)
		switch {
		case score > top:
			best, bestArgs, top, tie = t, args, score, false
		case score == top && score > 0:
			tie = true
		}
	}
	if best == nil || tie {
		return false
	}
	b.framework = plan.Framework{Steps: []plan.Step{{Tool: best.Manifest.Name, Args: bestArgs}}}
	if c.ask == "count" {
		b.framework.Shape = plan.ShapeCount
	}
	b.question = nil
	return true
}

// fits returns the arguments a tool would get and how well the words match it, 0 when it does not fit.
func (b *builder) fits(c *clause, t *tool) (map[string]any, int) {
	changes := vocab.Closed().Mutates(t.name.Verb)
	if changes && (actions[c.act] != t.name.Verb || t.name.Object == "files" || t.name.Object == "dirs") {
		return nil, 0 // a change is asked for by its own verb; files have their own rules
	}
	if !changes && actions[c.act] != "" && actions[c.act] != t.name.Verb {
		return nil, 0
	}
	said := newStems(b.reading.Lang, t)
	score := 0
	for _, w := range b.reading.Unknown {
		if !said.has(w) {
			return nil, 0
		}
		score += 2
	}
	args := map[string]any{}
	for _, f := range c.facts {
		n, ok := b.explain(t, args, f, said)
		if !ok {
			return nil, 0
		}
		score += n
	}
	for _, arg := range t.Args.Required {
		if _, ok := args[arg]; !ok {
			return nil, 0
		}
	}
	if len(t.Args.RequiresOneOf) > 0 && !oneOf(t, args) || score < 3 {
		return nil, 0
	}
	return args, score
}

func oneOf(t *tool, args map[string]any) bool {
	for _, group := range t.Args.RequiresOneOf {
		if !slices.ContainsFunc(group, func(arg string) bool { _, ok := args[arg]; return ok }) {
			return false
		}
	}
	return true
}

// explain accounts for one fact: a word of the tool's, or a value for one of its arguments.
func (b *builder) explain(t *tool, args map[string]any, f speech.Fact, said stems) (int, bool) {
	switch f.Name {
	case "obj":
		o, _ := f.Get("obj")
		if o.Value == t.name.Object {
			return 2, true
		}
	case "which", "count", "contents", "exists":
		return 0, true
	case "num", "first":
		n, _ := f.Get("num")
		return 1, t.put(args, "quantity", int64(n.Number))
	case "mod":
		w, _ := f.Get("when")
		if t.has("modified_after", "modified_before") {
			t.put(args, "modified_after", stamp(w.Window.From))
			t.put(args, "modified_before", stamp(w.Window.To))
			return 1, !w.Window.From.IsZero() && !w.Window.To.IsZero()
		}
	case "text":
		q, _ := f.Get("quoted")
		for _, semantic := range []string{"text_query", "query", "text"} {
			if q.Text != "" && t.put(args, semantic, q.Text) {
				return 1, true
			}
		}
	case "zonename":
		z, _ := f.Get("zone")
		return 1, t.put(args, "zone", z.Value)
	}
	if slices.Contains(silent, f.Name) {
		return 0, true
	}
	if k := f.Captures; len(k) == 0 || len(k) == 1 && (k[0].Slot == "obj" || k[0].Slot == "kind" || k[0].Slot == "prop" || k[0].Slot == "ext") {
		for _, w := range strings.Fields(vocab.Fold(b.text(f))) {
			if !said.has(w) && !b.smallWord(w) {
				return 0, false
			}
		}
		return 1, true
	}
	return 0, false
}

func (b *builder) smallWord(w string) bool {
	for _, s := range vocab.For(b.reading.Lang).Look([]string{w}) {
		if s.Class == "set" && s.Words == 1 {
			return true
		}
	}
	return false
}

// stems are the word stems of a tool's affinity phrases in one language.
type stems struct {
	lang string
	set  map[string]bool
}

func newStems(lang string, t *tool) stems {
	s := stems{lang: lang, set: make(map[string]bool)}
	for _, phrase := range t.Affinity[lang] {
		for _, w := range strings.Fields(vocab.Fold(phrase)) {
			s.set[s.stem(w)] = true
		}
	}
	return s
}

func (s stems) has(word string) bool { return s.set[s.stem(vocab.Fold(word))] }

func (s stems) stem(word string) string {
	env := snowballstem.NewEnv(strings.Trim(word, "'’"))
	if s.lang == "en" {
		english.Stem(env)
	} else {
		italian.Stem(env)
	}
	return env.Current()
}
