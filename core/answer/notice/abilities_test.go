package notice

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

// able is a catalog of executors with what they are asked with, in both languages; what asks the person says so.
func able() (out []core.Executor) {
	for _, e := range [][3]string{
		{"get_inputs", "fammi una domanda", "ask me a question"},
		{"find_packages", "quali pacchetti sono installati", "which packages are installed"},
		{"find_files", "dove si trova il file|file più grandi", "where is the file|largest files"},
		{"list_dirs", "che cosa c'è nella cartella", "what is in the folder"},
		{"create_tasks", "ricordami di|crea un promemoria", "remind me to|create a reminder"},
		{"create_events", "segna un appuntamento in agenda", "put an appointment on the calendar"},
		{"compress_files", "metti i file in uno zip", "put the files into a zip"},
	} {
		m := &manifest.Manifest{Name: e[0], Affinity: map[string][]string{"it": strings.Split(e[1], "|"), "en": strings.Split(e[2], "|")}, Execution: manifest.Execution{Effect: "read_only"}}
		if e[0] == "get_inputs" {
			m.Capabilities = []manifest.Capability{{Name: "dialog.user_input"}}
		}
		out = append(out, core.Executor{Manifest: m})
	}
	return out
}

// TestSuggestionsHelp: what is suggested is near to what was said, or different things a person may want; what asks the
// person is never suggested, and nothing that breaks off.
func TestSuggestionsHelp(t *testing.T) {
	w := writer(t)
	near := []string{"get_inputs", "find_packages", "create_events", "create_tasks", "compress_files"}
	for _, c := range []struct{ lang, text, want string }{
		{"it", "sposta l'appuntamento dal promemoria", "«segna un appuntamento in agenda», «crea un promemoria»."},
		{"en", "mail the appointment and the reminder", "“put an appointment on the calendar”, “create a reminder”."},
		{"it", "fammi una pizza", "«dove si trova il file», «che cosa c'è nella cartella», «crea un promemoria», «segna un appuntamento in agenda»."},
		{"it", "quali sono i miei gusti", "«dove si trova il file», «che cosa c'è nella cartella», «crea un promemoria», «segna un appuntamento in agenda»."},
		{"en", "bake a pizza", "“where is the file”, “what is in the folder”, “create a reminder”, “put an appointment on the calendar”."},
	} {
		got := w.Unknown(core.Turn{Lang: c.lang, Text: c.text}, plan.Draft{Unknown: []string{"x"}, Near: near}, able())
		if !strings.HasSuffix(got, ": "+c.want) {
			t.Errorf("%s: %q", c.text, got)
		}
	}
	for _, lang := range []string{"it", "en"} {
		if got := w.Help(lang, "help_answer", able()); strings.Contains(got, "domanda") || strings.Contains(got, "question") {
			t.Errorf("%q", got)
		}
	}
}
