package recall

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/metnos/metnos/core/rank/route"
)

// Query is a sentence and the executor it needs first.
type Query struct {
	Sentence string   `json:"query"`
	First    string   `json:"first_tool"`     // "" when no executor does this: it belongs outside
	Or       []string `json:"or,omitempty"`   // executors that are as right
	Lang     string   `json:"lang,omitempty"` // "" when the sentence has to show it
}

// Right reports whether an executor is one the sentence needs.
func (q Query) Right(name string) bool {
	return name != "" && (name == q.First || slices.Contains(q.Or, name))
}

// Outside reports whether nothing should answer the sentence.
func (q Query) Outside() bool { return q.First == "" }

// Bounds of a file of queries.
const (
	maxQueries = 100_000
	maxBytes   = 64 << 20
)

// Decode reads queries, one JSON object a line. Errors name the line.
func Decode(data []byte) ([]Query, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("queries: %d bytes, at most %d are read", len(data), maxBytes)
	}
	var out []Query
	for n, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		var q Query
		row := struct {
			*Query
			First *string `json:"first_tool"`
		}{Query: &q}
		in := json.NewDecoder(bytes.NewReader(line))
		if err := in.Decode(&row); err != nil {
			return nil, fmt.Errorf("queries, line %d: want {\"query\", \"first_tool\"}: %w", n+1, err)
		}
		if _, err := in.Token(); !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("queries, line %d: something follows the object", n+1)
		}
		if q.Sentence == "" || row.First == nil {
			return nil, fmt.Errorf("queries, line %d: query and first_tool are needed (\"\" for what belongs outside)", n+1)
		}
		q.First = *row.First
		if out = append(out, q); len(out) > maxQueries {
			return nil, fmt.Errorf("queries: more than %d", maxQueries)
		}
	}
	return out, nil
}

// Figures are what a run over queries gave.
type Figures struct {
	Tools, Queries int           // executors; sentences that need one
	At1, At3, At5  float64       // shares of the queries
	MRR            float64       // over the first depth places
	P50, P95, Max  time.Duration // of one ranking
	Short          Short
	Misses         []Miss
}

// Short is how the shortlists went: how often the right executor is on it, how long it is, how long it took.
type Short struct {
	In       float64 // share of the queries
	Mean     float64 // executors on a shortlist that is not the whole catalog
	Whole    float64 // share of the queries that say too little to leave anything out
	P50, P95 time.Duration
}

// Miss is a sentence whose executor did not come first.
type Miss struct {
	Query
	Place int // 1 is first; 0 is beyond what was asked for
	Got   []route.Scored
}

// depth is how many places are looked at.
const depth = 20

// Measure ranks every query that needs an executor and tells how it went. now is the clock; each sentence is asked several times and its quickest
// answer counts, so that what else the machine does is not measured.
func Measure(x *route.Index, queries []Query, now func() time.Time, times int) Figures {
	f := Figures{Tools: x.Len()}
	var took, short []time.Duration
	narrow := 0.0
	for _, q := range queries {
		if q.Outside() {
			continue
		}
		f.Queries++
		var got []route.Scored
		took = append(took, quickest(now, times, func() { got = x.Rank(q.Sentence, q.Lang, depth) }))
		f.place(q, got)
		var pool route.Pool
		short = append(short, quickest(now, times, func() { pool = x.Shortlist(q.Sentence, q.Lang, perClause) }))
		if slices.ContainsFunc(pool.Names, q.Right) {
			f.Short.In++
		}
		if pool.Whole {
			f.Short.Whole++
		} else {
			f.Short.Mean, narrow = f.Short.Mean+float64(len(pool.Names)), narrow+1
		}
	}
	n := float64(max(1, f.Queries))
	f.At1, f.At3, f.At5, f.MRR = f.At1/n, f.At3/n, f.At5/n, f.MRR/n
	f.Short.In, f.Short.Whole, f.Short.Mean = f.Short.In/n, f.Short.Whole/n, f.Short.Mean/max(1, narrow)
	slices.Sort(took)
	slices.Sort(short)
	if len(took) > 0 {
		f.P50, f.P95, f.Max = took[len(took)/2], took[len(took)*95/100], took[len(took)-1]
		f.Short.P50, f.Short.P95 = short[len(short)/2], short[len(short)*95/100]
	}
	return f
}

// perClause is how many executors a shortlist takes for each clause.
const perClause = 12

// quickest is the shortest of several runs.
func quickest(now func() time.Time, times int, run func()) time.Duration {
	best := time.Duration(-1)
	for range max(1, times) {
		began := now()
		run()
		if d := now().Sub(began); best < 0 || d < best {
			best = d
		}
	}
	return best
}

func (f *Figures) place(q Query, got []route.Scored) {
	at := 1 + slices.IndexFunc(got, func(s route.Scored) bool { return q.Right(s.Name) })
	if at == 1 {
		f.At1++
	}
	if at > 0 && at <= 3 {
		f.At3++
	}
	if at > 0 && at <= 5 {
		f.At5++
	}
	if at > 0 {
		f.MRR += 1 / float64(at)
	}
	if at != 1 {
		f.Misses = append(f.Misses, Miss{q, at, got[:min(5, len(got))]})
	}
}
