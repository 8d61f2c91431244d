package wish

import (
	"maps"
	"slices"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/vocab"
)

// Bounds of the columns.
const (
	MaxVerbs   = 64
	MaxObjects = 64
	MaxQuals   = 96
)

// Target is a column and how well a meaning fits it.
type Target struct {
	Col    int
	Weight float32
}

// Columns number the verbs, objects and qualifiers that meanings speak of or names are made of, and say which of them the
// catalog has.
type Columns struct {
	Lex                   *sense.Lexicon
	Verbs, Objects, Quals map[string]int
	// By meaning: what it speaks of.
	Acts, Things, Marks, Implied [][]Target
	Reads                        map[string][]int // extension -> qualifiers of its readers
	Format                       []bool           // by qualifier: a format of files
	// By object.
	Abstract [MaxObjects]bool // no thing of its own: items, lists, numbers
	Handled  [MaxObjects]bool // something changes it by what an earlier step gives
	Pathed   [MaxObjects]bool // something changes it by path
	Opened   [MaxObjects]bool // something reads it by path
	Produced [MaxObjects]bool // something finds or reads it

	Later float32 // what another clause counts beside the one in front
	Lead  float32 // how much a producer is wanted before what needs it
}

// NewColumns numbers the vocabulary and what the lexicon speaks of.
func NewColumns(lex *sense.Lexicon) *Columns {
	x := &Columns{Lex: lex}
	x.Verbs, x.Objects = map[string]int{}, map[string]int{}
	column := func(m map[string]int, name string) int {
		if _, ok := m[name]; !ok {
			m[name] = len(m)
		}
		return m[name]
	}
	v := vocab.Closed()
	for _, verb := range slices.Sorted(maps.Keys(v.Actions)) {
		column(x.Verbs, verb)
	}
	for _, object := range v.Objects.Names {
		column(x.Objects, object)
	}
	for _, object := range []string{"entries", "lists", "numbers", "texts", "inputs", "approval"} {
		x.Abstract[column(x.Objects, object)] = true
	}
	x.Quals, x.Reads = map[string]int{}, map[string][]int{}
	for _, family := range slices.Sorted(maps.Keys(v.Qualifiers)) {
		for _, q := range v.Qualifiers[family] {
			column(x.Quals, q)
		}
	}
	for _, q := range slices.Sorted(maps.Keys(v.Reads)) {
		for _, ext := range v.Reads[q] {
			x.Reads[ext] = append(x.Reads[ext], column(x.Quals, q))
		}
	}
	x.Format = make([]bool, len(x.Quals))
	for _, q := range v.Qualifiers["format"] {
		x.Format[x.Quals[q]] = q != "hash" && q != "size" && q != "format" // those are of the things, not of how they are written
	}
	n := len(x.Lex.Lines)
	x.Acts, x.Things, x.Marks, x.Implied = make([][]Target, n), make([][]Target, n), make([][]Target, n), make([][]Target, n)
	for i, l := range x.Lex.Lines {
		for _, t := range l.Implied {
			x.Implied[i] = append(x.Implied[i], Target{column(x.Objects, t.Name), float32(t.Weight)})
		}
		for _, t := range l.Targets {
			switch l.Class {
			case sense.Act:
				x.Acts[i] = append(x.Acts[i], Target{column(x.Verbs, t.Name), float32(t.Weight)})
			case sense.Noun:
				x.Things[i] = append(x.Things[i], Target{column(x.Objects, t.Name), float32(t.Weight)})
			case sense.Mark:
				x.Marks[i] = append(x.Marks[i], Target{column(x.Quals, t.Name), float32(t.Weight)})
			}
		}
	}
	return x
}

// Late is what a clause counts beside the first.
func (x *Columns) Late(clause, focus int) float32 {
	if clause == focus {
		return 1
	}
	return x.Later
}

// had drops the targets nobody has; the best of those that stay takes nearly the weight of the best there was.
func had(list []Target, there []bool) []Target {
	best, left := float32(0), float32(0)
	for _, t := range list {
		best = max(best, t.Weight)
		if there[t.Col] {
			left = max(left, t.Weight)
		}
	}
	if left == 0 || left == best {
		return list
	}
	var out []Target
	for _, t := range list {
		if there[t.Col] {
			out = append(out, Target{t.Col, t.Weight * (0.95 * best / left)})
		}
	}
	return out
}

// Keep keeps, of what acts and things may mean, the verbs and objects that are there: where nothing works on pictures, a
// picture is a file.
func (x *Columns) Keep(verbs [MaxVerbs]bool, objects [MaxObjects]bool) {
	for i := range x.Acts {
		x.Acts[i] = had(x.Acts[i], verbs[:])
		x.Things[i] = had(x.Things[i], objects[:])
	}
}
