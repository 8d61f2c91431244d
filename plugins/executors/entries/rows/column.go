package rows

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entries/spoken"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// Unclear says that a word of the person means no column, or several: the person chooses. With Years the choice is among
// periods, for a month of no year.
type Unclear struct {
	Arg, Word string
	Columns   []string
	Years     bool
}

func (u *Unclear) Error() string { return u.Word + " means none of the columns, or several" }

// Named finds the column a person named in an argument: as written, else by what the words mean.
func (c *Collection) Named(arg, name string) (string, error) {
	if found, ok := c.Has(name); ok || len(c.Items) == 0 {
		return found, nil
	}
	found, fits := spoken.Column(name, c.Names())
	if found != "" {
		return found, nil
	}
	if len(fits) == 0 {
		fits = c.Names()
	}
	return "", &Unclear{Arg: arg, Word: name, Columns: fits}
}

// Numeric is the one column of numbers a calculation can be about; numbers that only name something do not count.
func (c *Collection) Numeric(arg, word string) (string, error) {
	var found []string
	for _, name := range c.Names() {
		if c.Column(name).Kind == value.AsNumber && !identifies(name) {
			found = append(found, name)
		}
	}
	for _, amount := range []string{"totale", "importo"} { // what is spent in all, beside prices and quantities
		if name, _ := spoken.Column(amount, found); name != "" && len(found) > 1 {
			return name, nil
		}
	}
	if len(found) == 1 || len(c.Items) == 0 {
		return strings.Join(found, ""), nil
	}
	if len(found) == 0 {
		found = c.Names()
	}
	return "", &Unclear{Arg: arg, Word: word, Columns: found}
}

// identifies reports a column whose numbers are names: ids, codes, years, telephone numbers.
func identifies(name string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" _-.", r) }) {
		if slices.Contains([]string{"id", "codice", "code", "cod", "numero", "number", "nr", "no", "n", "cap", "zip", "telefono", "phone", "tel", "anno", "year", "row", "riga", "line", "ean", "isbn"}, w) {
			return true
		}
	}
	return false
}

// totals are the words for a calculation itself, which name a column only when one is called so.
var totals = []string{"total", "totale", "totali", "somma", "sum", "media", "average", "mean", "massimo", "minimo", "maximum", "minimum", "valore", "value", "spesa", "spese", "speso", "spent", "spending"}

// Calculated is the column a calculation was asked of, when every word said is about it: in "total amount Smith" the last
// one may be a value, and the total of all rows would not be what was asked.
func (c *Collection) Calculated(arg, name string) (string, error) {
	field, err := c.measured(arg, name)
	if err != nil {
		return "", err
	}
	for _, word := range spoken.Beyond(name, field) {
		if !slices.Contains(totals, word) && !slices.Contains(around, word) {
			return "", sdk.Errorf(sdk.WrongArgs, "calculation_word", "%q is no part of the column %q", word, field).With("word", word).With("field", field)
		}
	}
	return field, nil
}

// around are words that stand with the name of a column and say nothing else.
var around = []string{"euro", "euros", "eur", "dollari", "dollars", "usd", "complessivo", "complessiva", "complessivi", "complessive", "overall", "grand", "tutto", "tutti", "tutte", "all",
	"medio", "media", "medi", "medie", "column", "colonna", "campo", "field", "the", "of", "in", "di", "del", "della", "il", "la", "lo", "gli", "le"}

// measured is the column a word was said of; a word for the calculation itself leaves the only one of numbers.
func (c *Collection) measured(arg, name string) (string, error) {
	field, err := c.Named(arg, name)
	if err != nil && slices.Contains(totals, fold.Text(name)) {
		return c.Numeric(arg, name)
	}
	return field, err
}

// Ranked is the column an order was asked by. Who is oldest can be told from a date too, in the other direction.
func (c *Collection) Ranked(arg, name string) (field string, reversed bool, err error) {
	if field, err = c.measured(arg, name); err == nil {
		return field, false, nil
	}
	switch spoken.Meaning(name) {
	case "age":
		for _, birth := range []string{"birth", "born", "nascita"} {
			if found, _ := spoken.Column(birth, c.Names()); found != "" {
				return found, true, nil
			}
		}
		if found, e := c.dated(); e == nil {
			return found, true, nil
		}
	case "date":
		if found, e := c.dated(); e == nil {
			return found, false, nil
		}
	}
	return "", false, err
}
