package sheet

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/vocab"
)

// Tables is what the places may also tell: the heading and the rows of a table, as far as they were read.
type Tables interface {
	Table(path string) (header []string, rows [][]string, whole bool)
}

// Sheet is a table of the home.
type Sheet struct {
	Path   string
	Header []string
	rows   [][]string
	whole  bool // the rows are all there are
	cells  map[string]string
}

// Bounds of the tables looked at for one sentence.
const (
	maxSheets = 60
	maxCells  = 20_000
)

// Of reads the table at a path; ok is false for what is no table, or when the places do not tell.
func Of(places any, path string) (*Sheet, bool) {
	tables, has := places.(Tables)
	if !has {
		return nil, false
	}
	header, rows, whole := tables.Table(path)
	if len(header) == 0 || slices.Contains(header, "") {
		return nil, false
	}
	return &Sheet{Path: path, Header: header, rows: rows, whole: whole}, true
}

// Whole reports that every row was read.
func (s *Sheet) Whole() bool { return s.whole }

// Stem is the name of the file without its extension, folded.
func (s *Sheet) Stem() string {
	return vocab.Fold(strings.TrimSuffix(filepath.Base(s.Path), filepath.Ext(s.Path)))
}

// Column finds the column words mean: the heading itself, but for case, number and the small words around it, or its
// usual translation. It is -1 when none or several fit.
func (s *Sheet) Column(words string) int {
	for _, same := range []func(a, b []string) bool{
		slices.Equal[[]string],
		func(said, own []string) bool { return within(said, own) },
		func(said, own []string) bool { return within(own, said) },
		func(said, own []string) bool { return within(meanings(said), meanings(own)) },
	} {
		at := -1
		for i, h := range s.Header {
			if !same(stems(words), stems(h)) {
				continue
			}
			if at >= 0 {
				return -1
			}
			at = i
		}
		if at >= 0 {
			return at
		}
	}
	if said := meanings(stems(words)); len(said) == 1 && slices.Contains([]string{"month", "year", "day"}, said[0]) {
		return s.dates()
	}
	return -1
}

// Named finds the column whose whole heading is what words mean, or its usual translation: "orders" is no id_ordine.
func (s *Sheet) Named(words string) int {
	at := -1
	for i, h := range s.Header {
		if !slices.Equal(meanings(stems(words)), meanings(stems(h))) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// dates is the one column of dates, whose months and years can be told: -1 when there is none or more than one.
func (s *Sheet) dates() int {
	at := -1
	for i, h := range s.Header {
		if !slices.Contains(meanings(stems(h)), "date") {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// Value finds the cell words mean, as it is written: the same words but for case and number. ok is false when no cell
// has them.
func (s *Sheet) Value(words string) (text string, ok bool) {
	if s.cells == nil {
		s.cells = map[string]string{}
		for _, row := range s.rows {
			for _, cell := range row {
				if len(s.cells) < maxCells && cell != "" && len(cell) < 60 {
					if key := key(cell); s.cells[key] == "" {
						s.cells[key] = cell
					}
				}
			}
		}
	}
	text, ok = s.cells[key(words)]
	return text, ok
}

// Numeric reports a column of numbers, all of them.
func (s *Sheet) Numeric(column int) bool {
	some := false
	for _, row := range s.rows {
		if column >= len(row) || row[column] == "" {
			continue
		}
		if !number(row[column]) {
			return false
		}
		some = true
	}
	return some
}

// Repeats reports a column in which a value stands twice.
func (s *Sheet) Repeats(column int) bool {
	seen := map[string]bool{}
	for _, row := range s.rows {
		if column >= len(row) || row[column] == "" {
			continue
		}
		if seen[vocab.Fold(row[column])] {
			return true
		}
		seen[vocab.Fold(row[column])] = true
	}
	return false
}

func number(s string) bool {
	s = strings.TrimLeft(strings.TrimSpace(strings.NewReplacer("€", "", "$", "", "%", "", "'", "").Replace(s)), "+-")
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return true
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", ".")
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// key is a text as cells are compared: its words, each without the ending that tells one from many.
func key(text string) string { return strings.Join(stems(text), " ") }

func stems(text string) []string {
	out := strings.FieldsFunc(vocab.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range out {
		out[i] = stem(w)
	}
	return out
}

// stem drops the ending that tells one from many in Italian and in English: importi, importo; salaries, salary.
func stem(word string) string {
	if len(word) < 4 {
		return word
	}
	out := word
	if n := len(out); out[n-1] == 's' && out[n-2] != 's' {
		out = out[:n-1]
	}
	out = strings.TrimRight(out, "aeiouy")
	if cut := strings.TrimSuffix(out, "h"); strings.HasSuffix(cut, "c") || strings.HasSuffix(cut, "g") {
		out = cut // righe, riga
	}
	if len(out) < 3 {
		return word
	}
	return out
}

func within(a, b []string) bool {
	return len(a) > 0 && !slices.ContainsFunc(a, func(w string) bool { return !slices.Contains(b, w) })
}

func meanings(words []string) []string {
	out := slices.Clone(words)
	for i, w := range out {
		if m, ok := synonyms[w]; ok {
			out[i] = m
		}
	}
	return out
}

// synonyms are the stems of the headings of everyday tables in the two languages, by the first word of each group.
var synonyms = func() map[string]string {
	out := map[string]string{}
	for _, group := range []string{
		"amount importo somma cifra sum", "price prezzo cost costo", "city citta town comune", "customer cliente client", "date data", "category categoria",
		"name nome nominativo", "surname cognome", "quantity quantita qty qta pezzi pieces", "department reparto dipartimento ufficio dept",
		"salary stipendio pay wage paga", "country paese nazione", "age eta", "year anno", "month mese", "day giorno", "product prodotto articolo article",
		"status stato", "phone telefono", "address indirizzo", "stock giacenza scorta", "hour ora", "type tipo kind", "supplier fornitore", "employee dipendente",
		"score voto punteggio grade", "author autore", "title titolo", "weight peso", "region regione", "team squadra", "balance saldo", "order ordine",
	} {
		words := strings.Fields(group)
		for _, w := range words {
			out[stem(w)] = words[0]
		}
	}
	return out
}()

// money are the meanings of the columns that hold what was paid.
var money = []string{"amount", "price", "total", "totale", "spesa", "spent", "paid", "pagato"}

// Money is the one column of what was paid, -1 when there is none or more than one.
func (s *Sheet) Money() int {
	at := -1
	for i, h := range s.Header {
		if !slices.ContainsFunc(meanings(stems(h)), func(m string) bool {
			return slices.ContainsFunc(money, func(w string) bool { return m == w || m == stem(w) })
		}) || !s.Numeric(i) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}
