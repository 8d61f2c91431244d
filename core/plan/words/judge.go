package words

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk/manifest"
)

// Judge labels the literals of one turn's plan. It implements [plan.Judge].
type Judge struct {
	Words
	Home     string
	Places   plan.Places // nil: no name leads anywhere
	Clock    when.Clock
	Observed []plan.Observed // the turn's steps and the conversation's previous result

	found map[string][]string // lookups of this turn
	used  map[int]bool        // words a literal of the plan was shown by
	limit bool                // the plan takes so many, or the first of an order
}

var _ plan.Judge = (*Judge)(nil)

// structural are meanings whose values are names of fields or ways of working: they carry nothing of anybody's.
var structural = set(`field fields order_by order order_fields group_by date_field aggregate match value_type as unit encoding
	recursive hidden zone overwrite append case_sensitive whole_word budget`)

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]{0,39}$`)

// Literal labels a value the plan holds: the person's when their words show it, their own data when it names
// something the conversation's results brought as such, else the plan's guess. p says what the value means.
func (j *Judge) Literal(m *manifest.Manifest, p manifest.Property, value any) plan.Mark {
	switch v := value.(type) {
	case nil, bool:
		return plan.Mark{}
	case string:
		return j.text(m, p, v)
	}
	j.limit = j.limit || bounds[p.Semantic]
	if n, ok := number(value); ok && (j.number(n) || n == 0 || n == 1 || same(p.Default, n)) {
		return plan.Mark{}
	}
	return label.Guess
}

// bounds are meanings that take some of the things there are: the first, the largest.
var bounds = set(`quantity head tail offset order_by`)

func (j *Judge) text(m *manifest.Manifest, p manifest.Property, s string) plan.Mark {
	changes := m.Execution.Effect != "read_only"
	said := false
	j.limit = j.limit || bounds[p.Semantic]
	switch {
	case s == "" || s == p.Default, !places(p) && !strings.ContainsFunc(s, meaning):
		said = true
	case len(p.Enum) > 0:
		said = j.choice(p, s)
	case p.Format == "date-time" || p.Format == "date":
		said = j.date(s)
	case structural[p.Semantic] && identifier.MatchString(s):
		said = true
	case places(p):
		return j.path(s, changes)
	case p.Semantic == "recipient" || p.Semantic == "url" || p.Semantic == "command" || p.Semantic == "schedule":
		said = j.exact(s) && j.shown(cut(s), false) || p.Semantic == "schedule" && j.date(s)
	case p.Semantic == "extension":
		said = j.extension(s)
	case p.Semantic == "glob" || p.Semantic == "template":
		said = j.pattern(s)
	default:
		said = j.shown(cut(s), !changes) || j.said(s, !changes) || j.amount(s)
	}
	if said {
		return plan.Mark{}
	}
	return label.Guess
}

// exact reports whether a text holds its words alone, or the very marks the person wrote: what directs must not
// gain a mark that nobody wrote.
func (j *Judge) exact(s string) bool {
	fold := spaceless(vocab.Fold(s))
	if fold == spaceless(strings.Join(cut(s), "")) {
		return true
	}
	return slices.ContainsFunc(j.texts, func(text string) bool { return strings.Contains(text, fold) })
}

func spaceless(s string) string { return strings.Join(strings.Fields(s), "") }

// meaning reports whether a rune can say something; marks and spaces between values say nothing.
func meaning(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || r > unicode.MaxASCII }

// places reports whether a property's text is a place of the file system, or makes one.
func places(p manifest.Property) bool {
	switch p.Semantic {
	case "path", "paths", "folder", "destination", "new_path":
		return true
	}
	return p.Items != nil && places(*p.Items)
}

// path labels a place. What a person denied names nothing that may be changed.
func (j *Judge) path(raw string, changes bool) plan.Mark {
	path := j.canonical(raw)
	switch {
	case j.names(path, !changes, 0):
		return plan.Mark{}
	case path == j.Home && !changes:
		return plan.Mark{Provenance: plan.Own, Source: label.Source{Name: path}}
	}
	for _, o := range j.Observed {
		for field, kind := range o.Types {
			if kind == "path" && o.Origins[field] == plan.Own && holds(o, field, path) {
				return plan.Mark{Provenance: plan.Own, Source: label.Source{Tool: o.Tool, Name: path}}
			}
		}
	}
	return label.Guess
}

func (j *Judge) canonical(raw string) string {
	switch {
	case raw == "~" || strings.HasPrefix(raw, "~/"):
		raw = filepath.Join(j.Home, raw[1:])
	case !filepath.IsAbs(raw):
		raw = filepath.Join(j.Home, raw)
	}
	return filepath.Clean(raw)
}

func holds(o plan.Observed, field, path string) bool {
	for _, item := range o.Result.Items() {
		if item[field] == path {
			return true
		}
	}
	return false
}

// names reports whether the person named a place: wrote it whole, wrote a name that leads there, or wrote what it
// is called below a place they named, their home being one.
func (j *Judge) names(path string, denied bool, depth int) bool {
	if depth > 8 || path == "/" || path == "." {
		return false
	}
	if path == j.Home {
		return depth > 0 || j.home(denied)
	}
	rel := strings.TrimPrefix(path, j.Home+"/")
	for _, spelt := range [...]string{path, rel, "~/" + rel} {
		if j.mentioned(spelt, denied) && (spelt != rel || strings.Contains(rel, "/") || j.top(path)) {
			return true
		}
	}
	if j.leads(path, denied) {
		return true
	}
	base := filepath.Base(path)
	if !j.mentioned(base, denied) && !j.titled(base, denied) {
		return false
	}
	return j.names(filepath.Dir(path), denied, depth+1) && (depth > 0 || filepath.Dir(path) != j.Home || j.top(path))
}

// top reports whether a bare name can mean the thing of that name in the home: when it leads nowhere else.
func (j *Judge) top(path string) bool {
	if j.Places == nil {
		return true
	}
	for _, found := range [][]string{j.lookup(filepath.Base(path), true), j.lookup(filepath.Base(path), false)} {
		if len(found) > 0 && !slices.Contains(found[:1], path) {
			return false
		}
	}
	return true
}

// home reports whether the person spoke of their home itself.
func (j *Judge) home(denied bool) bool {
	for _, name := range [...]string{"home", "~", j.Home, "cartella personale"} {
		if j.shown(cut(name), denied) {
			return true
		}
	}
	return false
}

// mentioned reports whether a name was written as the name of a thing: a word of the language ("i documenti in
// Scaricati") is one only where a place is said, with a capital, or between quotes.
func (j *Judge) mentioned(name string, denied bool) bool {
	if !j.exact(name) {
		return false
	}
	want := cut(name)
	for from := 0; ; {
		rest := Words{all: j.all[from:]}
		at := rest.at(want, denied)
		if at < 0 {
			return false
		}
		if at += from; len(want) > 1 || j.proper(at) {
			j.use(at, len(want))
			return true
		}
		from = at + 1
	}
}

// proper reports whether the word at i names something.
func (j *Judge) proper(i int) bool {
	at := j.all[i]
	if at.quoted || strings.ContainsAny(at.fold, "./_-0123456789") || at.text > 0 || !common(at.fold) {
		return true
	}
	if r := []rune(at.raw); len(r) > 0 && strings.ToUpper(string(r[:1])) == string(r[:1]) && !at.first {
		return true
	}
	return i > 0 && j.all[i-1].text == at.text && before[j.all[i-1].fold]
}

// before are words that a place follows.
var before = set(`in nel nello nella nell' nei negli nelle dentro dal dallo dalla dall' dai dagli dalle da a al allo alla all' ai agli alle sotto su sul sulla
	cartella sottocartella directory folder subfolder into inside to from under chiamata chiamato called named`)

// common reports whether a lexicon knows a word.
func common(fold string) bool { return vocab.It().Knows(fold) || vocab.En().Knows(fold) }

// titled reports whether a file to write is called by words the person wrote, with the ending of a text.
func (j *Judge) titled(base string, denied bool) bool {
	stem, ext := strings.TrimSuffix(base, filepath.Ext(base)), strings.ToLower(filepath.Ext(base))
	return stem != "" && (ext == ".txt" || ext == ".md" || ext == ".csv") && j.mentioned(stem, denied)
}

// maxSpoken is how many words a looked-up name may have.
const maxSpoken = 4

// leads reports whether a name the person wrote is one of this place and of no other.
func (j *Judge) leads(path string, denied bool) bool {
	if j.Places == nil {
		return false
	}
	for i := range j.all {
		name := ""
		for n := 0; n < maxSpoken && i+n < len(j.all) && j.all[i+n].text == j.all[i].text; n++ {
			at := j.all[i+n]
			if at.denied && !denied || n > 0 && at.clause != j.all[i].clause {
				break
			}
			name = strings.TrimSpace(name + " " + at.raw)
			if n == 0 && (len([]rune(at.fold)) < 3 || !j.proper(i)) {
				continue
			}
			for _, folders := range [...]bool{true, false} {
				if found := j.lookup(name, folders); len(found) > 0 && found[0] == path && (len(found) == 1 || folders && filepath.Dir(path) == j.Home) {
					j.use(i, n+1)
					return true
				}
			}
		}
	}
	return false
}

// maxLookups bounds how many names of one turn are looked up.
const maxLookups = 400

func (j *Judge) lookup(name string, folders bool) []string {
	key := strconv.FormatBool(folders) + name
	found, known := j.found[key]
	if known || len(j.found) >= maxLookups {
		return found
	}
	if folders {
		found = j.Places.Folder(name)
	} else {
		found = j.Places.File(name)
	}
	if j.found == nil {
		j.found = map[string][]string{}
	}
	j.found[key] = found
	return found
}

// extension reports whether the person spoke of a type of file by its extension or by a word for it.
func (j *Judge) extension(s string) bool {
	s = vocab.Fold(strings.TrimPrefix(s, "."))
	for i, at := range j.all {
		if at.fold == s || strings.TrimPrefix(strings.TrimPrefix(at.fold, "*"), ".") == s {
			j.use(i, 1)
			return true
		}
		for _, sense := range j.senses(i) {
			if (sense.Class == "ext" || sense.Class == "kind") && slices.Contains(strings.Split(sense.Value, ","), s) {
				j.use(i, sense.Words)
				return true
			}
		}
	}
	return false
}

// placeholder is a part of a template that stands for a value.
var placeholder = regexp.MustCompile(`\{[a-z_]{1,40}\}`)

// pattern reports whether the letters of a pattern are the person's.
func (j *Judge) pattern(s string) bool {
	whole := j.shown(cut(s), true)
	letters := strings.FieldsFunc(placeholder.ReplaceAllString(s, " "), func(r rune) bool { return strings.ContainsRune("*?[]{}/., -_:;()", r) })
	for _, part := range letters {
		if !whole && !j.extension(part) && !j.said(part, true) {
			return false
		}
	}
	return true
}

// choice reports whether one of a closed set was said, in the lexicons' words for it, or is the usual way.
func (j *Judge) choice(p manifest.Property, s string) bool {
	if structural[p.Semantic] || p.Semantic == "operation" && !inverts(s) {
		return true
	}
	for i, at := range j.all {
		if at.fold == vocab.Fold(s) || inverts(s) && (at.denied || j.negates(i)) {
			j.use(i, 1)
			return true
		}
		for _, sense := range j.senses(i) {
			if sense.Value == s && sense.Class != "verb" || sense.Class == "obj" && strings.TrimSuffix(sense.Value, "s") == s || sense.Value == "dirs" && s == "folder" {
				j.use(i, sense.Words)
				return true
			}
		}
	}
	return false
}

// inverts reports whether a condition keeps what does not fit: it is said with a negation.
func inverts(operation string) bool {
	return operation == "ne" || operation == "missing" || strings.HasPrefix(operation, "not_")
}
