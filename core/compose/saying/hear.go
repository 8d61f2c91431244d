package saying

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/metnos/metnos/core/compose/courtesy"
	"github.com/metnos/metnos/core/compose/pattern"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

const (
	maxSteps = 50_000 // of matching a sentence with the sayings of one executor
	maxHits  = 24     // ways to read it that are looked into
)

// hit is one way the sentence is a saying of a tool.
type hit struct {
	tool  *shelf.Tool
	fixed map[string]any // values the saying states
	shape plan.Shape
	spans []span
	said  int // tokens the words of the saying explain
}

// span is where the value of an argument is said: tokens from start to end.
type span struct {
	arg        string
	start, end int
}

// Heard plans a sentence that is, but for its politeness, wholly a saying of one executor; native looks at those that
// came with the program, the rest at the others. A draft that is neither a plan nor a question says what a value was
// lacking; it counts only when nothing else understands the sentence.
func (p Planner) Heard(native bool) (plan.Draft, bool) {
	return p.heard(p.hits(native), false)
}

// Owned plans a sentence about what the person keeps, when it tells so beyond doubt: the notes, or a list there is.
func (p Planner) Owned() (plan.Draft, bool) {
	hits := slices.DeleteFunc(p.hits(true), func(h hit) bool { return !h.tool.Has("collection") })
	d, ok := p.heard(hits, true)
	return d, ok && d.Limit == nil
}

func (p Planner) heard(hits []hit, surely bool) (plan.Draft, bool) {
	slices.SortStableFunc(hits, func(a, b hit) int { return b.said - a.said })
	var found *filling
	var lacking plan.Draft
	best := 0
	for _, h := range hits[:min(len(hits), maxHits)] {
		if found != nil && 2*h.said+1 < best {
			break
		}
		f, err := p.filled(h)
		score := 2 * h.said
		if err == nil && f.sure {
			score++
		}
		var r *steps.Refusal
		switch {
		case errors.As(err, &r) && lacking.Limit == nil && r.Draft.Limit != nil:
			lacking = plan.Draft{Limit: r.Draft.Limit}
		case err != nil || surely && !f.sure:
		case found == nil || score > best:
			found, best = f, score
		case score < best:
		case !reflect.DeepEqual(found.Framework, f.Framework):
			return plan.Draft{}, false // it may mean two things
		}
	}
	switch {
	case found == nil:
		return lacking, lacking.Limit != nil
	case found.Question != nil:
		q := *found.Question
		q.Partial = found.Framework
		return plan.Draft{Question: &q}, true
	}
	return plan.Draft{Accepted: true, Framework: found.Framework}, true
}

// hits are the ways the sentence is a saying.
func (p Planner) hits(native bool) []hit {
	start, end := courtesy.Without(p.Reading)
	if start == end {
		return nil
	}
	var e *ear
	for i := range p.Shelf.Tools {
		t := &p.Shelf.Tools[i]
		sayings := t.Sayings[p.Reading.Lang]
		if len(sayings) == 0 || (t.Origin == "handcrafted") != native {
			continue
		}
		if e == nil {
			e = newEar(p.Reading.Lang, p.Reading.Tokens[start:end])
		}
		e.steps = 0
		for _, s := range sayings {
			if !e.mayStart(s) {
				continue
			}
			e.match(&s.Body, 0, func(j int) {
				if j == len(e.words) && len(e.out) < 4*maxHits {
					e.out = append(e.out, hit{tool: t, fixed: s.Fixed, shape: s.Shape, spans: shifted(e.spans, start), said: e.said})
				}
			})
		}
	}
	if e == nil {
		return nil
	}
	return e.out
}

func shifted(spans []span, by int) []span {
	out := slices.Clone(spans)
	for i := range out {
		out[i].start += by
		out[i].end += by
	}
	return out
}

// filled turns the spans of a hit into the arguments of its tool.
func (p Planner) filled(h hit) (*filling, error) {
	f := &filling{Builder: &steps.Builder{Req: p.Req, Shelf: p.Shelf, Reading: p.Reading}, tool: h.tool, args: maps.Clone(h.fixed)}
	if f.args == nil {
		f.args = map[string]any{}
	}
	f.changes = h.tool.Execution.Effect != "read_only"
	f.Strict = f.changes
	for _, s := range h.spans {
		if err := f.fill(s); err != nil {
			return nil, err
		}
	}
	if err := f.owned(h.fixed); err != nil {
		return nil, err
	}
	if !f.suits() {
		return nil, steps.Unknown(p.Reading.Text)
	}
	f.Add(h.tool, f.args)
	if f.changes {
		f.Framework.Shape = plan.ShapeReceipt
	}
	if h.shape != "" {
		f.Framework.Shape = h.shape
	}
	return f, nil
}

// ear matches patterns with the words of a sentence.
type ear struct {
	words  []string
	senses [][]vocab.Sense
	spans  []span
	said   int
	steps  int
	out    []hit
}

// mayStart reports whether the first word of the sentence can begin a saying.
func (e *ear) mayStart(s shelf.Saying) bool {
	if s.Open || s.First[e.words[0]] {
		return true
	}
	return slices.ContainsFunc(e.senses[0], func(v vocab.Sense) bool {
		return v.Class == "set" && s.First["{"+v.Value+"}"] || v.Class == "verb" && s.First["@"+v.Value]
	})
}

// match calls k with every token the pattern can reach from token i.
func (e *ear) match(n *pattern.Node, i int, k func(j int)) {
	if e.steps++; e.steps > maxSteps {
		return
	}
	switch n.Op {
	case 'w':
		if i < len(e.words) && pattern.Same(n.Text, e.words[i]) {
			e.past(i, i+1, k)
		}
	case 's', 'v':
		if i < len(e.words) {
			e.sense(n, i, k)
		}
	case '$':
		for j := i + 1; j <= len(e.words); j++ {
			e.spans = append(e.spans, span{n.Text, i, j})
			k(j)
			e.spans = e.spans[:len(e.spans)-1]
		}
	case '?':
		e.match(&n.Parts[0], i, k)
		k(i)
	case '|':
		for p := range n.Parts {
			e.match(&n.Parts[p], i, k)
		}
	case '&':
		e.sequence(n.Parts, i, k)
	}
}

func (e *ear) sense(n *pattern.Node, i int, k func(j int)) {
	told := 0
	for _, s := range e.senses[i] {
		fits := n.Op == 's' && s.Class == "set" && s.Value == n.Text ||
			n.Op == 'v' && s.Class == "verb" && s.Value == n.Text && (n.Mood == vocab.NoMood || s.Mood == n.Mood) && s.Pronoun == ""
		if fits && told&(1<<s.Words) == 0 {
			told |= 1 << s.Words
			e.past(i, i+s.Words, k)
		}
	}
}

func (e *ear) past(i, j int, k func(j int)) {
	e.said += j - i
	k(j)
	e.said -= j - i
}

func (e *ear) sequence(parts []pattern.Node, i int, k func(j int)) {
	if len(parts) == 0 {
		k(i)
		return
	}
	e.match(&parts[0], i, func(j int) { e.sequence(parts[1:], j, k) })
}
