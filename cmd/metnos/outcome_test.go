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
	groups := []map[string]any{{"group": "casa", "value": 349.5}, {"group": "cibo", "value": 105.2}, {"group": "rimborsi", "value": -20}}
	bars := core.Outcome{TurnID: "t-bars", Kind: core.Answer, Message: "Ci sono 3 gruppi:\n- casa: 349,5\n- cibo: 105,2\n- rimborsi: -20", Table: &core.Table{
		Columns: []manifest.Column{{Key: "group", Type: "text"}, {Key: "value", Type: "number"}}, Rows: groups, Total: 3,
		Chart: &core.Chart{Kind: "bars", Label: "group", Value: "value", Type: "number", By: "categoria", Of: "importo", How: "sum"}}}
	months := []map[string]any{{"group": "2024-01", "count": 3}, {"group": "2024-02", "count": 12}, {"group": "2024-05", "count": 7}}
	line := core.Outcome{TurnID: "t-line", Kind: core.Answer, Message: "Ci sono 3 gruppi.", Table: &core.Table{
		Columns: []manifest.Column{{Key: "group", Type: "text"}, {Key: "count", Type: "integer"}}, Rows: months, Total: 3,
		Chart: &core.Chart{Kind: "line", Label: "group", Value: "count", Type: "integer", By: "mese"}}}
	return []core.Outcome{table, bars, line, bare, failed, question, proposed("t-few", 3), proposed("t-many", 30), {TurnID: "t-zero"}}
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
