package route

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/rank/argument"
	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/rank/sentence"
	"github.com/metnos/metnos/core/rank/wish"
)

// Scored is an executor and how well it fits.
type Scored struct {
	Name  string
	Score float64
	Why   []Reason // the evidence that counted, in a fixed order
}

// Reason is what one kind of evidence gave.
type Reason struct {
	Kind   string
	Points float64
}

// Rank returns the k executors that fit a sentence best, the one needed first before the others, ties by name. A longer
// list only adds to a shorter one. lang ("it", "en") settles a sentence that shows no language, and may be "".
func (x *Index) Rank(text, lang string, k int) []Scored {
	s := x.scratch.Get().(*scratch)
	defer x.scratch.Put(s)
	a := x.hear(text, lang)
	return x.best(a, s, k, 0)
}

// hear takes a sentence apart and weighs it with its first clause in front.
func (x *Index) hear(text, lang string) *wish.Wish {
	return wish.Of(sentence.Read(x.Lex, text, lang), x.Columns)
}

// scratch is the room one question needs.
type scratch struct {
	total, word, not []float32 // by tool
	touched          []int32
	matched          []float32 // by phrase
	phrases          []int32
	phrase           []float32 // best by tool
	seen             []uint32  // by term: the question that said it
	said             []float32 // by term: the weight of the word that said it
	question         uint32
	service          bool // the sentence names a service of the catalog
	top              []scored
}

type scored struct {
	tool  int32
	score float32
}

func newScratch(x *Index) *scratch {
	n := len(x.tools)
	return &scratch{total: make([]float32, n), word: make([]float32, n), not: make([]float32, n), phrase: make([]float32, n),
		matched: make([]float32, len(x.phrases)), seen: make([]uint32, len(x.terms)), said: make([]float32, len(x.terms))}
}

// best scores every executor and keeps the first k.
func (x *Index) best(a *wish.Wish, s *scratch, k, clause int) []Scored {
	if k > len(x.tools) {
		k = len(x.tools)
	}
	if k <= 0 {
		return nil
	}
	x.gather(a, s, clause)
	peak := float32(0)
	for col, w := range a.Objects {
		if !x.Abstract[col] {
			peak = max(peak, w)
		}
	}
	s.top = s.top[:0]
	var f [nEvidence]float32
	for i := range x.tools {
		x.evidence(a, s, int32(i), peak, &f)
		s.keep(scored{int32(i), x.sum(&f)}, k)
	}
	out := make([]Scored, len(s.top))
	for i, t := range s.top {
		x.evidence(a, s, t.tool, peak, &f)
		out[i] = Scored{Name: x.tools[t.tool].Name, Score: float64(t.score), Why: x.why(&f)}
	}
	return out
}

func (x *Index) sum(f *[nEvidence]float32) (total float32) {
	for i, v := range f {
		total += x.w.Points[i] * v
	}
	return total
}

func (x *Index) why(f *[nEvidence]float32) (out []Reason) {
	for i, v := range f {
		if v != 0 {
			out = append(out, Reason{evidenceNames[i], float64(x.w.Points[i] * v)})
		}
	}
	return out
}

// keep inserts into the first k; tools come in the order of their names, so an equal score stays behind.
func (s *scratch) keep(t scored, k int) {
	if len(s.top) == k && t.score <= s.top[k-1].score {
		return
	}
	if len(s.top) < k {
		s.top = append(s.top, t)
	}
	i := len(s.top) - 1
	for ; i > 0 && s.top[i-1].score < t.score; i-- {
		s.top[i] = s.top[i-1]
	}
	s.top[i] = t
}

// gather adds up what the words say: for each executor the best of each word's meanings.
func (x *Index) gather(a *wish.Wish, s *scratch, clause int) {
	clear(s.total)
	clear(s.not)
	clear(s.phrase)
	s.question++
	s.service = slices.ContainsFunc(a.Words, func(w string) bool { return w != "" && x.services[w] })
	acted, timed, told := make([]bool, len(a.Words)), make([]bool, len(a.Words)), make([]bool, len(a.Words))
	for _, at := range a.When {
		timed[at] = true
	}
	for _, h := range a.Acts {
		for j := h.At; j < min(len(acted), h.At+h.Words); j++ {
			acted[j], told[j] = true, h.Weight < 0.4
		}
	}
	var room, more [32]int32
	for at := range a.Words {
		w := x.Late(a.Clause[at], clause)
		if a.Stop(at) {
			ids, hints := x.phraseTerms(a, at, room[:0], more[:0])
			if acted[at] {
				w *= x.w.Act
			}
			x.addWord(s, ids, w)
			x.addWord(s, hints, w*x.w.Hint)
			continue
		}
		switch {
		case a.Said[at].Quoted:
			w *= x.w.Quoted
		case a.Said[at].Name:
			w *= x.w.Named
		case acted[at], timed[at]:
			w *= x.w.Act
			if told[at] {
				w *= 0.4
			}
		default:
			if p := a.Preposition(at); at > 2 && (sentence.FromWhat(p) || sentence.Where(p)) {
				w *= x.w.Aside
			}
		}
		ids, hints := x.heardTerms(a, at, room[:0], more[:0])
		x.addWord(s, ids, w)
		x.addWord(s, hints, w*x.w.Hint)
	}
	for _, p := range s.phrases {
		ph := x.phrases[p]
		if share := s.matched[p] / ph.mass; share > 0 {
			s.phrase[ph.tool] = max(s.phrase[ph.tool], share*share*min(1, s.matched[p]/phraseMass))
		}
		s.matched[p] = 0
	}
	s.phrases = s.phrases[:0]
}

// phraseMass is what the words of a phrase weigh together before it tells much.
const phraseMass = 5

func (x *Index) addWord(s *scratch, ids []int32, w float32) {
	for _, id := range ids {
		if s.seen[id] != s.question {
			s.seen[id], s.said[id] = s.question, w
			for _, p := range x.inPhrase[id] {
				if s.matched[p] == 0 {
					s.phrases = append(s.phrases, p)
				}
				s.matched[p] += x.rarity[id]
			}
		}
		s.said[id] = max(s.said[id], w)
		for _, p := range x.postings[id] {
			if s.word[p.tool] == 0 {
				s.touched = append(s.touched, p.tool)
			}
			s.word[p.tool] = max(s.word[p.tool], p.gain)
		}
		for _, p := range x.denied[id] {
			s.not[p.tool] = max(s.not[p.tool], w*p.gain)
		}
	}
	for _, t := range s.touched {
		s.total[t] += w * s.word[t]
		s.word[t] = 0
	}
	s.touched = s.touched[:0]
}

// phraseTerms are the meanings a small word begins, "what time is it", and what such a phrase hints at.
func (x *Index) phraseTerms(a *wish.Wish, at int, ids, hints []int32) (_, _ []int32) {
	var room [16]sense.Sense
	return x.termsOf(slices.DeleteFunc(a.Senses(room[:0], at), func(m sense.Sense) bool { return m.Words < 2 }), ids, hints)
}

// termsOf are the terms of meanings that the catalog has, what they name apart from what they hint at.
func (x *Index) termsOf(meanings []sense.Sense, ids, hints []int32) (_, _ []int32) {
	for _, m := range meanings {
		name := x.Lex.Lines[m.ID].Name
		if p := prefix[m.Class]; p != "" {
			if id, ok := x.terms[p+name]; ok {
				ids = append(ids, id)
			}
		} else if m.Class == sense.Hint {
			for _, class := range []sense.Class{sense.Word, sense.Act} {
				if id, ok := x.terms[prefix[class]+name]; ok {
					hints = append(hints, id)
				}
			}
		}
	}
	return ids, hints
}

// heardTerms are the terms of a word of the sentence that the catalog has, those of a likely misspelling when it has none.
func (x *Index) heardTerms(a *wish.Wish, at int, ids, hints []int32) (_, _ []int32) {
	var room [24]sense.Sense
	ids, hints = x.termsOf(a.Senses(room[:0], at), ids, hints)
	for lang, mark := range [2]string{"i", "e"} {
		if a.Stems[lang] != nil {
			if id, ok := x.terms[mark+a.Stems[lang][at]]; ok {
				ids = append(ids, id)
			}
		}
	}
	w := a.Words[at]
	if id, ok := x.terms["."+w]; ok {
		ids = append(ids, id)
	}
	if len(ids) == 0 && len(hints) == 0 && len(w) >= 5 && len(w) <= 24 && !a.Said[at].Name && strings.Trim(w, "0123456789") == w {
		ids = x.near(w, ids)
	}
	return ids, hints
}

// near are the words of the catalog one slip away.
func (x *Index) near(w string, ids []int32) []int32 {
	for i := 1; i <= len(w); i++ {
		for _, id := range x.slips[shorter(w, i)] {
			if len(ids) < 8 {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// evidence fills f with what speaks for and against one executor.
func (x *Index) evidence(a *wish.Wish, s *scratch, i int32, peak float32, f *[nEvidence]float32) {
	*f = [nEvidence]float32{}
	t := &x.tools[i]
	f[byWords], f[byPhrase], f[byNot] = s.total[i], s.phrase[i], s.not[i]
	verb, object := float32(0), float32(0)
	for _, o := range t.objects {
		object = max(object, a.Objects[o.Col]*o.Weight)
	}
	if t.verb >= 0 {
		verb = a.Verbs[t.verb] * t.verbFit
		if object >= 0.5 && len(t.objects) > 0 && (a.From < 0 && !x.Abstract[t.objects[0].Col] || a.From == t.objects[0].Col) {
			verb = max(verb, x.w.Lead*a.Before.Wanted(x.Columns, t.verb))
		}
	}
	if t.verb < 0 {
		verb = 0.4
	}
	if len(t.objects) == 0 {
		for j := range t.tail {
			object += 0.95 * x.mentioned(a, s, &t.tail[j]) / float32(len(t.tail)) // a thing the vocabulary has no word for
		}
		if verb > 0 && t.lone && t.verb >= 0 {
			object = max(object, 0.9) // the only one that does this
		}
	}
	f[byVerb], f[byObject], f[byPair] = verb*(x.w.Bare+(1-x.w.Bare)*min(1, 2*object)), object, verb*object
	if len(t.objects) > 0 && peak > 0.6 {
		f[notObject] = max(0, peak-0.3-object)
	}
	x.tailed(a, s, t, f)
	if n := float32(len(t.tail)); n > 1 {
		f[byTail] /= n
	}
	f[byType] = typed(a, t)
	if len(t.objects) == 0 {
		f[tailUnsaid] *= 0.3
	}
	if len(t.objects) > 0 && (t.needs != argument.Handles || a.From >= 0 || !t.sink) && x.Produced[t.objects[0].Col] && verb > 0.3 && (t.needs == argument.Handles || t.needs == argument.Paths && a.Picks && !a.Lit && t.changes) {
		f[byNeed] = 1
	}
	if t.changes && t.verb >= 0 && verb < 0.15 {
		f[byUncalled] = 1
	}
	if t.needs == argument.Paths && !t.changes && !a.Lit && a.Has&sentence.HasURL == 0 && len(t.objects) > 0 && !x.Abstract[t.objects[0].Col] {
		if f[byUnknown] = 0.3; a.Picks {
			f[byUnknown] = 1
		}
	}
}

// mentioned is how surely the sentence names a word of the rest of a name.
func (x *Index) mentioned(a *wish.Wish, s *scratch, k *token) (m float32) {
	if k.qual >= 0 {
		m = a.Quals[k.qual]
	}
	if k.provider {
		return m
	}
	if k.qual >= 0 && x.Format[k.qual] {
		return m
	}
	for _, id := range k.terms {
		if s.seen[id] == s.question {
			m = max(m, min(1, s.said[id]))
		}
	}
	return m
}

// typed counts the typed pieces of the sentence that have an argument waiting.
func typed(a *wish.Wish, t *tool) (n float32) {
	both := a.Has & t.takes
	for _, k := range []struct {
		kind sentence.Kinds
		gain float32
	}{{sentence.HasURL, 1}, {sentence.HasEmail, 0.5}, {sentence.HasPath, 0.4}, {sentence.HasTime, 0.25}, {sentence.HasExtension, 0.2}} {
		if both&k.kind != 0 {
			n += k.gain
		}
	}
	if a.Has&sentence.HasURL != 0 && t.takes&sentence.HasURL == 0 && len(t.Args) > 0 {
		n -= 0.5
	}
	return n
}

// tailed weighs the rest of the name: what of it is said, what is not, and which service is meant.
func (x *Index) tailed(a *wish.Wish, s *scratch, t *tool, f *[nEvidence]float32) {
	said := false
	for j := range t.tail {
		k := &t.tail[j]
		m := x.mentioned(a, s, k)
		f[byTail] += m
		switch {
		case k.provider:
			f[providerUnsaid] += 1 - m
		default:
			said = said || k.brand && m > 0
			f[tailUnsaid] += (1 - m) * k.far
		}
	}
	if s.service && !said {
		f[otherService] = 1
	}
}
