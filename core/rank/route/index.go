package route

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/rank/argument"
	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/rank/sentence"
	"github.com/metnos/metnos/core/rank/wish"
)

// Index is a catalog made ready to be asked. It never changes, and many turns may use it at once.
type Index struct {
	*wish.Columns
	w     Weights
	tools []tool // by name

	terms    map[string]int32
	postings [][]posting // by term
	denied   [][]posting // what NOT says
	rarity   []float32   // by term: idf
	phrases  []phrase
	inPhrase [][]int32            // by term: phrases that hold it
	specific []bool               // by term: it may name a qualifier, being no object or verb
	services map[string]bool      // names of services in names of executors
	slips    map[string][]int32   // a word with one letter left out -> terms of the words it may be
	memo     [2]map[string]string // stems by word, while the index is made
	scratch  sync.Pool
}

type posting struct {
	tool int32
	gain float32
}

type phrase struct {
	tool int32
	mass float32 // of its words
}

// tool is an executor taken apart.
type tool struct {
	entry.Entry
	verb    int           // column, -1 for none
	verbFit float32       // how surely it is that verb
	objects []wish.Target // what it works on
	tail    []token       // the rest of the name
	needs   argument.Need
	takes   sentence.Kinds // typed arguments it has
	changes bool
	sink    bool // it makes something of what it is given: what that is may be said in the sentence
	lone    bool // nothing else has its verb
}

// token is a word of the rest of a name.
type token struct {
	word     string
	terms    []int32
	qual     int     // column, -1 for none
	far      float32 // how much it matters when nobody says it
	provider bool
	brand    bool // the name of a service
}

// New makes the index of a catalog. Names are unique; of two equal ones one is kept.
func New(catalog []entry.Entry) *Index { return build(catalog, DefaultWeights) }

func build(catalog []entry.Entry, w Weights) *Index {
	x := &Index{Columns: wish.NewColumns(sense.Shipped()), w: w, terms: map[string]int32{}, slips: map[string][]int32{}, services: map[string]bool{}}
	x.Later, x.Lead, x.memo = w.Late, w.Lead, [2]map[string]string{{}, {}}
	list := slices.Clone(catalog)
	slices.SortStableFunc(list, func(a, b entry.Entry) int { return strings.Compare(a.Name, b.Name) })
	list = slices.CompactFunc(list, func(a, b entry.Entry) bool { return a.Name == b.Name })
	list = slices.DeleteFunc(list, func(e entry.Entry) bool { return e.Dormant })
	c := &counts{x: x}
	for i, e := range list {
		x.tools = append(x.tools, x.dissect(e))
		c.read(int32(i), e)
	}
	x.siblings()
	x.producers()
	x.present()
	c.finish()
	x.misspellings()
	x.memo = [2]map[string]string{}
	x.scratch.New = func() any { return newScratch(x) }
	return x
}

// Len is how many executors can be ranked.
func (x *Index) Len() int { return len(x.tools) }

// term interns a term.
func (x *Index) term(s string) int32 {
	id, ok := x.terms[s]
	if !ok {
		id = int32(len(x.terms))
		x.terms[s] = id
		x.postings = append(x.postings, nil)
		x.denied = append(x.denied, nil)
		x.inPhrase = append(x.inPhrase, nil)
		x.specific = append(x.specific, s[0] != 'n' && s[0] != 'a' && s[0] != 'm')
	}
	return id
}

// The fields of an executor, and how much a word counts in each.
const (
	inName = iota
	inAffinity
	inScope
	inRest
	inArgs
	nFields
)

// fieldOf is where a part of a description counts.
var fieldOf = map[entry.Part]int{entry.Scope: inScope, entry.Rest: inRest, entry.Not: -1}

// counts gathers the words of all executors before they are weighed.
type counts struct {
	x      *Index
	tf     []map[int32]*[nFields]float32 // by tool
	not    []map[int32]bool
	length [][nFields]float32
}

func (c *counts) read(i int32, e entry.Entry) {
	c.tf = append(c.tf, map[int32]*[nFields]float32{})
	c.not = append(c.not, map[int32]bool{})
	c.length = append(c.length, [nFields]float32{})
	c.text(i, inName, entry.Text{Lang: "en", Text: strings.Join(argument.Words(e.Name), " ")})
	for _, t := range e.Description {
		for _, s := range entry.Sections(t.Text) {
			c.text(i, fieldOf[s.Part], entry.Text{Lang: t.Lang, Text: s.Text})
		}
	}
	for _, t := range e.Affinity {
		c.text(i, inAffinity, t)
		c.phrase(i, t)
	}
	for _, a := range e.Args {
		c.text(i, inArgs, entry.Text{Lang: "en", Text: strings.Join(argument.Words(a.Name), " ")})
		for _, t := range a.Description {
			c.text(i, inArgs, t)
		}
		c.text(i, inArgs, entry.Text{Lang: "en", Text: strings.Join(a.Enum, " ")})
	}
	c.text(i, inArgs, entry.Text{Lang: "en", Text: strings.Join(e.Fields, " ")})
}

// text counts the terms of one text; field is -1 for what the executor says it does not do.
func (c *counts) text(i int32, field int, t entry.Text) {
	r := c.x.parse(t)
	for at := range r.words {
		if r.stop(at) {
			continue
		}
		ids := c.x.meanings(r, at)
		if field < 0 {
			for _, id := range ids {
				c.not[i][id] = true
			}
			continue
		}
		c.length[i][field]++
		for _, id := range ids {
			f := c.tf[i][id]
			if f == nil {
				f = new([nFields]float32)
				c.tf[i][id] = f
			}
			f[field]++
		}
	}
}

// phrase remembers one phrase of affinity by one term per word.
func (c *counts) phrase(i int32, t entry.Text) {
	r := c.x.parse(t)
	var ids []int32
	for at := 0; at < len(r.words); {
		n := 1
		if !r.stop(at) {
			var id int32
			id, n = c.x.canonical(r, at)
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		at += n
	}
	if len(ids) == 0 {
		return
	}
	n := int32(len(c.x.phrases))
	c.x.phrases = append(c.x.phrases, phrase{tool: i})
	for _, id := range ids {
		c.x.inPhrase[id] = append(c.x.inPhrase[id], n)
	}
}

// finish weighs what was counted: BM25 over fields, each with its own weight and length.
func (c *counts) finish() {
	x, n := c.x, float64(len(c.tf))
	var mean [nFields]float32
	for _, l := range c.length {
		for f := range mean {
			mean[f] += l[f] / float32(n)
		}
	}
	df := make([]float64, len(x.terms))
	for _, tf := range c.tf {
		for id := range tf {
			df[id]++
		}
	}
	x.rarity = make([]float32, len(x.terms))
	for id := range x.rarity {
		x.rarity[id] = float32(math.Log(1 + (n-df[id]+0.5)/(df[id]+0.5)))
	}
	weights := [nFields]float32{x.w.Name, x.w.Affinity, x.w.Scope, x.w.Rest, x.w.Args}
	const saturation, slope = 1.2, 0.6
	for i, tf := range c.tf {
		for id, f := range tf {
			sum := float32(0)
			for field, count := range f {
				if count > 0 {
					sum += weights[field] * count / (1 - slope + slope*c.length[i][field]/mean[field])
				}
			}
			x.postings[id] = append(x.postings[id], posting{int32(i), x.rarity[id] * sum / (saturation + sum)})
		}
		for id := range c.not[i] {
			if tf[id] == nil {
				x.denied[id] = append(x.denied[id], posting{int32(i), x.rarity[id]})
			}
		}
	}
	for id, list := range x.inPhrase {
		for _, p := range list {
			x.phrases[p].mass += x.rarity[id]
		}
	}
}

// misspellings files every longer word of the catalog under itself with one letter left out.
func (x *Index) misspellings() {
	words := make([]string, 0, len(x.terms))
	for s := range x.terms {
		if s[0] == '.' && len(s) > 5 {
			words = append(words, s)
		}
	}
	slices.Sort(words)
	for _, w := range words {
		for i := 2; i <= len(w); i++ {
			key := shorter(w[1:], i-1)
			x.slips[key] = append(x.slips[key], x.terms[w])
		}
	}
}

// shorter leaves byte i out; at the end it leaves all in.
func shorter(w string, i int) string {
	if i >= len(w) {
		return w
	}
	return w[:i] + w[i+1:]
}
