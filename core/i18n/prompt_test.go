package i18n

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/metnos/metnos/core/vocab/tongue"
	"github.com/metnos/metnos/sdk"
)

func prompts(t *testing.T, files map[string]string) (*Prompts, error) {
	t.Helper()
	root := fstest.MapFS{}
	for name, text := range files {
		root["prompts/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return LoadPrompts(root)
}

func TestPrompt(t *testing.T) {
	p, err := prompts(t, map[string]string{
		"intent.it.md": "Di' che cosa chiede {{.text}} con un verbo fra {{ .verbs }}: {{.text}}.\n",
		"intent.en.md": "Say what {{.text}} asks for with one verb of {{.verbs}}.",
		"README":       "no prompt",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, lang string
		params     Params
		want, code string
	}{
		{"intent", "it", Params{"text": "«{{.verbs}}»", "verbs": "$1 find"}, "Di' che cosa chiede «{{.verbs}}» con un verbo fra $1 find: «{{.verbs}}».", ""},
		{"intent", "en-GB", Params{"text": "x", "verbs": "y", "more": "z"}, "Say what x asks for with one verb of y.", ""},
		{"intent", "it_IT", Params{"text": "", "verbs": ""}, "Di' che cosa chiede  con un verbo fra : .", ""},
		{"intent", "fr", Params{"text": "x", "verbs": "y"}, "", "prompt_missing"},
		{"intent", "", Params{"text": "x", "verbs": "y"}, "", "prompt_missing"},
		{"other", "it", nil, "", "prompt_missing"},
		{"README", "it", nil, "", "prompt_missing"},
		{"intent", "it", Params{"text": "x"}, "", "prompt_unfilled"},
		{"intent", "it", nil, "", "prompt_unfilled"},
	} {
		got, err := p.Prompt(c.name, c.lang, c.params)
		var e *sdk.Error
		if got != c.want || errors.As(err, &e) != (c.code != "") || e != nil && e.Code != c.code {
			t.Errorf("%s in %q: %q, %v", c.name, c.lang, got, err)
		}
	}
}

// A missing resource fails the build: each of these is an error that names the file.
func TestFaultsOfPrompts(t *testing.T) {
	_, err := prompts(t, map[string]string{
		"one.it.md": "Solo in italiano.", "two.en.md": "English alone.",
		"differ.it.md": "Leggi {{.a}} e {{.b}}.", "differ.en.md": "Read {{.a}}.",
		"empty.it.md": " \n", "empty.en.md": "Text.",
		"wrong.it.md": "{{if .x}}sì{{end}}", "wrong.en.md": "{{.x}}",
		"Bad-Name.it.md": "Testo.", "three.fr.md": "Texte.", "plain.md": "Text.",
	})
	if err == nil {
		t.Fatal("all is well")
	}
	for _, want := range []string{
		"prompts/one.it.md: there is no prompts/one.en.md", "prompts/two.en.md: there is no prompts/two.it.md",
		"prompts/differ.it.md fills [a b], and prompts/differ.en.md fills [a]",
		"prompts/empty.it.md: the prompt is empty", "prompts/wrong.it.md: a placeholder is", "prompts/Bad-Name.it.md: the name",
		"prompts/three.fr.md: the name", "prompts/plain.md: the name",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not among:\n%v", want, err)
		}
	}
}

// A prompt is written in the language of its file: it must not make a model answer in another.
func TestTheShippedPrompts(t *testing.T) {
	p, err := NewPrompts()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range Languages() {
		for name, one := range p.Names(lang) {
			if !tongue.Is(one.Text, lang) {
				t.Errorf("%s is not written in %s", name, lang)
			}
		}
	}
}
