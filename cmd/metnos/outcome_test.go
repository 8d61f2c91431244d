package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

var rewrite = flag.Bool("rewrite", false, "write the outcomes the page is tested with anew")

// outcomes are ends of turns of every shape the page has to draw, as the core sends them: empty lists, absent
// halves, columns with and without a type.
func outcomes() []core.Outcome {
	when := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	row := map[string]any{"path": "/home/anna/Documenti/contratto.pdf", "name": "contratto.pdf", "size": 2480000, "modified": when}
	step := core.Step{N: 1, Tool: "find_files", OK: true, MS: 3.1, Sandbox: core.Sandbox{Level: "bwrap", Net: "none"}}
	table := core.Outcome{TurnID: "t-table", Kind: core.Answer, Origin: core.FromCompose, Lang: "it", Message: "In Documenti c'è 1 file:\n- contratto.pdf: 2,5 MB", MS: 9.4,
		Steps: []core.Step{step}, Effects: core.Effects{Items: 1},
		Table: &core.Table{Columns: []manifest.Column{{Key: "name"}, {Key: "size", Type: "bytes"}, {Key: "modified", Type: "datetime"}}, Rows: []map[string]any{row}, Total: 1}}
	bare := core.Outcome{TurnID: "t-bare", Kind: core.Answer, Message: "Ecco.", Table: &core.Table{Rows: []map[string]any{{"name": "a", "size": nil}, {"name": "b"}}, Total: 7}}
	failed := core.Outcome{TurnID: "t-failed", Kind: core.Error, Message: "Non trovo Documenti.",
		Steps: []core.Step{{N: 1, Tool: "find_files", ErrorClass: sdk.NotFound, Error: "no such folder"}}}
	question := core.Outcome{TurnID: "t-question", Kind: core.Ask, Message: "Quale intendi?\n1. Documenti\n2. Documenti/lavoro",
		Dialog: &core.Question{ID: "q1", Prompt: "Quale intendi?\n1. Documenti\n2. Documenti/lavoro", Options: []string{"Documenti", "Documenti/lavoro"}}}
	return []core.Outcome{table, bare, failed, question, proposed("t-few", 3), proposed("t-many", 30), {TurnID: "t-zero"}}
}

// proposed asks for consent to n moves, written as core/answer writes them.
func proposed(turn string, n int) core.Outcome {
	p := &core.Proposal{ID: "p-" + turn, Digest: "sha256:ab", Expires: time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC), Effects: sdk.Effects{Total: n, Reversible: true}, Reversible: true}
	lines := []string{"Riguarda molti elementi insieme.", fmt.Sprintf("Sposterei %d elementi:", n)}
	for i := range n {
		from, to := fmt.Sprintf("Scaricati/foto-%02d.jpg", i), fmt.Sprintf("Immagini/2026/foto-%02d.jpg", i)
		p.Effects.Items = append(p.Effects.Items, sdk.Effect{Action: "move", Source: "/home/anna/" + from, Target: "/home/anna/" + to})
		if i < 20 {
			lines = append(lines, "- "+from+" → "+to)
		}
	}
	if n > 20 {
		lines = append(lines, fmt.Sprintf("… e altri %d", n-20))
	}
	p.Prompt = strings.Join(append(lines, "Si può annullare.", "Procedo? (sì / no)"), "\n")
	return core.Outcome{TurnID: turn, Kind: core.Approval, Message: p.Prompt, Proposal: p}
}

// The page is tested with what the core's own types write, not with what somebody believes they write.
func TestPageIsTestedWithRealOutcomes(t *testing.T) {
	var want bytes.Buffer
	lines := json.NewEncoder(&want)
	for _, out := range outcomes() {
		if err := lines.Encode(out); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join("..", "..", "plugins", "channels", "web", "chat", "testdata", "outcomes.jsonl")
	if *rewrite {
		if err := os.WriteFile(file, want.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what core.Outcome marshals to now; run this test with -rewrite and look at the page again", file)
	}
}
