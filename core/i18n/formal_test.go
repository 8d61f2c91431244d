package i18n

import (
	"regexp"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
)

// apart are what is no word to the person: what they would write, values, commands.
var apart = regexp.MustCompile("«[^»]*»|\\{\\{[^}]*\\}\\}|`[^`]*`")

// familiar are words that only "tu" is spoken to with.
var familiar = regexp.MustCompile(`(?i)(^|[^\p{L}'])(tu|te|ti|tuo|tua|tuoi|tue|vuoi|puoi|hai|devi|sai|sei|dimmi|dimmelo|chiedimi|riprova|scegli|scrivi|chiedi|aggiungi|togli|ripeti|restringi|rispondi|fermalo|accendilo|dammi|esegui|intendi|riferisci|mandalo|aprilo|dillo|dividilo|scrivilo|installalo)($|[^\p{L}])`)

// Whoever asked for a formal tone is never told "tu", and told the same things.
func TestFormal(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	texts := func(m Message) (out []string) {
		for _, text := range m.Forms {
			out = append(out, text)
		}
		return append(out, m.Plain)
	}
	formal := c.Keys("it")
	var lacking []string
	for key, m := range formal {
		if strings.HasPrefix(m.File, "messages/") && areas[strings.Split(strings.TrimPrefix(m.File, "messages/"), ".")[0]] {
			continue
		}
		if f, ok := c.messages[courteous][key]; ok {
			m = f
		}
		for _, text := range texts(m) {
			plain := apart.ReplaceAllString(text, "")
			switch _, formally := c.messages[courteous][key]; {
			case key == "undo_button" || !familiar.MatchString(plain): // the button is what the person says
			case formally:
				t.Errorf("%s: %q is familiar", key, familiar.FindString(plain))
			default:
				lacking = append(lacking, key)
			}
		}
	}
	if len(lacking)*20 > len(c.messages[courteous]) {
		t.Errorf("%d sentences say tu and have no formal tone: %v", len(lacking), lacking)
	}
	for key, f := range c.messages[courteous] {
		m, ok := formal[key]
		said, formally := texts(m), texts(f)
		if !ok || len(said) != len(formally) || strings.Join(apart.FindAllString(m.Plain, -1), "") != strings.Join(apart.FindAllString(f.Plain, -1), "") {
			t.Errorf("%s: %q and %q do not say the same", key, m.Plain, f.Plain)
		}
	}
	for lang, want := range map[string]string{"it": "Riprova", "it" + core.Formal: "Riprovi", "en": "again", "en" + core.Formal: "again"} {
		if got := c.Say(lang, "stopping", nil); !strings.Contains(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// areas are those read at the command line or by who runs the instance, where nobody's tone is known.
var areas = map[string]bool{"cli": true, "config": true, "settings": true, "web": true, "keys": true, "manifest": true, "plugin": true}
