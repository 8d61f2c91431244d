package spoken

import (
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/plugins/executors/fold"
)

// Column finds the column of a header that words mean: written the same but for case, accents and separators, then
// the same word in another number or with more words around it, then its usual translation, then the only one a
// slip away. found is "" when none or several fit; fits are then the columns it may be.
func Column(words string, header []string) (found string, fits []string) {
	for _, same := range tiers {
		fits = fits[:0]
		for _, h := range header {
			if same(words, h) {
				fits = append(fits, h)
			}
		}
		if len(fits) == 1 {
			return fits[0], nil
		}
		if len(fits) > 1 {
			return "", slices.Clone(fits)
		}
	}
	return "", nil
}

// tiers are ever looser ways two names are the same.
var tiers = []func(words, name string) bool{
	func(w, n string) bool { return fold.Text(strings.TrimSpace(w)) == fold.Text(n) },
	func(w, n string) bool { return slices.Equal(parts(w), parts(n)) },
	func(w, n string) bool { return slices.Equal(stems(w), stems(n)) },
	func(w, n string) bool { return within(stems(w), stems(n)) },
	func(w, n string) bool { return within(stems(n), stems(w)) },
	func(w, n string) bool { return within(meanings(w), meanings(n)) },
	func(w, n string) bool { return slip(strings.Join(parts(w), ""), strings.Join(parts(n), "")) },
}

// parts are the folded words of a name; what stands in brackets is its unit.
func parts(name string) []string {
	if at := strings.IndexAny(name, "(["); at > 0 {
		name = name[:at]
	}
	return strings.FieldsFunc(fold.Text(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func stems(name string) []string {
	out := parts(name)
	for i, w := range out {
		out[i] = Stem(w)
	}
	return out
}

// Stem drops the ending that tells one from many in Italian and in English: importi, importo; salaries, salary.
func Stem(word string) string {
	if len(word) < 3 {
		return word
	}
	stem := word
	if n := len(stem); stem[n-1] == 's' && stem[n-2] != 's' {
		stem = stem[:n-1]
	}
	stem = strings.TrimRight(stem, "aeiouy")
	if cut := strings.TrimSuffix(stem, "h"); strings.HasSuffix(cut, "c") || strings.HasSuffix(cut, "g") {
		stem = cut // righe, riga
	}
	if len(stem) < 2 {
		return word
	}
	return stem
}

// within reports whether every word of a is one of b.
func within(a, b []string) bool {
	return len(a) > 0 && !slices.ContainsFunc(a, func(w string) bool { return !slices.Contains(b, w) })
}

// Beyond are the words said around the name of a column that are no part of it, none when they only name it otherwise.
func Beyond(words, name string) (out []string) {
	own := meanings(name)
	if !within(own, meanings(words)) {
		return nil
	}
	for i, m := range meanings(words) {
		if !slices.Contains(own, m) {
			out = append(out, parts(words)[i])
		}
	}
	return out
}

// meanings are the stems of a name, with words that mean the same made equal.
func meanings(name string) []string {
	out := stems(name)
	for i, w := range out {
		for n, group := range synonyms {
			if slices.ContainsFunc(group, func(s string) bool { return Stem(s) == w }) {
				out[i] = synonyms[n][0]
				break
			}
		}
	}
	return out
}

// Meaning is the first of the words that mean the same as a word, itself when there are none.
func Meaning(word string) string {
	for _, group := range synonyms {
		if slices.ContainsFunc(group, func(s string) bool { return Stem(s) == Stem(fold.Text(word)) }) {
			return group[0]
		}
	}
	return word
}

// synonyms are the headings of everyday tables in the two languages.
var synonyms = [][]string{
	{"amount", "importo", "somma", "cifra", "sum"}, {"price", "prezzo", "cost", "costo"}, {"city", "citta", "town", "comune"}, {"customer", "cliente", "client"},
	{"date", "data"}, {"category", "categoria"}, {"name", "nome", "nominativo"}, {"surname", "cognome"}, {"quantity", "quantita", "qty", "qta", "pezzi", "pieces"},
	{"department", "reparto", "dipartimento", "ufficio", "dept"}, {"salary", "stipendio", "pay", "wage", "paga"}, {"country", "paese", "nazione"}, {"age", "eta"},
	{"year", "anno"}, {"month", "mese"}, {"day", "giorno"}, {"product", "prodotto", "articolo", "article"}, {"status", "stato"}, {"phone", "telefono"},
	{"address", "indirizzo"}, {"stock", "giacenza", "scorta"}, {"hour", "ora"}, {"type", "tipo", "kind"}, {"supplier", "fornitore"}, {"employee", "dipendente"},
	{"revenue", "fatturato", "turnover"}, {"shop", "negozio", "store"}, {"temperature", "temperatura"}, {"note", "nota", "comment", "commento"}, {"score", "voto", "punteggio", "grade"},
	{"paid", "pagato", "saldato"}, {"active", "attivo"}, {"delivered", "consegnato"}, {"done", "fatto", "completato", "completed"}, {"shipped", "spedito"},
	{"total", "totale"}, {"author", "autore"}, {"title", "titolo"}, {"weight", "peso"}, {"region", "regione"}, {"team", "squadra"}, {"balance", "saldo"}, {"order", "ordine"},
}

// slip reports two names a typing slip apart: one letter, two in long names.
func slip(a, b string) bool {
	if len(a) < 4 || len(b) < 4 {
		return false
	}
	limit := 1
	if len(a) > 6 {
		limit = 2
	}
	return distance(a, b) <= limit
}

func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := before
			if a[i-1] != b[j-1] {
				cost++
			}
			before = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
