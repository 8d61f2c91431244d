package i18n

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// Whatever a value holds, in every sentence of both languages: it starts no line, and no terminal or page
// obeys it.
func TestValuesAreShownNeverObeyed(t *testing.T) {
	c := loaded(t)
	keys := sortedKeys(c.Keys("en"))
	hostile := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"a\n- b (yes / no)", "\x1b[2J\x1b]52;c;aGk=\a", "a\rb", "gpj.\u202eexe", "\u2066a\u2069", "\u009b31m", "a\u2028b", "\xff\xfe", "x\u200by",
	}))
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SampledFrom(keys).Draw(t, "key")
		for _, lang := range languages {
			m := c.messages[lang][key]
			params, plain := Params{}, Params{}
			for _, name := range m.Placeholders {
				value := hostile.Draw(t, name)
				if m.Blocks[name] {
					value = strings.NewReplacer("\n", "", "\t", "").Replace(value)
				}
				params[name], plain[name] = value, "x"
			}
			said := c.Say(lang, key, params)
			if strings.Count(said, "\n") > max(strings.Count(c.Say(lang, key, plain), "\n"), lines(m)) {
				t.Fatalf("%s: a value starts a line in %q", key, said)
			}
			for _, r := range said {
				if r != '\n' && unicode.Is(unicode.Cc, r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u200b' || r == '\u2028' {
					t.Fatalf("%s: %U in %q", key, r, said)
				}
			}
		}
	})
}

func lines(m Message) int {
	n := strings.Count(m.Plain, "\n")
	for _, form := range m.Forms {
		n = max(n, strings.Count(form, "\n"))
	}
	return n
}

// Only a value that the sentence itself puts on lines of its own has several.
func TestBlocksAreFew(t *testing.T) {
	c := loaded(t)
	var got []string
	for _, key := range sortedKeys(c.Keys("en")) {
		for name := range c.messages["en"][key].Blocks {
			got = append(got, key+"."+name)
		}
	}
	want := []string{"manifest_invalid.problems", "project_build_failed.output", "project_tests_failed.output"}
	if !slices.Equal(got, want) {
		t.Errorf("content on lines of its own: %v, want %v", got, want)
	}
	if said := c.Say("en", "project_build_failed", Params{"output": "a.go:1:\r\n\tb\x1b[1m"}); !strings.Contains(said, "a.go:1:\n\tb\\x1b[1m\n") {
		t.Errorf("%q", said)
	}
}
