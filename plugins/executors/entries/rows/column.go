package rows

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entries/spoken"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
)

// Unclear says that a word of the person means no column, or several: the person chooses.
type Unclear struct {
	Arg, Word string
	Columns   []string
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
	return "", &Unclear{arg, name, fits}
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
	return "", &Unclear{arg, word, found}
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
var totals = []string{"total", "totale", "totali", "somma", "sum", "media", "average", "mean", "massimo", "minimo", "maximum", "minimum", "valore", "value", "spesa", "speso", "spent"}

// Measured is the column a calculation was asked of; a word for the calculation itself leaves the only one of numbers.
func (c *Collection) Measured(arg, name string) (string, error) {
	field, err := c.Named(arg, name)
	if err != nil && slices.Contains(totals, fold.Text(name)) {
		return c.Numeric(arg, name)
	}
	return field, err
}
