package i18n

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/pelletier/go-toml/v2"
)

//go:embed messages/*.toml formal/it.toml
var files embed.FS

// New returns the catalogue built into the program.
func New() (*Catalog, error) { return Load(files) }

// Message is one sentence in one language.
type Message struct {
	Key          string
	File         string // messages/<area>.<lang>.toml
	Line         int
	Placeholders []string          // sorted, over all forms
	Blocks       map[string]bool   // placeholders that stand on lines of their own among others: content
	Plain        string            // the sentence, when it has one form
	Forms        map[string]string // plural form -> sentence, when it has several
}

// Load reads messages/*.toml below root. The error lists every fault: unreadable files, keys written
// twice, keys of one language, and placeholders that differ between the languages.
func Load(root fs.FS) (*Catalog, error) {
	names, err := fs.Glob(root, "messages/*.toml")
	if err != nil {
		return nil, err
	}
	messages := byLanguage[Message]()
	var faults []error
	for _, name := range names {
		lang := areaLanguage(name)
		if !slices.Contains(languages[:], lang) {
			faults = append(faults, fmt.Errorf("%s: the name must end in .it.toml or .en.toml", name))
			continue
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		faults = append(faults, read(name, data, messages[lang])...)
	}
	faults = append(faults, compare(messages)...)
	formal, more := formally(root, messages["it"])
	if faults = append(faults, more...); len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	localizer, err := localizers(messages)
	if err != nil {
		return nil, err
	}
	messages[courteous] = formal
	if localizer[courteous], err = localizerOf("it", formal); err != nil {
		return nil, err
	}
	return &Catalog{messages: messages, localizer: localizer}, nil
}

// areaLanguage returns "it" of "messages/core.it.toml".
func areaLanguage(name string) string {
	parts := strings.Split(path.Base(name), ".")
	if len(parts) != 3 {
		return ""
	}
	return parts[1]
}

var (
	keyShape    = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	placeholder = regexp.MustCompile(`\{\{\s*\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}`)
	block       = regexp.MustCompile(`(?m)^\{\{\s*\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}$`)
)

// entry is what one key holds in a file: a sentence, or a table of plural forms.
type entry struct {
	plain *string

	Zero  string `toml:"zero"`
	One   string `toml:"one"`
	Two   string `toml:"two"`
	Few   string `toml:"few"`
	Many  string `toml:"many"`
	Other string `toml:"other"`
}

// UnmarshalText takes the sentence of a key with one form.
func (e *entry) UnmarshalText(text []byte) error {
	s := string(text)
	e.plain = &s
	return nil
}

func (e *entry) forms() map[string]string {
	out := map[string]string{}
	for form, text := range map[string]string{
		"zero": e.Zero, "one": e.One, "two": e.Two, "few": e.Few, "many": e.Many, "other": e.Other,
	} {
		if text != "" {
			out[form] = text
		}
	}
	return out
}

// read adds the messages of one file to into and returns its faults.
func read(name string, data []byte, into map[string]Message) (faults []error) {
	var raw map[string]entry
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&raw); err != nil {
		return []error{located(name, err)}
	}
	lines := keyLines(data)
	for _, key := range sortedKeys(raw) {
		m, err := decode(key, raw[key])
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %s: %w", name, lines[key], key, err))
			continue
		}
		m.File, m.Line = name, lines[key]
		if other, twice := into[key]; twice {
			faults = append(faults, fmt.Errorf("%s:%d: %s is already at %s:%d", name, m.Line, key, other.File, other.Line))
			continue
		}
		into[key] = m
	}
	return faults
}

// located gives a TOML error its file and line.
func located(name string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		row, _ := strict.Errors[0].Position()
		return fmt.Errorf("%s:%d: %s is no plural form", name, row, strings.Join(strict.Errors[0].Key(), "."))
	}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		row, _ := at.Position()
		return fmt.Errorf("%s:%d: %w", name, row, err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// decode shapes one entry.
func decode(key string, e entry) (Message, error) {
	m := Message{Key: key, Blocks: map[string]bool{}}
	if !keyShape.MatchString(key) {
		return m, errors.New("a key is lower_snake_case")
	}
	texts := map[string]string{}
	if e.plain != nil {
		m.Plain = *e.plain
		texts["other"] = m.Plain
	} else {
		m.Forms = e.forms()
		texts = m.Forms
		if m.Forms["other"] == "" {
			return m, errors.New(`the form "other" is missing`)
		}
	}
	for _, form := range sortedKeys(texts) {
		text := texts[form]
		if strings.TrimSpace(text) == "" {
			return m, errors.New("the sentence is empty")
		}
		found, err := placeholders(text)
		if err != nil {
			return m, err
		}
		m.Placeholders = append(m.Placeholders, found...)
		if strings.Contains(text, "\n") {
			for _, found := range block.FindAllStringSubmatch(text, -1) {
				m.Blocks[found[1]] = true
			}
		}
	}
	slices.Sort(m.Placeholders)
	m.Placeholders = slices.Compact(m.Placeholders)
	return m, nil
}

// placeholders returns what a text leaves open, sorted.
func placeholders(text string) (names []string, err error) {
	if rest := placeholder.ReplaceAllString(text, ""); strings.Contains(rest, "{{") || strings.Contains(rest, "}}") {
		return nil, errors.New("a placeholder is {{.name}} and nothing else")
	}
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// byLanguage is an empty map for each language.
func byLanguage[T any]() map[string]map[string]T {
	texts := map[string]map[string]T{}
	for _, lang := range languages {
		texts[lang] = map[string]T{}
	}
	return texts
}

func (m Message) template() *goi18n.Message {
	if m.Plain != "" {
		return &goi18n.Message{ID: m.Key, Other: m.Plain}
	}
	return &goi18n.Message{
		ID: m.Key, Zero: m.Forms["zero"], One: m.Forms["one"], Two: m.Forms["two"],
		Few: m.Forms["few"], Many: m.Forms["many"], Other: m.Forms["other"],
	}
}

// compare finds keys of one language and placeholders that differ.
func compare(messages map[string]map[string]Message) (faults []error) {
	it, en := messages["it"], messages["en"]
	for _, key := range sortedKeys(it) {
		m := it[key]
		twin, ok := en[key]
		switch {
		case !ok:
			faults = append(faults, fmt.Errorf("%s:%d: %s has no English sentence", m.File, m.Line, key))
		case !slices.Equal(m.Placeholders, twin.Placeholders):
			faults = append(faults, fmt.Errorf("%s:%d: %s fills %v, and %s:%d fills %v",
				m.File, m.Line, key, m.Placeholders, twin.File, twin.Line, twin.Placeholders))
		}
	}
	for _, key := range sortedKeys(en) {
		if _, ok := it[key]; !ok {
			faults = append(faults, fmt.Errorf("%s:%d: %s has no Italian sentence", en[key].File, en[key].Line, key))
		}
	}
	return faults
}

var keyLine = regexp.MustCompile(`^\s*(?:\[\s*([A-Za-z0-9_-]+)\s*\]|([A-Za-z0-9_-]+)\s*=)`)

// keyLines returns the first line that opens each key.
func keyLines(data []byte) map[string]int {
	out := map[string]int{}
	for i, line := range strings.Split(string(data), "\n") {
		if found := keyLine.FindStringSubmatch(line); found != nil {
			key := found[1] + found[2]
			if _, seen := out[key]; !seen {
				out[key] = i + 1
			}
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for key := range m {
		out = append(out, key)
	}
	sort.Strings(out)
	return out
}
