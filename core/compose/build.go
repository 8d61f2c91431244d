package compose

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// builder makes one Framework from the clauses of one sentence.
type builder struct {
	req        plan.Request
	shelf      *shelf
	reading    speech.Reading
	framework  plan.Framework
	question   *plan.Question
	last       *items       // what the latest clause was about
	result     *items       // what the latest clause calculated
	context    *speech.Fact // the folder the sentence is about, for "and the jpg files in ..."
	answers    int          // clauses whose result is the answer
	changes    int          // clauses that change something
	introduced bool         // context was said once for the whole sentence
	forbidden  []string
}

// items is a collection a later step may take.
type items struct {
	step     int  // 1-based, 0 when it is not a step's
	previous bool // the conversation's previous result
	object   string
	fields   map[string]string
	paths    []any // known without a step
}

func (b *builder) build() error {
	clauses := split(b.reading.Facts)
	for _, c := range clauses {
		c.english = b.reading.Lang == "en"
	}
	if err := b.scope(clauses); err != nil {
		return err
	}
	if len(b.reading.Unknown) > 0 {
		return unknown(b.reading.Unknown...)
	}
	if len(clauses) == 1 && clauses[0].act == "" && clauses[0].ask == "" && b.conjoined() {
		if done, err := b.ellipsis(clauses[0]); done || err != nil {
			return err
		}
	}
	if kept := keeps(clauses); kept != nil {
		return unknown(kept.said) // "delete the files but keep the pdfs" leaves something out
	}
	clauses = b.withhold(clauses)
	share(clauses)
	for i, c := range clauses {
		if c.act == "" && c.ask == "" && c.bare() {
			continue
		}
		if f, ok := c.take("neg"); ok {
			return unknown(b.text(f))
		}
		if !c.again && !b.introduced {
			b.context = nil
		}
		if b.changes > 0 {
			c.all("tally") // the receipt of the change counts
			if c.ask == "" && slices.Contains(light, c.act) && c.bare() {
				continue
			}
		}
		var err error
		if i+1 < len(clauses) && c.introduces(clauses[i+1]) {
			err = b.introduce(c, clauses[i+1])
		} else {
			err = b.clause(c)
		}
		if err != nil {
			return err
		}
		if words := b.leftover(c); len(words) > 0 {
			return unknown(words...)
		}
	}
	return b.finish()
}

// conjoined reports whether the sentence goes on from the one before: it begins with "and", "what about".
func (b *builder) conjoined() bool {
	if len(b.reading.Tokens) == 0 {
		return false
	}
	switch b.reading.Tokens[0].Fold {
	case "e", "ed", "and", "what", "how", "invece":
		return true
	}
	return false
}

// keeps returns the clause that says what must stay, beside one that takes things away.
func keeps(clauses []*clause) *clause {
	var kept *clause
	away := false
	for _, c := range clauses {
		if c.act == "keep" {
			kept = c
		}
		away = away || slices.Contains([]string{"delete", "move", "put", "split"}, c.act)
	}
	if !away {
		return nil
	}
	return kept
}

// finish turns what was built into an accepted plan or a question.
func (b *builder) finish() error {
	if len(b.framework.Steps) == 0 && b.introduced {
		return limit("tidy_how", "tidying needs a rule")
	}
	if len(b.framework.Steps) == 0 {
		return unknown(strings.TrimSpace(b.req.Text))
	}
	if b.answers > 1 {
		return limit("one_question", "the sentence asks several things at once")
	}
	for _, s := range b.framework.Steps {
		if name, err := vocab.CheckName(s.Tool); len(b.forbidden) > 0 && (err != nil || vocab.Closed().Mutates(name.Verb)) {
			return unknown(b.forbidden...)
		}
	}
	if b.changes > 0 {
		b.framework.Shape = plan.ShapeReceipt
	}
	if b.question != nil {
		q := *b.question
		q.Partial = b.framework
		return &refusal{plan.Draft{Question: &q}}
	}
	return nil
}

// leftover is the words of the facts no planning function took.
func (b *builder) leftover(c *clause) []string {
	var words []string
	for i, f := range c.facts {
		if !c.used[i] {
			words = append(words, b.text(f))
		}
	}
	return words
}

func (b *builder) text(f speech.Fact) string {
	t := b.reading.Tokens
	return b.reading.Text[t[f.Start].Start:t[f.End-1].End]
}

// scope answers at once what the catalog cannot do, whatever else the sentence says: an action without an
// executor, a repetition without a scheduler.
func (b *builder) scope(clauses []*clause) error {
	for _, c := range clauses {
		for _, f := range c.facts {
			switch f.Name {
			case "repeat":
				return b.repeated(f)
			case "outside":
				return limit("capability_missing", "no executor does this", "what", b.from(f.Start))
			}
		}
		if c.act == "put" && c.hasObject("messages") {
			c.act = "send"
		}
		if verb, ok := actions[c.act]; ok && !b.able(verb) {
			return limit("capability_missing", "no executor does this", "what", strings.TrimSpace(b.from(b.position(c))))
		}
	}
	return nil
}

// actions are the vocabulary verbs behind the words people say; a verb without one only introduces.
var actions = map[string]string{
	"move": "move", "put": "move", "rename": "move", "split": "move", "delete": "delete", "create": "create", "write": "write", "save": "write",
	"append": "write", "replace": "write", "compress": "compress", "extract": "extract", "send": "send", "translate": "render", "summarize": "describe",
	"install": "install", "remind": "create", "set": "set", "describe": "describe", "start": "act", "share": "share", "classify": "classify",
	"convert": "change", "compare": "compare", "copy": "move",
}

func (b *builder) able(verb string) bool {
	for _, t := range b.shelf.tools {
		if t.name.Verb == verb {
			return true
		}
	}
	return false
}

// position is the token where the clause's verb is, or its first fact.
func (b *builder) position(c *clause) int {
	for i, t := range b.reading.Tokens {
		if c.said != "" && strings.HasPrefix(b.reading.Text[t.Start:], c.said) {
			return i
		}
	}
	if len(c.facts) > 0 {
		return c.facts[0].Start
	}
	return 0
}

// from is the sentence from a token on, without its final punctuation.
func (b *builder) from(token int) string {
	if len(b.reading.Tokens) == 0 {
		return b.req.Text
	}
	return strings.TrimRight(b.reading.Text[b.reading.Tokens[token].Start:], " .?!")
}

// repeated is the answer to a request that repeats: its body is never run now.
func (b *builder) repeated(f speech.Fact) error {
	return limit("recurrence_missing", "no executor keeps recurring tasks", "when", b.text(f))
}

// withhold obeys "don't delete anything": the clauses with that verb keep only what they are about, and no
// step may change anything.
func (b *builder) withhold(clauses []*clause) []*clause {
	for _, c := range clauses {
		for _, f := range c.all("dont") {
			b.forbidden = append(b.forbidden, b.text(f))
			for _, other := range clauses {
				if other.act != "" && (other.act == f.Arg(0) || f.Arg(0) == "any") && actions[other.act] != "" {
					other.act = ""
				}
			}
		}
	}
	if len(b.forbidden) == 0 {
		return clauses
	}
	// "... dimmi solo quanti sono": the question is about the things named before it.
	var out []*clause
	for _, c := range clauses {
		if n := len(out); n > 0 && out[n-1].act == "" && out[n-1].ask == "" {
			c.facts = append(slices.Clone(out[n-1].facts), c.facts...)
			c.used = append(slices.Clone(out[n-1].used), c.used...)
			out[n-1] = c
			continue
		}
		out = append(out, c)
	}
	return out
}

// share gives "quanti file e quante cartelle in X" one place: a question without a place borrows the next one's.
func share(clauses []*clause) {
	for i := 0; i+1 < len(clauses); i++ {
		a, z := clauses[i], clauses[i+1]
		if a.ask != "count" || z.ask != "count" || !a.has("obj") || !z.has("obj") || a.has("in", "of", "from") {
			continue
		}
		for _, f := range z.facts {
			if slices.Contains([]string{"in", "of", "from", "rec"}, f.Name) {
				a.add(f)
			}
		}
	}
}

// add appends a step and returns its number.
func (b *builder) add(t *tool, args map[string]any) int {
	b.framework.Steps = append(b.framework.Steps, plan.Step{Tool: t.Manifest.Name, Args: args})
	return len(b.framework.Steps)
}

// feed makes the items the input of a step.
func (b *builder) feed(t *tool, args map[string]any, in *items) bool {
	switch {
	case len(in.paths) > 0:
		for _, arg := range sortedKeys(t.Args.Properties) {
			if p := t.Args.Properties[arg]; p.Semantic == "paths" || p.Semantic == "path" {
				if p.Type == "array" {
					args[arg] = in.paths
					return true
				}
				if len(in.paths) == 1 {
					args[arg] = in.paths[0]
					return true
				}
			}
		}
		return false
	case !t.takesItems():
		return false
	case in.previous:
		args[plan.FromPrevious] = b.req.Previous.Ref
	case in.step > 0:
		args[plan.FromStep] = in.step
	default:
		return false
	}
	return true
}

// output is the items a step leaves: its own fields, or those of its input when it passes items through.
func output(t *tool, step int, in *items) *items {
	out := &items{step: step, object: t.name.Object, fields: t.Output.Fields}
	if in != nil && len(out.fields) == 0 {
		out.fields, out.object = in.fields, in.object
	}
	return out
}

// field is the output field that holds a property: the one of that name, or the only one of its type.
func (in *items) field(property string) (string, bool) {
	if _, ok := in.fields[property]; ok {
		return property, true
	}
	types := map[string]string{"size": "bytes", "modified": "datetime", "created": "datetime", "name": "name", "content": "text"}
	want, found := types[property], ""
	for _, name := range sortedKeys(in.fields) {
		if want != "" && in.fields[name] == want {
			if found != "" {
				return "", false
			}
			found = name
		}
	}
	return found, found != ""
}

// previous is the conversation's last result, when there is one.
func (b *builder) previousItems() *items {
	if b.req.Previous == nil || b.req.Previous.Ref == "" {
		return nil
	}
	return &items{previous: true, object: "entries", fields: b.req.Previous.Fields}
}

// referred is what "them" means: the latest clause's items, else the previous answer's.
func (b *builder) referred() *items {
	if b.last != nil {
		return b.last
	}
	return b.previousItems()
}
