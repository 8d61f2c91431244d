package hearing

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/compose/wish"
)

// Heard is what a sentence asks of a table, with what was noticed on the way to it.
type Heard struct {
	*steps.Builder
	wish.Wish
	Continues bool // the answer before was made of rows
	Conjoined bool // the sentence goes on from it

	act     string // the latest verb
	writes  string // the verb that writes
	which   string // which of these is asked
	said    string // the verb that sorts, as written
	nouns   []string
	swapped string // the value said in the place of the noun
	sorting bool   // the next column said is one to order by
	sums    bool   // a verb asks for a sum
	total   bool   // "total" was said of nothing in particular
	place   *speech.Fact
}

// looking are the verbs that only look at rows; saving those that put them in a new file.
var (
	looking = []string{"find", "list", "show", "tell", "count", "read", "open", "look", "take", "keep", "filter", "sort", "group", "compute", "sum", "compare"}
	saving  = []string{"save", "write", "create", "make", "put", "convert"}
)

// silent facts say nothing about rows.
var silent = append([]string{"there", "header", "table", "exists", "contents", "result", "listing", "tally", "one", "say"}, request.Silent...)

// Of takes the facts of the reading of b in their order.
func Of(b *steps.Builder, continues, conjoined bool) (*Heard, error) {
	g := &Heard{Builder: b, Continues: continues, Conjoined: conjoined}
	facts := b.Reading.Facts
	for i, f := range facts {
		if g.names(f) && (i+1 < len(facts) && facts[i+1].Name == "cond" || i > 0 && slices.Contains([]string{"sel", "listing"}, facts[i-1].Name)) {
			continue // "of the orders whose ...": what the rows are
		}
		if i > 0 && g.stacked(facts[i-1], f) {
			return nil, steps.Unknown(g.Words(facts[i-1]))
		}
		if f.Name == "rows" && !g.introduced(facts[:i], f) || !g.take(f) {
			return nil, steps.Unknown(g.Words(f))
		}
	}
	return g, g.settle()
}

// settle makes sense of the whole.
func (g *Heard) settle() error {
	if g.sorting && g.Order == "" && g.Column == "" {
		g.called(g.said, speech.Fact{}) // "ordini" is also an order to sort
	}
	if (g.total || g.sums) && len(g.Measures) == 0 && !g.Count && !g.Sorted() {
		g.Measures, g.which = []wish.Measure{{Op: "sum"}}, "" // of the only column of amounts
	}
	switch {
	case g.writes != "" && g.Sink == nil:
		return steps.Unknown(g.writes) // where to is not said
	case g.which != "" && len(g.Measures) > 0 && g.By == "" && !g.Spent:
		return steps.Unknown(g.which) // a calculation is none of the rows
	case g.strange() != "":
		return steps.Unknown(g.strange())
	}
	if g.place != nil && g.Wish.Folder == nil {
		k := request.PlaceName(*g.place)
		g.Wish.Folder = &k
	}
	if done, err := g.embodied(g.Noun); done || err != nil {
		return err
	}
	g.embody()
	return nil
}

// take accounts for one fact; false hands the sentence over.
func (g *Heard) take(f speech.Fact) bool {
	switch f.Name {
	case "act", "wish":
		return g.verb(f)
	case "count":
		g.Count = true
	case "which":
		g.List = true
	case "countrows":
		return g.counted(f)
	case "whichrows", "rows", "ofrows", "everything", "those", "whole":
		if n, ok := f.Get("noun"); ok {
			if g.called(n.Text, f); f.Name == "whichrows" {
				g.which = n.Text
			}
		}
		if n, ok := f.Get("num"); ok {
			g.Limit = int(n.Number)
		}
		g.List = g.List || f.Name == "whichrows"
		g.described(f)
	case "cond", "found":
		return g.condition(f)
	case "columns":
		return g.fields(f)
	case "bare":
		return g.bare(f)
	case "pad":
		g.total = g.total || len(g.nouns) == 0 && f.End == f.Start+1 && g.says(f, totals...)
	case "infile", "file", "in", "of", "from", "dir", "ext", "obj", "kind", "rec", "newdir", "to", "present", "absent", "on":
		return g.source(f)
	case "measure", "lookup", "countprop", "sel":
		return g.calculation(f)
	case "bycol", "by", "group", "orderby", "top", "order", "desc", "asc", "sup", "first", "last", "num", "nrows", "lines":
		return g.arranged(f)
	case "ellipsis", "another":
		return g.elliptic(f)
	case "listing":
		if g.says(f, "names", "nomi") {
			g.Columns = []string{"name"}
		}
		g.List = true
	case "zonename": // a city is a value here
		z, _ := f.Get("zone")
		g.Where = append(g.Where, wish.Condition{Op: "eq", Value: z.Text})
	case "mod", "content", "text":
		return g.loose(f)
	case "result":
		if g.total = g.total || g.says(f, totals...); g.Conjoined && len(g.Files) == 0 && g.act == "" {
			return g.elliptic(speech.Fact{Captures: []speech.Capture{{Slot: "text", Text: g.Words(f)}}})
		}
	default:
		return slices.Contains(silent, f.Name)
	}
	return true
}

func (g *Heard) verb(f speech.Fact) bool {
	v, _ := f.Get("act")
	if g.act, g.sorting = v.Value, v.Value == "sort"; g.sorting {
		g.said = v.Text
	}
	if slices.Contains([]string{"save", "write", "put", "convert"}, v.Value) {
		g.writes = v.Text
	}
	g.sums = g.sums || v.Value == "sum"
	if v.Value == "count" {
		g.Count = true
	}
	if slices.Contains([]string{"list", "show", "find"}, v.Value) {
		g.List = true
	}
	return slices.Contains(looking, v.Value) || slices.Contains(saving, v.Value)
}

func (g *Heard) counted(f speech.Fact) bool {
	n, _ := f.Get("noun")
	if f.Arg(0) == "distinct" {
		g.Measures = append(g.Measures, wish.Measure{Op: "distinct", Column: n.Text})
		return true
	}
	g.Count = true
	g.called(n.Text, f)
	g.described(f)
	return true
}

// source takes what says which tables are read, matched or written.
func (g *Heard) source(f speech.Fact) bool {
	file, named := f.Get("file")
	switch {
	case f.Name == "present" || f.Name == "absent":
		g.Others, g.Presence = &file, f.Name
	case f.Name == "on":
		k, _ := f.Get("col")
		g.On = k.Text
	case named && g.rather(file):
		g.Where = append(g.Where, wish.Condition{Op: "eq", Value: file.Text, Doubt: doubtful(file)})
	case named && f.Name == "infile" && f.Arg(0) != "new" && slices.Contains(saving, g.act) && g.Sink == nil && len(file.Paths) == 0 && g.into(f):
		g.Sink = &file
	case named && (f.Arg(0) == "new" || slices.Contains(saving, g.act) && (len(g.Files) > 0 || g.Ext != "")):
		if g.Sink != nil {
			return false
		}
		g.Sink = &file
		if k, ok := f.Get("folder"); ok {
			g.SinkPlace = &k
		}
	case named:
		g.Files = append(g.Files, file)
	case f.Name == "ext":
		e, _ := f.Get("ext")
		if g.Ext != "" || strings.Contains(e.Value, ",") {
			return false
		}
		g.Ext = e.Value
	case f.Name == "obj":
		if o, _ := f.Get("obj"); o.Value == "files" || slices.Contains([]string{"which", "count"}, g.act) {
			return true
		}
		return g.bare(f)
	case f.Name == "rec":
		g.Deep = f.Arg(0) == "yes"
	case f.Name == "kind", f.Name == "newdir", f.Name == "to":
		return false
	default: // in, of, from, dir
		if g.place != nil {
			return false
		}
		g.place = &f
	}
	return true
}

// into reports a file said after "in" or "to": where rows are saved.
func (g *Heard) into(f speech.Fact) bool {
	return slices.Contains([]string{"in", "nel", "nello", "nell'", "to", "into", "as", "come"}, g.Reading.Tokens[f.Start].Fold)
}

// calculation takes what is calculated and which columns are told.
func (g *Heard) calculation(f speech.Fact) bool {
	col, _ := f.Get("col")
	switch f.Name {
	case "measure":
		for _, v := range values(f) {
			g.Where = append(g.Where, wish.Condition{Op: "eq", Value: v.Text, Doubt: doubtful(v)})
		}
		if g.titled(col.Text) && len(f.Args) == 1 && (f.Arg(0) == "max" || f.Arg(0) == "min") {
			return g.end("", map[string]string{"max": "desc", "min": "asc"}[f.Arg(0)]) // "the highest invoice" of invoices.csv
		}
		for _, op := range f.Args {
			again := func(m wish.Measure) bool { return m.Op == op && (m.Column == col.Text || col.Text == "") }
			if !slices.ContainsFunc(g.Measures, again) { // "... and tell me the grand total"
				g.Measures = append(g.Measures, wish.Measure{Op: op, Column: col.Text})
			}
		}
	case "countprop":
		p, _ := f.Get("prop")
		g.Count = true
		return p.Value == "lines"
	case "lookup":
		v := valueOf(f)
		if col.Text == "" {
			for _, k := range f.Captures {
				if k.Slot == "noun" {
					col.Text = strings.TrimSpace(col.Text + " " + k.Text)
				}
			}
		}
		if f.Arg(0) != "" {
			col.Text = f.Arg(0)
		} else if g.many(col.Text) { // "the expenses of Anna": which rows, not a column of one
			g.List = true
			g.called(col.Text, f)
			g.Where = append(g.Where, ofOne(v))
			return true
		}
		g.Where = append(g.Where, wish.Condition{Op: "eq", Value: v.Text, Doubt: doubtful(v)})
		if slices.Contains([]string{"list", "find", "keep", "take", "filter", "count"}, g.act) {
			return true // "list the orders of Rossi"
		}
		g.Columns = append(g.Columns, col.Text)
	case "sel":
		for _, k := range f.Captures {
			if k.Slot == "col" {
				g.Columns = append(g.Columns, k.Text)
			}
		}
		if len(g.Columns) == 0 {
			g.Columns = []string{strings.TrimSuffix("name/"+g.Noun, "/")}
		}
	}
	return true
}

// arranged takes groups, orders and how many.
func (g *Heard) arranged(f speech.Fact) bool {
	col, _ := f.Get("col")
	switch f.Name {
	case "bycol", "by", "group", "orderby":
		return g.along(f, col)
	case "top":
		switch f.Arg(1) {
		case "":
		case "spent":
			g.Spent = true
		default:
			col.Text = f.Arg(1)
		}
		if n, ok := f.Get("num"); ok {
			g.Limit = int(n.Number)
		}
		if n, ok := f.Get("noun"); ok {
			g.called(n.Text, f)
		}
		if g.titled(col.Text) {
			if g.Noun != "" && !g.titled(g.Noun) && g.By == "" && g.says(f, "piu", "most", "meno", "fewest", "least", "maggior", "minor") {
				g.By = g.Noun // "the customer with the most orders"
			}
			col.Text = ""
		}
		return g.end(col.Text, f.Arg(0))
	case "sup":
		return f.Arg(0) == "size" && g.end("", f.Arg(1))
	case "order":
		switch f.Arg(0) {
		case "modified":
			return false // which of the dates is not said
		case "name":
			g.Column, g.Order = "name", f.Arg(1)
		case "size":
			g.Order = f.Arg(1)
		default:
			g.Order = f.Arg(0)
		}
	case "desc", "asc":
		g.Order = f.Name
	case "lines":
		g.Limit, g.FromEnd = 1, f.Arg(0) == "tail"
		if n, ok := f.Get("num"); ok {
			g.Limit = int(n.Number)
		}
	default: // first, last, num, nrows
		if noun, ok := f.Get("noun"); ok {
			g.called(noun.Text, f)
		}
		n, _ := f.Get("num")
		if g.Limit > 0 || n.Number < 1 || n.Number != float64(int(n.Number)) {
			return n.Number == 1 && g.Limit == 0
		}
		g.Limit, g.FromEnd = int(n.Number), f.Name == "last" || f.Arg(0) == "last"
	}
	return true
}

// along takes a column to order by after "sort", one to group by otherwise.
func (g *Heard) along(f speech.Fact, col speech.Capture) bool {
	if col.Text == "" {
		p, ok := f.Get("prop")
		if !ok {
			return false
		}
		col = p
	}
	if each := f.Name == "group" || g.says(f, "ogni", "each", "every", "ciascun", "ciascuna"); g.Limit > 0 && !each && len(g.Measures) == 0 && !g.Count {
		return g.end(col.Text, "desc") // "the top 3 products by price"
	}
	if g.sorting || f.Name == "orderby" {
		if g.Column != "" {
			return false
		}
		g.Column, g.sorting = col.Text, false
		return true
	}
	if g.By != "" && g.By != col.Text {
		return false
	}
	g.By, g.Each = col.Text, f.Name == "group" || g.says(f, "ogni", "each", "every", "ciascun", "ciascuna")
	return true
}

// says reports whether one of the words stands in a fact.
func (g *Heard) says(f speech.Fact, words ...string) bool {
	return slices.ContainsFunc(g.Reading.Tokens[f.Start:f.End], func(t token.Token) bool { return slices.Contains(words, t.Fold) })
}

// end takes one end of an order: the highest, the lowest.
func (g *Heard) end(column, order string) bool {
	if g.Top || g.Column != "" {
		return false
	}
	g.Top, g.Column, g.Order = true, column, order
	return true
}
