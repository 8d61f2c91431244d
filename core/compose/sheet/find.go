package sheet

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Contents is what the places also tell.
type Contents interface {
	Inside(folder string, deep bool) (paths []string, whole bool)
}

// Finder looks for the table of one sentence. Rows plans a sentence that names its table.
type Finder struct {
	Reading speech.Reading
	Home    string
	Places  any
	Shelf   *shelf.Shelf
	Rows    func(text string) plan.Draft
}

// Find plans the sentence of the only table that fits it. When several do, it asks which. ok is false when none does.
func (f Finder) Find() (plan.Draft, bool) {
	inside, has := f.Places.(Contents)
	if _, tells := f.Places.(Tables); !has || !tells || len(f.Reading.Tokens) > longest || slices.ContainsFunc(f.Reading.Facts, named) {
		return plan.Draft{}, false
	}
	paths, _ := inside.Inside(f.Home, true)
	looked, titled := 0, false
	var drafts []plan.Draft
	var found []string
	for _, path := range paths {
		if f.Shelf.Tabled(strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")) == nil || looked >= maxSheets {
			continue
		}
		looked++
		s, ok := Of(f.Places, path)
		if !ok {
			continue
		}
		texts, title, ok := f.about(s)
		if !ok || titled && !title {
			continue
		}
		d, ok := f.planned(texts, s)
		if !ok {
			continue
		}
		if !f.says(s) {
			d.Framework.Found = path
		}
		if title && !titled { // the one called so goes before those that only have the words
			titled, drafts, found = true, nil, nil
		}
		drafts, found = append(drafts, d), append(found, path)
	}
	switch len(found) {
	case 0:
		return plan.Draft{}, false
	case 1:
		return drafts[0], true
	}
	return f.which(drafts[0], found), true
}

// says reports a sentence in which the table's file is called by its name.
func (f Finder) says(s *Sheet) bool {
	return slices.ContainsFunc(f.Reading.Tokens, func(t token.Token) bool { return stem(t.Fold) == stem(s.Stem()) && !spent[t.Fold] })
}

// planned is the plan of the first way to say it that makes one the table holds.
func (f Finder) planned(texts []string, s *Sheet) (plan.Draft, bool) {
	for _, text := range texts {
		if d := f.Rows(text); d.Accepted && f.holds(d.Framework, s) {
			return d, true
		}
	}
	return plan.Draft{}, false
}

// named reports a fact that names a file or a folder: the sentence says itself where to look.
func named(f speech.Fact) bool {
	for _, slot := range []string{"file", "folder", "dir", "known"} {
		if k, ok := f.Get(slot); ok && (slot == "file" || len(k.Paths) > 0) {
			return true
		}
	}
	return false
}

// longest is how many words a sentence may have to be matched with tables.
const longest = 24

// Fits reports whether the table a plan reads has what the plan names, as far as the places tell.
func (f Finder) Fits(d plan.Draft) bool {
	if !d.Accepted || len(d.Framework.Steps) == 0 {
		return true
	}
	first := d.Framework.Steps[0]
	t := f.Shelf.Named(first.Tool)
	if t == nil {
		return true
	}
	for _, path := range texts(first.Args[t.ByMeaning["paths"]]) {
		if s, ok := Of(f.Places, path); ok && !f.holds(d.Framework, s) {
			return false
		}
	}
	return true
}

// which asks for one of the tables.
func (f Finder) which(d plan.Draft, found []string) plan.Draft {
	if len(found) > maxOptions {
		found = found[:maxOptions]
	}
	q := &plan.Question{Code: "which_table", Options: found, Partial: d.Framework, Step: 1}
	if t := f.Shelf.Named(d.Framework.Steps[0].Tool); t != nil {
		q.Arg, q.Partial.Found = t.ByMeaning["paths"], ""
		q.Partial.Steps = slices.Clone(q.Partial.Steps)
		q.Partial.Steps[0].Args = map[string]any{}
	}
	return plan.Draft{Question: q}
}

const maxOptions = 12

// about is the sentence said of a table: its values in quotation marks, the name of its file at the end, and once more
// without "of the" and that name. titled reports
// that it says the file's name. ok is false when nothing in it is the table's, or nothing but a value.
func (f Finder) about(s *Sheet) (texts []string, titled, ok bool) {
	name := filepath.Base(s.Path)
	if strings.ContainsAny(name, " '\"") {
		return nil, false, false
	}
	if n := f.namesakes(name); n > 1 {
		name = strings.TrimPrefix(s.Path, f.Home+"/")
	}
	tokens := f.Reading.Tokens
	hits, values := 0, 0
	var out, short strings.Builder
	at, from := 0, 0 // from is where the short way goes on
	for i := 0; i < len(tokens); {
		n, value := f.value(s, i)
		switch {
		case n > 0:
			out.WriteString(f.Reading.Text[at:tokens[i].Start] + `"` + value + `"`)
			at, values = tokens[i+n-1].End, values+1
			if i+n < len(tokens) && (tokens[i+n].Fold == "'s" || tokens[i+n].Fold == "s") && tokens[i+n].Start <= at+1 { // "Anna's grade"
				at, n = tokens[i+n].End, n+1
			}
		case f.content(i) && stem(tokens[i].Fold) == stem(s.Stem()):
			titled = true
			if k := f.led(i); k >= 0 && short.Len() == 0 {
				short.WriteString(out.String() + f.Reading.Text[at:tokens[k].Start])
				from = out.Len() + len(f.Reading.Text[at:tokens[i].End])
			}
			if i > 0 && f.is(i-1, "in") { // "in the stock": the file is named at the end
				out.WriteString(strings.TrimSuffix(f.Reading.Text[at:tokens[i].Start], f.Reading.Text[tokens[i-1].Start:tokens[i].Start]))
				at = tokens[i].End
			}
		case f.content(i) && s.Column(tokens[i].Text) >= 0, earns[tokens[i].Fold] && s.Column("salary") >= 0, costs[tokens[i].Fold] && s.Column("price") >= 0:
			hits++
		case f.spends(i) && s.Money() >= 0:
			if values > 0 || slices.Contains(spending, stem(s.Stem())) || f.later(s, i) {
				hits++
			}
			titled = titled || slices.Contains(spending, stem(s.Stem()))
		case !f.neutral(i):
			return nil, false, false // it speaks of something the table does not have
		}
		i += max(n, 1)
	}
	if hits == 0 && !titled {
		return nil, false, false
	}
	rest := strings.TrimRight(f.Reading.Text[at:], " .?!")
	whole := out.String() + rest
	texts = []string{strings.TrimSpace(whole) + " in " + name}
	if short.Len() > 0 && from <= len(whole) {
		texts = append(texts, strings.TrimSpace(short.String()+strings.TrimSpace(whole[from:]))+" in "+name)
	}
	return texts, titled, true
}

// led is the token of the "of" that leads to token i, -1 when none does.
func (f Finder) led(i int) int {
	for k := i - 1; k >= 0 && k >= i-2; k-- {
		if f.is(k, "of") {
			return k
		}
		if !f.is(k, "def") && !f.is(k, "art") {
			break
		}
	}
	return -1
}

// later reports a value of the table after a word.
func (f Finder) later(s *Sheet, i int) bool {
	for i++; i < len(f.Reading.Tokens); i++ {
		if n, _ := f.value(s, i); n > 0 {
			return true
		}
	}
	return false
}

// neutral reports a word that says nothing of what a table is about: a time, an order, a calculation, a verb.
func (f Finder) neutral(i int) bool {
	t := f.Reading.Tokens[i]
	if !f.content(i) || !t.Cap && len(t.Fold) <= 3 || calculating[stem(t.Fold)] {
		return true
	}
	for _, fact := range f.Reading.Facts {
		if _, ok := fact.Get("when"); ok && fact.Start <= i && i < fact.End {
			return true
		}
	}
	for back := 1; back <= 2 && back <= i; back++ { // "how much", "meno di"
		words := make([]string, 0, 4)
		for _, t := range f.Reading.Tokens[i-back : min(len(f.Reading.Tokens), i-back+4)] {
			words = append(words, t.Fold)
		}
		if slices.ContainsFunc(vocab.For(f.Reading.Lang).Look(words), func(s vocab.Sense) bool { return s.Class == "set" && s.Words > back }) {
			return true
		}
	}
	senses := vocab.For(f.Reading.Lang).Look([]string{t.Fold})
	return len(senses) > 0 && !slices.ContainsFunc(senses, func(s vocab.Sense) bool { return slices.Contains([]string{"obj", "kind", "ext", "verb"}, s.Class) }) ||
		slices.ContainsFunc(senses, func(s vocab.Sense) bool { return s.Class == "verb" && asking[s.Value] })
}

// asking are the verbs that look at rows.
var asking = set("find list show tell count read open look take keep filter sort group compute sum have")

// calculating are the stems of words about numbers, order and rows that any table may be asked with.
var calculating = func() map[string]bool {
	out := map[string]bool{}
	for w := range set(`dipendenti impiegati colleghi employees media medio medi medie mediana totale totali somma complessivo massimo massima minimo minima alto alta alti alte basso bassa bassi basse maggiore minore
		elevato euro dollari persone persona righe riga voci voce valori valore diversi diverse distinti numero crescente decrescente tabella foglio colonna campo
		caro cara cari care costoso costosa costosi economico economica recente recenti vecchio vecchia giovane giovani anni sopra sotto oltre superiore inferiore
		ancora meno piu appartiene sta stanno studia vive abita lavora hanno averi preso presa fatto questo quest anno mese settimana
		average mean median total totals sum overall maximum minimum highest lowest largest smallest greatest least most fewer fewest euros dollars people person rows row
		entries values value different distinct number ascending descending table sheet column field expensive cheapest cheap recent latest oldest youngest years old above over
		under still than more less per did does belong live lives work works get gets got made makes year month week`) {
		out[stem(w)] = true
	}
	return out
}()

func (f Finder) namesakes(name string) (n int) {
	paths, _ := f.Places.(Contents).Inside(f.Home, true)
	for _, p := range paths {
		if strings.EqualFold(filepath.Base(p), name) {
			n++
		}
	}
	return n
}

// value is the longest run of words from i that is a cell of the table, as the person wrote it.
func (f Finder) value(s *Sheet, i int) (n int, text string) {
	tokens := f.Reading.Tokens
	for n = min(3, len(tokens)-i); n > 0; n-- {
		if !f.content(i) || !f.content(i+n-1) {
			continue
		}
		said := f.Reading.Text[tokens[i].Start:tokens[i+n-1].End]
		cell, ok := s.Value(said)
		if !ok || n == 1 && (!tokens[i].Cap && s.Column(said) >= 0 || stem(tokens[i].Fold) == stem(s.Stem())) || strings.ContainsAny(cell, `"'`) {
			continue
		}
		return n, cell
	}
	return 0, ""
}

// content reports a word that may name something: neither a number nor one that holds the sentence together.
func (f Finder) content(i int) bool {
	t := f.Reading.Tokens[i]
	if t.Kind != token.Word || len(t.Fold) < 3 && (!t.Cap || len(t.Fold) < 2) {
		return false
	}
	return !slices.ContainsFunc(vocab.For(f.Reading.Lang).Look([]string{t.Fold}), func(s vocab.Sense) bool {
		return s.Words == 1 && (s.Class == "set" || s.Class == "num") && !t.Cap
	})
}

func (f Finder) is(i int, set string) bool {
	return slices.ContainsFunc(vocab.For(f.Reading.Lang).Look([]string{f.Reading.Tokens[i].Fold}), func(s vocab.Sense) bool {
		return s.Class == "set" && s.Value == set && s.Words == 1
	})
}

func (f Finder) spends(i int) bool { return spent[f.Reading.Tokens[i].Fold] }

// What the verbs of money are about, and the names of the tables where spending is written down, by their stems.
var (
	spent    = set("speso spesi spendo spendiamo spende incassato fatturato venduto ricevuto earned received sold spent spend spending pagato pago paid pay")
	earns    = set("guadagna guadagnano guadagno earns earn earning prende prendono")
	costs    = set("costa costano costo cost costs")
	spending = []string{stem("spese"), stem("spesa"), stem("uscite"), stem("acquisti"), stem("expenses"), stem("spending"), stem("purchases")}
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
