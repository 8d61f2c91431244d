package precedent

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
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

// shelf is a catalog read for signatures; a new one is made when the catalog is another.
type shelf []candidate

func (s shelf) of(catalog []core.Executor) bool {
	return len(s) == len(catalog) && !slices.ContainsFunc(catalog, func(e core.Executor) bool { return e.Manifest == nil }) &&
		slices.EqualFunc(s, catalog, func(c candidate, e core.Executor) bool { return c.manifest == e.Manifest })
}

func newShelf(catalog []core.Executor) shelf {
	s := make(shelf, 0, len(catalog))
	for _, e := range catalog {
		if e.Manifest == nil {
			continue
		}
		c := candidate{manifest: e.Manifest, phrases: map[string][][]string{}}
		c.name, _ = vocab.CheckName(e.Manifest.Name) // a name outside the grammar is chosen by its phrases only
		for lang, phrases := range e.Manifest.Affinity {
			for _, phrase := range phrases {
				stems := cut(vocab.Fold(phrase))
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

// executors signs the bytes a plan runs. whole is false when one of them is not in the catalog or has no digest.
func executors(q Query, f plan.Framework) (sign string, whole bool) {
	tools := tools(f)
	whole = len(tools) > 0
	parts := []string{RoutingEpoch, q.Epoch}
	for _, tool := range tools {
		identity := ""
		for _, e := range q.Catalog {
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
	return digest(parts...), whole
}

// tools are the executors of a plan, each once, sorted.
func tools(f plan.Framework) []string {
	var out []string
	for _, tool := range f.Tools() {
		if tool != plan.FinalAnswer {
			out = append(out, tool)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// families signs the names of the executors that could have been chosen for the sentence or for the plan's clauses.
// It is "" when there are none.
func families(s shelf, r *reading, f plan.Framework) string {
	p := pertinence{r: r, tools: tools(f), verbs: r.verbs(), objects: r.objects()}
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
	return digest(slices.Compact(names)...)
}

// pertinence is what makes an executor a candidate.
type pertinence struct {
	r              *reading
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
	return looks && p.r.qualifies(c.name.Qualifier)
}

// spoken reports whether one of the executor's phrases is in the sentence, whole.
func (c *candidate) spoken(r *reading) bool {
	return slices.ContainsFunc(c.phrases[r.lang], func(stems []string) bool {
		return len(stems) > 1 && !slices.ContainsFunc(stems, func(s string) bool { return !r.stems[s] })
	})
}

// shape signs what a plan may depend on of the conversation's earlier result: what it is and whether it is none,
// one or several. A sentence that may go on from it depends on the plan that made it too.
func shape(p *plan.Previous, leans bool) string {
	if p == nil {
		return "none"
	}
	parts := []string{p.Tool, strconv.Itoa(min(p.Count, 2))}
	for name, kind := range p.Fields {
		parts = append(parts, name+"="+kind)
	}
	slices.Sort(parts[2:])
	if leans {
		parts = append(parts, planDigest(p.Framework))
	}
	return digest(parts...)
}

// formOf is what verdicts count against: which executors, with which arguments, and how it ends.
func formOf(f plan.Framework) string {
	parts := []string{f.FinalMessage}
	for _, s := range f.Steps {
		keys := make([]string, 0, len(s.Args))
		for k := range s.Args {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		parts = append(parts, s.Tool+"("+strings.Join(keys, ",")+")")
	}
	return digest(parts...)
}
