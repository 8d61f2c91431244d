package reply

import (
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

const home = "/h"

// folders are the places there are.
type folders []string

func (f folders) Folder(name string) (found []string) {
	for _, path := range f {
		if path == name || strings.HasSuffix(strings.ToLower(path), "/"+strings.ToLower(name)) {
			found = append(found, path)
		}
	}
	return found
}

func (f folders) File(string) []string { return nil }

func (f folders) Near(name string) []string {
	if name == "Documnti" {
		return []string{"/h/Documenti"}
	}
	return nil
}

func reader(request bool) Reader {
	m := &manifest.Manifest{}
	m.Args.Properties = map[string]manifest.Property{
		"destination": {Type: "string", Semantic: "destination"}, "path": {Type: "string", Semantic: "folder"},
		"recursive": {Type: "boolean", Semantic: "recursive"}, "content": {Type: "string", Semantic: "text"}, "n": {Type: "integer", Semantic: "quantity"},
		"paths": {Type: "array", Semantic: "paths"},
	}
	return Reader{
		Places: folders{"/h/Documenti", "/h/Downloads", "/h/Lavoro/Foto", "/h/Casa/Foto"}, Home: home,
		Lookup:      func(string) (*manifest.Manifest, bool) { return m, true },
		StandsAlone: func() bool { return request },
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		arg, said string
		next      Next
		want      any
	}{
		{"destination", "in Documenti", Complete, "/h/Documenti"},
		{"destination", "into the folder downloads, please", Complete, "/h/Downloads"},
		{"destination", "Archivio 2026", Complete, "Archivio 2026"},
		{"destination", "nella home", Complete, home},
		{"destination", "Documnti", Ask, "folder_near_or_new"},
		{"destination", "Foto", Ask, "which_folder"},
		{"destination", "non lo so", Again, "answer_folder"},
		{"destination", "aiuto", Again, "answer_folder"},
		{"destination", "no, rimettili", Again, "answer_folder"},
		{"destination", "undo everything I did today", Again, "answer_folder"},
		{"destination", "che cosa sai fare?", Again, "answer_folder"},
		{"destination", "ovunque", Again, "answer_folder"},
		{"destination", "elimina la cartella Fatture", Supersede, nil},
		{"path", "nella cartella Downloads", Complete, "/h/Downloads"},
		{"path", "everywhere", Complete, home},
		{"path", "Documnti", Ask, "folder_near"},
		{"path", "Inesistente", Again, "no_such_folder"},
		{"content", "non lo so", Complete, "non lo so"},
		{"content", "cosa c'è nel cestino?", Supersede, nil},
		{"content", "«cosa c'è nel cestino?»", Complete, "«cosa c'è nel cestino?»"},
		{"content", "tutto bene?", Complete, "tutto bene?"},
		{"n", "how much space is left?", Supersede, nil},
		{"n", "tre e mezzo", Again, "not_a_number"},
		{"n", "3", Complete, 3.0},
		{"destination", "sposta i pdf", Again, ""}, // the request itself, repeated
	} {
		r := reader(false)
		f := consent.Frozen{Text: "sposta i pdf", Question: &plan.Question{Partial: plan.Framework{Steps: []plan.Step{{Tool: "x"}}}, Step: 1, Arg: c.arg}}
		got, err := r.Read(f, c.said)
		if err != nil || got.Next != c.next {
			t.Errorf("%s %q: %+v, %v", c.arg, c.said, got, err)
			continue
		}
		switch c.next {
		case Complete:
			if got.Args[c.arg] != c.want {
				t.Errorf("%s %q: %v", c.arg, c.said, got.Args)
			}
			if deep := got.Args["recursive"] == true; deep != (c.said == "everywhere") {
				t.Errorf("%q looks into the subfolders: %v", c.said, deep)
			}
		case Ask:
			if got.Question.Code != c.want || len(got.Question.Options) == 0 {
				t.Errorf("%q: %+v", c.said, got.Question)
			}
		case Again:
			if code := c.want.(string); (got.Why == nil) != (code == "") || got.Why != nil && got.Why.Code != code {
				t.Errorf("%q: %v", c.said, got.Why)
			}
		}
	}
}

// In place of a guess, "the new one" or another folder that is there will do.
func TestAGuessedFolder(t *testing.T) {
	for said, want := range map[string]any{"quella nuova": "/h/Documnti", "the first": "/h/Documenti", "nella cartella Downloads": "/h/Downloads", "boh": nil, "sì": nil} {
		f := consent.Frozen{Shown: []string{"Documenti", "Documnti"}, Question: &plan.Question{Code: "folder_near_or_new", Options: []string{"/h/Documenti", "/h/Documnti"},
			Partial: plan.Framework{Steps: []plan.Step{{Tool: "x"}}}, Step: 1, Arg: "destination"}}
		got, err := reader(false).Read(f, said)
		if err != nil || (got.Next == Complete) != (want != nil) || got.Args["destination"] != want {
			t.Errorf("%q: %+v, %v", said, got, err)
		}
	}
}

// A message the proposer plans is a request, unless it names a place that is there.
func TestARequestSupersedes(t *testing.T) {
	for said, next := range map[string]Next{"Documenti": Complete, "le foto di maggio": Supersede, "Foto": Ask} {
		f := consent.Frozen{Question: &plan.Question{Partial: plan.Framework{Steps: []plan.Step{{Tool: "x"}}}, Step: 1, Arg: "destination"}}
		if got, err := reader(true).Read(f, said); err != nil || got.Next != next {
			t.Errorf("%q: %+v, %v", said, got, err)
		}
	}
}

func TestOptions(t *testing.T) {
	options := []string{"/h/Lavoro/Foto", "/h/Casa/Foto"}
	for said, want := range map[string]int{"quella in Casa": 1, "the first one": 0, "Casa/Foto": 1, "Foto": -1, "boh": -1} {
		f := consent.Frozen{Shown: []string{"Lavoro/Foto", "Casa/Foto"},
			Question: &plan.Question{Options: options, Partial: plan.Framework{Steps: []plan.Step{{Tool: "x"}}}, Step: 1, Arg: "paths"}}
		got, err := reader(false).Read(f, said)
		switch {
		case err != nil:
			t.Errorf("%q: %v", said, err)
		case want < 0 && (got.Next != Again || got.Why.Code != "choose_one"):
			t.Errorf("%q: %+v", said, got)
		case want >= 0 && (got.Next != Complete || !slices.Equal(got.Args["paths"].([]any), []any{options[want]})):
			t.Errorf("%q: %+v", said, got)
		}
	}
}

// A question with several answers takes any of its options, as a list; one that is none of them asks again.
func TestReadSeveral(t *testing.T) {
	q := plan.Question{Partial: plan.Framework{Steps: []plan.Step{{Tool: "t"}}}, Step: 1, Arg: "paths", Input: "multi_choice", Options: []string{"/h/a", "/h/b", "/h/c"}}
	f := consent.Frozen{Question: &q, Shown: []string{"a", "b", "c"}}
	got, err := reader(false).Read(f, "a, c")
	if list, ok := got.Args["paths"].([]any); err != nil || got.Next != Complete || !ok || !slices.Equal(list, []any{"/h/a", "/h/c"}) || got.Value != "/h/a, /h/c" {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := reader(false).Read(f, "a, z"); err != nil || got.Next == Complete {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := reader(true).Read(f, "quanti file ci sono?"); err != nil || got.Next != Supersede {
		t.Errorf("%+v %v", got, err)
	}
}
