package topic

import (
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for question, want := range map[string]string{
		"il consenso": "consent", "la sandbox": "sandbox", "i miei dati": "data", "copie di sicurezza": "backups", "quali lingue parli": "languages", "la lingua": "preferences",
		"il consenso di Anna": "", "la sandbox del giardino": "", "come stai": "", "": "", "il": "", "file": "", "le ricette della nonna": "",
	} {
		if got, _ := Find(cut(question), "it", false); got.Name != want {
			t.Errorf("%q finds %q, want %q", question, got.Name, want)
		}
	}
	for question, want := range map[string]string{"the language": "preferences", "which languages do you speak": "languages", "undo": "undo", "how are you": "", "the sandbox of the kids": ""} {
		if got, _ := Find(cut(question), "en", false); got.Name != want {
			t.Errorf("%q finds %q, want %q", question, got.Name, want)
		}
	}
	if got, ok := Find([]string{"passi", "eseguiti"}, "it", true); !ok || got.Page != "lifecycle/executors" {
		t.Errorf("a column finds %+v", got)
	}
}

// Every topic has names in both languages.
func TestTopicsAreNamedInBothLanguages(t *testing.T) {
	seen := map[string]bool{}
	for _, one := range All() {
		if len(one.words[0].names) == 0 || len(one.words[1].names) == 0 {
			t.Errorf("%q %q lacks a name", one.Name, one.Page)
		}
		if one.Name != "" && seen[one.Name] {
			t.Errorf("%q is there twice", one.Name)
		}
		seen[one.Name] = true
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"page x", "topic a\nwhat : b", "small\nfr : le"} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
