package keying

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/plugins/executors/entries/value"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// Row is what is looked at of an item.
type Row interface{ Value(field string) any }

// items is a row of the collection.
type items map[string]any

func (i items) Value(field string) any { return i[field] }

// Key tells the group a row belongs to, and what orders the group of a label; a row it drops is in none.
type Key struct {
	Label  func(r Row) string
	Rank   func(label string) string
	Drops  func(r Row) bool // nil: none
	Fields []string         // that are looked at
}

// New groups by a field, or by what can be derived from name, path and date.
func New(c *rows.Collection, args *arg.Reader) (Key, error) {
	name := args.Text("group_by", "")
	if name == "" {
		return Key{}, sdk.Errorf(sdk.MissingInput, "group_missing", "no field to group by was given")
	}
	if field, ok := c.Has(name); ok && field != "folder" {
		return byField(field), nil
	}
	switch part := derived(name); part {
	case "extension", "initial":
		return fromName(part), nil
	case "folder":
		if c.Part {
			return Key{}, rows.ErrWhole // its names depend on where all folders part
		}
		return byFolder(c), nil
	case "year", "month", "day", "weekday":
		return byDate(c, part, args.Text("date_field", ""))
	}
	field, err := c.Named("group_by", name)
	if err == nil {
		return byField(field), nil
	}
	// "per restaurant": one group, when the word is no column and a value of one.
	field, values, e := c.Holding("eq", "", []string{name}, false)
	if e != nil || field == "" {
		return Key{}, err
	}
	key := byField(field)
	key.Drops = func(r Row) bool { return !slices.Contains(values, strings.TrimSpace(value.Text(r.Value(field)))) }
	return key, nil
}

// derived is what a word makes of a name, a path or a date, in either language; another word is itself.
func derived(word string) string {
	switch fold.Text(word) {
	case "anno", "anni", "years":
		return "year"
	case "mese", "mesi", "months":
		return "month"
	case "giorno", "giorni", "days":
		return "day"
	case "giorno della settimana", "day of the week":
		return "weekday"
	}
	return word
}

func byField(field string) Key {
	return Key{func(r Row) string { return strings.TrimSpace(value.Text(r.Value(field))) }, fold.Text, nil, []string{field}}
}

// fromName derives the extension or the initial of an item's name.
func fromName(what string) Key {
	label := func(r Row) string {
		name, ok := r.Value("name").(string)
		if !ok {
			p, _ := r.Value("path").(string)
			name = path.Base(p)
		}
		name = strings.TrimLeft(name, ".")
		if what == "initial" {
			for _, r := range fold.Text(name) {
				return strings.ToUpper(string(r))
			}
			return ""
		}
		dot := strings.LastIndexByte(name, '.')
		if dot <= 0 || strings.Contains(name[dot:], " ") {
			return ""
		}
		return strings.ToLower(name[dot+1:])
	}
	rank := fold.Text
	if what == "extension" {
		rank = itself
	}
	return Key{label, rank, nil, []string{"name", "path"}}
}

func itself(label string) string { return label }

// byFolder groups by folder, named from where the folders of all items part.
func byFolder(c *rows.Collection) Key {
	folderOf := func(r Row) string {
		if folder, ok := r.Value("folder").(string); ok {
			return folder
		}
		p, _ := r.Value("path").(string)
		if p == "" {
			return ""
		}
		return path.Dir(p)
	}
	shared, some := "", false
	for _, item := range c.Items {
		folder := folderOf(items(item))
		if folder == "" {
			continue
		}
		if !some {
			shared, some = folder, true
		}
		for shared != "/" && shared != "." && folder != shared && !strings.HasPrefix(folder, shared+"/") {
			shared = path.Dir(shared)
		}
	}
	label := func(r Row) string {
		folder := folderOf(r)
		label := strings.TrimPrefix(strings.TrimPrefix(folder, shared), "/")
		switch {
		case folder == "":
			return ""
		case label == "":
			return path.Base(folder)
		}
		return label
	}
	return Key{label, fold.Text, nil, []string{"folder", "path"}}
}

// byDate groups by a part of a date in the person's time zone.
func byDate(c *rows.Collection, part, field string) (Key, error) {
	field, err := dateField(c, field)
	if err != nil {
		return Key{}, err
	}
	column := c.Column(field)
	known := map[string]string{} // dates come again and again
	read := func(v any) string {
		span, ok := column.Time(v)
		if !ok {
			return ""
		}
		at := span.Start.In(c.Zone)
		switch part {
		case "year":
			return at.Format("2006")
		case "month":
			return at.Format("2006-01")
		case "day":
			return at.Format(time.DateOnly)
		}
		return weekday(at.Weekday(), c.Lang)
	}
	label := func(r Row) string {
		text, ok := r.Value(field).(string)
		if !ok {
			return ""
		}
		label, ok := known[text]
		if !ok {
			if label = read(text); len(known) < 10_000 {
				known[strings.Clone(text)] = label
			}
		}
		return label
	}
	rank := itself
	if part == "weekday" {
		rank = func(label string) string {
			for day := range time.Weekday(7) {
				if label == weekday(day, c.Lang) {
					return strconv.Itoa((int(day) + 6) % 7)
				}
			}
			return ""
		}
	}
	return Key{label, rank, nil, []string{field}}, nil
}

// dateField is the field named, else modified, else the only field whose values are dates.
func dateField(c *rows.Collection, name string) (string, error) {
	if name != "" {
		return c.Named("date_field", name)
	}
	if field, ok := c.Has("modified"); ok || len(c.Items) == 0 {
		return field, nil
	}
	var found []string
	for _, key := range c.Names() {
		if c.Column(key).Kind == value.AsTime {
			found = append(found, key)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) == 0 {
		found = c.Names()
	}
	return "", &rows.Unclear{Arg: "date_field", Columns: found}
}

func weekday(d time.Weekday, lang string) string {
	if lang != "it" {
		return d.String()
	}
	return [...]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"}[d]
}
