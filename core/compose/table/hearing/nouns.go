package hearing

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/wish"
	"github.com/metnos/metnos/core/vocab"
)

// called remembers what the rows are called. The word that is the file's name is that, whatever its place: "paid orders".
func (g *Heard) called(noun string, f speech.Fact) {
	g.nouns = append(g.nouns, noun)
	if v, ok := f.Get("val"); ok && g.titled(v.Text) && !g.titled(noun) {
		g.nouns[len(g.nouns)-1], g.swapped = v.Text, noun
	}
	if g.Noun == "" {
		g.Noun = g.nouns[0]
	}
}

// titled reports a word that names one of the files the sentence speaks of.
func (g *Heard) titled(word string) bool {
	return slices.ContainsFunc(g.Reading.Facts, func(f speech.Fact) bool {
		file, ok := f.Get("file")
		return ok && len(word) > 3 && strings.Contains(vocab.Fold(file.Text), vocab.Fold(word)[:len(vocab.Fold(word))-1])
	})
}

// strange is a word for the rows that is neither the first one said nor what they are grouped by, "" when there is none.
func (g *Heard) strange() string {
	for _, n := range g.nouns {
		word := vocab.Fold(n)
		by := vocab.Fold(g.By)
		if word != vocab.Fold(g.Noun) && (by == "" || !strings.Contains(by, word) && !strings.Contains(word, by)) {
			return n
		}
	}
	return ""
}

// introduced reports whether what the rows are called stands where it can: after a verb that looks, an order to sort or
// a number, or after "of". Elsewhere the word may be anything.
func (g *Heard) introduced(before []speech.Fact, f speech.Fact) bool {
	if _, named := f.Get("noun"); !named {
		return true
	}
	if slices.Contains([]string{"dei", "degli", "delle", "of", "for"}, g.Reading.Tokens[f.Start].Fold) {
		return true
	}
	for i := len(before) - 1; i >= 0; i-- {
		switch name := before[i].Name; {
		case slices.Contains(silent, name):
		case name == "act":
			return (slices.Contains(looking, g.act) || slices.Contains(saving, g.act)) && g.act != "compute" && g.act != "sum"
		case name == "mark" || name == "infile" || name == "which":
			return true
		default:
			return slices.Contains([]string{"first", "last", "num", "count", "wish", "top"}, name)
		}
	}
	return true
}

// stacked reports two nouns with nothing between them: "the red customer Rossi". One of them is nobody's.
func (g *Heard) stacked(before, f speech.Fact) bool {
	noun, ok := f.Get("noun")
	_, named := before.Get("noun")
	return ok && named && f.Name == "cond" && g.Reading.Tokens[f.Start].Text == noun.Text
}

// names reports "of the orders", which says what the rows are rather than a value one of them has.
func (g *Heard) names(f speech.Fact) bool {
	v, ok := f.Get("val")
	if ok && f.Name == "cond" && f.Arg(0) == "any" && g.titled(v.Text) && !strings.Contains(v.Text, " ") {
		return true // "of the expenses" of expenses.csv
	}
	if !ok || f.Name != "cond" || f.Arg(0) != "any" || !doubtful(v) || !strings.HasSuffix(v.Text, "s") || strings.Contains(v.Text, " ") {
		return false
	}
	return f.End-f.Start == 3 && g.Reading.Tokens[f.Start+1].Fold == "the"
}

// described takes the word that stands with what the rows are called: "paid orders".
func (g *Heard) described(f speech.Fact) {
	v, ok := f.Get("val")
	if !ok {
		v, ok = f.Get("quoted")
	}
	if ok {
		if g.swapped != "" {
			v.Text, g.swapped = g.swapped, ""
		}
		g.Where = append(g.Where, wish.Condition{Op: "eq", Value: v.Text, Doubt: doubtful(v)})
	}
}

// doubtful reports a value that may be no value at all: not quoted, not a number, not a name.
func doubtful(v speech.Capture) bool {
	first, _ := utf8.DecodeRuneInString(v.Text)
	return !v.Literal && !unicode.IsUpper(first) && !unicode.IsDigit(first)
}

// totals are the words for a sum of nothing in particular.
var totals = []string{"total", "totals", "totale", "totali", "somma", "sum"}

// things are the stems of what the rows of everyday tables are called. Another word may be a value one of them has.
var things = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`righe riga rows row record records voci voce elementi elemento dati entries entry items item lines line data
		persone persona people person gente clienti cliente customers customer clients client ordini ordine orders order prodotti prodotto products product
		articoli articolo articles spese spesa expenses expense acquisti acquisto purchases purchase fatture fattura invoices invoice bollette bolletta bills bill
		pagamenti pagamento payments payment movimenti movimento transazioni transazione transactions transaction vendite vendita sales sale
		dipendenti dipendente employees employee impiegati impiegato staff colleghi studenti studente students student alunni alunno pupils utenti utente users user
		contatti contatto contacts contact fornitori fornitore suppliers supplier libri libro books book film movies movie eventi evento events event
		nomi nome names name soci socio members member iscritti iscritto pazienti paziente patients patient contratti contratto contracts contract
		misure misura misurazioni measurements readings reading letture lettura giorni giorno days day mesi mese months month anni anno years year
		citta city cities paesi countries country valori values value risultati results result casi cases case posti places progetti projects project
		task tasks attivita activities ticket tickets lavoratori workers worker negozi shops stores store voti voto grades scores esami`) {
		out[stem(w)] = true
	}
	return out
}()

// stem drops the ending that tells one from many.
func stem(word string) string {
	word = strings.TrimSuffix(vocab.Fold(word), "s")
	if cut := strings.TrimRight(word, "aeiouyh"); len(cut) > 1 {
		return cut
	}
	return word
}

// bare takes a word alone in the place of what the rows are called: "expenses of Anna in ...", "show orders over 200".
func (g *Heard) bare(f speech.Fact) bool {
	n, ok := f.Get("noun")
	if !ok {
		n, _ = f.Get("obj")
	}
	of := slices.Contains([]string{"of", "di", "dei", "degli", "delle"}, g.Reading.Tokens[f.Start].Fold)
	if f.Start > 0 && !of && (g.act == "" || !slices.Contains(looking, g.act) || len(g.nouns) > 0) && !g.Top {
		return false
	}
	g.called(n.Text, f)
	g.List = true
	return true
}

// embody makes a condition of a word for the rows that is no common one and not the file's own: how many Lamp are there.
// Who has the rows tells whether it is a value.
func (g *Heard) embody() {
	if g.Noun == "" || g.titled(g.Noun) || things[stem(g.Noun)] || g.Spent || g.Others != nil || len(g.Files) == 0 || vocab.Fold(g.Noun) == vocab.Fold(g.By) {
		return
	}
	g.Where = append(g.Where, wish.Condition{Op: "eq", Value: g.Noun, Called: true})
}

// fields takes a question about the columns themselves.
func (g *Heard) fields(f speech.Fact) bool {
	g.Measures = append(g.Measures, wish.Measure{Op: "columns"})
	if file, ok := f.Get("file"); ok {
		g.Files = append(g.Files, file)
	}
	return true
}

// many reports an English word for several rows: orders, expenses.
func (g *Heard) many(word string) bool {
	return strings.HasSuffix(word, "s") && (g.titled(word) || things[stem(word)])
}

// rather reports a name that some file bears without its extension, beside a table that is named in full: "from London"
// is a value of the rows even where a london.csv is.
func (g *Heard) rather(file speech.Capture) bool {
	return !file.Literal && filepath.Ext(file.Text) == "" && slices.ContainsFunc(g.Reading.Facts, func(f speech.Fact) bool {
		other, ok := f.Get("file")
		return ok && filepath.Ext(other.Text) != ""
	})
}
