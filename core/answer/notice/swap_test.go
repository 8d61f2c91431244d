package notice

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Who is asked whether a text may be replaced sees the text that goes and the one that comes.
func TestAConsentShowsBothTextsOfAReplacement(t *testing.T) {
	m := &manifest.Manifest{}
	m.Args.Properties = map[string]manifest.Property{"query": {Type: "string", Semantic: "text_query"}, "replacement": {Type: "string", Semantic: "replacement"}}
	effects := &sdk.Effects{Items: []sdk.Effect{{Action: "overwrite", Target: "/home/anna/a.csv", Edits: 2}}, Total: 1}
	for _, c := range []struct{ lang, after, want string }{
		{"it", "Monza per Neri", "«Milano» → «Monza per Neri»"},
		{"en", "Monza per Neri", "“Milano” → “Monza per Neri”"},
		{"it", "", "«Milano» verrebbe tolto"},
		{"en", "", "“Milano” would be taken out"},
	} {
		call := Call{Manifest: m, Args: map[string]any{"query": "Milano", "replacement": c.after}, Effects: effects}
		if got := writer(t).Consent(c.lang, "/home/anna", asked("ask_edit", "path", "a.csv", "Count", "2"), call); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q lacks %q", c.lang, got, c.want)
		}
	}
}
