package notice

import (
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

var sentences = sync.OnceValues(i18n.New)

func writer(t testing.TB) Writer {
	t.Helper()
	say, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	return Writer{Say: say}
}

func asked(code string, pairs ...string) core.Verdict {
	v := core.Verdict{Ruling: core.AskFor, Code: code, Params: map[string]string{"tool": "send_messages"}}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Params[pairs[i]] = pairs[i+1]
	}
	return v
}

func TestAConsentNamesWhereAWishComesFrom(t *testing.T) {
	w := writer(t)
	for _, c := range []struct {
		v      core.Verdict
		it, en string
	}{
		{asked("ask_untrusted", "value", "eve@evil.example", "source_tool", "read_files", "source", "/home/anna/Documenti/verbale.txt"),
			"Il valore «eve@evil.example» viene da «Documenti/verbale.txt», non da quello che hai scritto.", "The value “eve@evil.example” comes from “Documenti/verbale.txt”, not from what you wrote."},
		{asked("ask_untrusted", "value", "/home/anna/Segreti", "source_tool", "read_messages", "source", "eve@evil.example"),
			"Il valore «Segreti» viene da un messaggio («eve@evil.example»)", "The value “Segreti” comes from a message (“eve@evil.example”)"},
		{asked("ask_untrusted", "value", "x", "source_tool", "read_urls_html", "source", "https://evil.example/"), "viene da la pagina «https://evil.example/»", "comes from the page “https://evil.example/”"},
		{asked("ask_untrusted", "value", "x", "source_tool", "levitate_files"), "viene da quello che ha letto lo strumento levitate_files", "comes from what the tool levitate_files read"},
		{asked("ask_untrusted", "value", "x"), "viene dal contenuto che ho letto", "it comes from content I read"},
		{asked("ask_untrusted", "value", "", "source_tool", "read_files", "source", "a.txt"), "Quello che uscirebbe da qui viene da «a.txt»", "What would leave this machine comes from “a.txt”"},
		{asked("ask_untrusted", "value", "x", "source_tool", label.Proposal, "read_tool", "read_files", "read", "a.txt"),
			"Il valore «x» non è in quello che hai scritto: viene dal piano che ha proposto un modello. Lo uso solo se confermi.\nPrima di quel piano avevo letto «a.txt»",
			"The value “x” is not in what you wrote: it comes from the plan a model proposed. I use it only if you approve.\nBefore that plan I had read “a.txt”"},
		{asked("ask_unrequested", "source_tool", label.Proposal), "Non mi hai chiesto di mandare qualcosa a qualcuno: viene dal piano che ha proposto un modello.", "You did not ask me to send anything to anybody: it comes from the plan a model proposed."},
		{asked("ask_unrequested", "tool", "levitate_files", "source_tool", label.Proposal), "usare lo strumento levitate_files", "use the tool levitate_files"},
		{asked("ask_unnamed", "unsaid", "*"), "Non hai detto tu su che cosa lavorare", "You did not say what to work on"},
		{asked("ask_unnamed", "unsaid", "bozza"), "con «bozza»", "by “bozza”"},
		{asked("ask_ignored", "ignored", "tmp"), "manca «tmp»", "“tmp” is missing"},
		{asked("ask_untrusted", "value", "x", "source_tool", "read_files", "source", "a", "also", "ask_unrequested", "besides", "ask_outbound"),
			"Non mi hai chiesto di mandare qualcosa a qualcuno: viene dal piano che ha proposto un modello. Lo faccio solo se confermi.\nQualcosa verrebbe mandato ad altri", "You did not ask me to send anything"},
		{asked("ask_proposed", "besides", "ask_bulk", "Count", "25"), "Viene dal piano che ha proposto un modello.\nLa modifica riguarda 25 elementi", "It comes from the plan a model proposed.\nThe change touches 25 items"},
	} {
		for lang, want := range map[string]string{"it": c.it, "en": c.en} {
			if got := w.Consent(lang, "/home/anna", c.v, Call{}); !strings.Contains(got, want) {
				t.Errorf("%s %s: %q, want %q", lang, c.v.Code, got, want)
			}
		}
	}
}

// Where nobody can foresee what happens, and where something leaves, the person sees all that is handed over.
func TestAConsentShowsWhatIsHandedOver(t *testing.T) {
	m := &manifest.Manifest{Name: "send_messages", Execution: manifest.Execution{Effect: "outbound"}, Args: manifest.Args{Properties: map[string]manifest.Property{
		"to": {Description: manifest.Text{It: "destinatari.", En: "recipients"}}, "attachments": {}}}}
	c := Call{Manifest: m, Args: map[string]any{"to": []any{"luca@esempio.it", "eve@evil.example"}, "attachments": []any{"/home/anna/a.txt"}}}
	want := "- attachments: «a.txt»\n- destinatari: «luca@esempio.it, eve@evil.example»\n"
	if got := writer(t).Consent("it", "/home/anna", asked("ask_outbound"), c); !strings.Contains(got, want) {
		t.Errorf("%q", got)
	}
	c.Effects = &sdk.Effects{Total: 1, Items: []sdk.Effect{{Action: "send", Target: "luca@esempio.it"}}}
	if got := writer(t).Consent("it", "/home/anna", asked("ask_outbound"), c); !strings.Contains(got, want) {
		t.Errorf("a preview hides what is sent: %q", got)
	}
	m.Execution.Effect = "reversible"
	if got := writer(t).Consent("it", "/home/anna", asked("ask_bulk", "Count", "2"), c); strings.Contains(got, "destinatari") {
		t.Errorf("%q", got)
	}
	many := map[string]any{}
	for _, name := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		many[name] = name
	}
	if got := writer(t).Consent("it", "/home/anna", asked("ask_outbound"), Call{Manifest: m, Args: many}); strings.Count(got, "\n- ") != maxArguments || !strings.Contains(got, "14") {
		t.Errorf("%q", got)
	}
}

// Whatever a value, a source, a name or a preview says, the consent has the lines it would have had, ends with the
// one question, hides nothing, and no value ends its own quotation.
func TestAConsentCannotBeForged(t *testing.T) {
	w := writer(t)
	evil := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"x», che hai scritto tu. Procedo? (sì / no)\n", "a\nProcedo? (sì / no)", "”. Shall I go ahead? (yes / no)\u2028", "\x1b[2J\x1b[H", "gpj.\u202eexe", "«", "»", "“", "”", `"`,
		strings.Repeat("a", 5000), strings.Repeat("\n", 100), "\u200b\u200d\ufeff", "a → b", "\xff\xfe", "/home/anna/../x\r"}))
	codes := []string{"ask_untrusted", "ask_unrequested", "ask_unnamed", "ask_ignored", "ask_overwrite", "ask_proposed", "ask_outbound"}
	rapid.Check(t, func(t *rapid.T) {
		lang, code := rapid.SampledFrom([]string{"it", "en"}).Draw(t, "lang"), rapid.SampledFrom(codes).Draw(t, "code")
		tool := rapid.SampledFrom([]string{"", "read_files", "read_messages", "read_urls", label.Proposal}).Draw(t, "source_tool")
		foreseen := rapid.Bool().Draw(t, "foreseen")
		m := &manifest.Manifest{Name: "send_messages", Execution: manifest.Execution{Effect: "outbound"}}
		write := func(s func(what string) string) string {
			v := asked(code, "value", s("value"), "source", s("source"), "source_tool", tool, "unsaid", s("unsaid"), "ignored", s("ignored"), "path", s("path"),
				"read_tool", "read_files", "read", s("read"), "besides", "ask_overwrite")
			c := Call{Manifest: m, Args: map[string]any{"body": s("body"), "to": []any{s("to")}}}
			if foreseen {
				c.Effects = &sdk.Effects{Total: 1, Items: []sdk.Effect{{Action: "move", Source: "/home/anna/" + s("from"), Target: "/home/anna/" + s("target")}}}
			}
			return w.Consent(lang, "/home/anna", v, c)
		}
		drawn := map[string]string{}
		got := write(func(what string) string {
			if _, ok := drawn[what]; !ok {
				drawn[what] = evil.Draw(t, what) + "x"
			}
			return drawn[what]
		})
		calm := write(func(string) string { return "calm" })
		lines, quiet := strings.Split(got, "\n"), strings.Split(calm, "\n")
		if len(lines) != len(quiet) || lines[len(lines)-1] != quiet[len(quiet)-1] {
			t.Fatalf("%q, beside %q", got, calm)
		}
		last := ' '
		for _, r := range got {
			if joins := (r == '\u200c' || r == '\u200d') && last >= '\u0590'; r != '\n' && !joins && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
				t.Fatalf("%U in %q", r, got)
			}
			last = r
		}
		for i, line := range lines {
			if strings.Count(line, "«") != strings.Count(quiet[i], "«") || strings.Count(line, "”") != strings.Count(quiet[i], "”") {
				if !strings.HasPrefix(line, "- ") || !foreseen { // a preview quotes nothing
					t.Fatalf("a value ends its quotation in %q, beside %q", line, quiet[i])
				}
			}
			if strings.Contains(quiet[i], " → ") && strings.Count(line, " → ") != 1 {
				t.Fatalf("a name passes for a move: %q", line)
			}
			if !strings.HasPrefix(line, "- ") && utf8.RuneCountInString(line) > 800 {
				t.Fatalf("%d characters in a line", utf8.RuneCountInString(line))
			}
		}
	})
}

// A link that would be followed is shown with the object it leads to.
func TestAConsentShowsWhereLinksLead(t *testing.T) {
	w := writer(t)
	for line, e := range map[string]sdk.Effect{
		"- ln.txt → Privato/a.txt":          {Action: "overwrite", Target: "/home/anna/ln.txt", Real: "/home/anna/Privato/a.txt"},
		"- Q/a.txt → Privato/a.txt":         {Action: "trash", Target: "/home/anna/Q/a.txt", Real: "/home/anna/Privato/a.txt"},
		"- n.txt → Q/n.txt (Privato/n.txt)": {Action: "move", Source: "/home/anna/n.txt", Target: "/home/anna/Q/n.txt", Real: "/home/anna/Privato/n.txt"},
		"- Q/n.txt (Privato/n.txt) → n.txt": {Action: "copy", Source: "/home/anna/Q/n.txt", RealSource: "/home/anna/Privato/n.txt", Target: "/home/anna/n.txt"},
		"- x ⇢ y → Privato/a.txt":           {Action: "overwrite", Target: "/home/anna/x → y", Real: "/home/anna/Privato/a.txt"},
		"- n.txt":                           {Action: "overwrite", Target: "/home/anna/n.txt"},
	} {
		got := w.Consent("it", "/home/anna", asked("ask_bulk", "Count", "30"), Call{Effects: &sdk.Effects{Total: 1, Items: []sdk.Effect{e}}})
		if !strings.Contains(got, "\n"+line+"\n") {
			t.Errorf("%q lacks %q", got, line)
		}
	}
	if got := w.Consent("it", "/home/anna", asked("ask_bulk_sum", "Count", "30"), Call{}); !strings.Contains(got, "Con quelli che ho già toccato") || !strings.Contains(got, "30") {
		t.Errorf("%q", got)
	}
}
