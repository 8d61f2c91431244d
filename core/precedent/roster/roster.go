package roster

import (
	"runtime"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sentence"
	"github.com/metnos/metnos/core/precedent/sign"
	"github.com/metnos/metnos/core/rank"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// candidate is an executor of the catalog as far as it can be chosen. It is read from the manifest once.
type candidate struct {
	manifest *manifest.Manifest
	name     vocab.Name
	phrases  map[string][][]string // language -> stems of each of its phrases
}

// Roster is a catalog read for signatures.
type Roster []candidate

// Of reports whether the roster was made from this catalog.
func (s Roster) Of(catalog []core.Executor) bool {
	return len(s) == len(catalog) && !slices.ContainsFunc(catalog, func(e core.Executor) bool { return e.Manifest == nil }) &&
		slices.EqualFunc(s, catalog, func(c candidate, e core.Executor) bool { return c.manifest == e.Manifest })
}

// New reads a catalog.
func New(catalog []core.Executor) Roster {
	s := make(Roster, 0, len(catalog))
	for _, e := range catalog {
		if e.Manifest == nil {
			continue
		}
		c := candidate{manifest: e.Manifest, phrases: map[string][][]string{}}
		c.name, _ = vocab.CheckName(e.Manifest.Name) // a name outside the grammar is chosen by its phrases only
		for lang, phrases := range e.Manifest.Affinity {
			for _, phrase := range phrases {
				stems := sentence.Cut(vocab.Fold(phrase))
				for i, w := range stems {
					stems[i] = rank.Of(lang).Stem(w)
				}
				c.phrases[lang] = append(c.phrases[lang], stems)
			}
		}
		s = append(s, c)
	}
	return s
}

// Executors signs the bytes a plan runs, in an epoch of routing. whole is false when one of them is not in the catalog or has no digest.
func Executors(catalog []core.Executor, epoch string, f plan.Framework) (signature string, whole bool) {
	tools := Tools(f)
	whole = len(tools) > 0
	parts := []string{epoch}
	for _, tool := range tools {
		identity := ""
		for _, e := range catalog {
			if e.Manifest == nil || e.Manifest.Name != tool {
				continue
			}
			if d := e.Manifest.Plugin.DigestFor(runtime.GOOS, runtime.GOARCH); d != "" {
				identity += e.Manifest.Version + " " + d + " " + e.SignedBy + " " + e.Instance + ";"
			}
		}
		if identity == "" {
			identity, whole = "missing", false
		}
		parts = append(parts, tool+":"+identity)
	}
	return sign.Of(parts...), whole
}

// Tools are the executors of a plan, each once, sorted.
func Tools(f plan.Framework) []string {
	var out []string
	for _, tool := range f.Tools() {
		if tool != plan.FinalAnswer {
			out = append(out, tool)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Families signs the names of the executors that could have been chosen for the sentence or for the plan's clauses.
// It is "" when there are none.
func (s Roster) Families(r *sentence.Sentence, f plan.Framework) string {
	p := pertinence{r: r, tools: Tools(f), verbs: r.Verbs(), objects: r.Objects()}
	for _, tool := range p.tools {
		if name, err := vocab.CheckName(tool); err == nil {
			p.clauses = append(p.clauses, name)
		}
	}
	var names []string
	for i := range s {
		if p.admits(&s[i]) {
			names = append(names, s[i].manifest.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	for _, verb := range p.verbs { // whether anything can do what is asked, on whatever object
		if slices.ContainsFunc(s, func(c candidate) bool { return c.name.Verb == verb }) {
			names = append(names, verb)
		}
	}
	slices.Sort(names)
	return sign.Of(slices.Compact(names)...)
}

// pertinence is what makes an executor a candidate.
type pertinence struct {
	r              *sentence.Sentence
	tools          []string
	clauses        []vocab.Name
	verbs, objects []string
}

func (p *pertinence) admits(c *candidate) bool {
	if slices.Contains(p.tools, c.manifest.Name) || c.name.Object == "entries" || c.spoken(p.r) {
		return true // what works on any collection may follow any step
	}
	looks := vocab.Closed().Actions[c.name.Verb] == vocab.Producer
	if slices.ContainsFunc(p.clauses, func(n vocab.Name) bool {
		return n.Object == c.name.Object && (n.Verb == c.name.Verb || looks && vocab.Closed().Actions[n.Verb] == vocab.Producer)
	}) {
		return true
	}
	if slices.Contains(p.objects, c.name.Object) && (looks || slices.Contains(p.verbs, c.name.Verb)) {
		return true
	}
	return looks && p.r.Qualifies(c.name.Qualifier)
}

// spoken reports whether one of the executor's phrases is in the sentence, whole.
func (c *candidate) spoken(r *sentence.Sentence) bool {
	return slices.ContainsFunc(c.phrases[r.Lang], func(stems []string) bool {
		return len(stems) > 1 && !slices.ContainsFunc(stems, func(s string) bool { return !r.Stems[s] })
	})
}
