package entry

import "strings"

// Part is what a part of a description says.
type Part int

// The parts.
const (
	Scope Part = iota // what it does
	Rest              // how it is asked, what comes out
	Not               // what it does not do
)

// Section is a part of a description.
type Section struct {
	Part Part
	Text string
}

var headings = map[string]Part{"SCOPE": Scope, "SCOPO": Scope, "AMBITO": Scope, "PATTERN": Rest, "USO": Rest, "SCHEMA": Rest,
	"MODELLO": Rest, "OUT": Rest, "OUTPUT": Rest, "NOT": Not, "NON": Not}

// Sections cuts a description at its headings; without any all of it is scope, but for sentences that begin with a "not".
func Sections(text string) (out []Section) {
	field, from := Scope, 0
	add := func(to int) {
		if s := strings.TrimSpace(text[from:to]); s != "" {
			out = append(out, Section{field, s})
		}
	}
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && text[j] >= 'A' && text[j] <= 'Z' {
			j++
		}
		f, known := headings[text[i:j]]
		switch {
		case j > i && j < len(text) && text[j] == ':' && known:
			add(i)
			field, from, i = f, j+1, j+1
			continue
		case field != Not && i > 0 && strings.ContainsRune(".;(", rune(before(text, i))) && negative(text[i:]):
			add(i)
			field, from = Not, i
		case field == Not && text[i] == '.' && !known && from < i && !heading(text, from):
			add(i)
			field, from = Scope, i+1
		}
		i = max(i+1, j)
	}
	add(len(text))
	return out
}

// before is the last byte before i that is no space.
func before(text string, i int) byte {
	for i--; i >= 0; i-- {
		if text[i] != ' ' {
			return text[i]
		}
	}
	return 0
}

// heading reports whether a section was opened by a heading just before from.
func heading(text string, from int) bool { return from > 0 && text[from-1] == ':' }

func negative(rest string) bool {
	rest = strings.ToLower(rest[:min(len(rest), 16)])
	for _, s := range []string{"not for ", "not to ", "not the ", "non per ", "do not ", "don't ", "does not ", "non usar", "non serve ", "never "} {
		if strings.HasPrefix(rest, s) {
			return true
		}
	}
	return false
}
