package notice

import (
	"strings"

	"github.com/metnos/metnos/sdk"
)

// maxSwapped bounds each text of a replacement that is shown, in runes.
const maxSwapped = 120

// swap says which text gives way to which, when the change puts one in the place of another inside files.
func (p page) swap(c Call) []string {
	if c.Manifest == nil || c.Effects == nil || !edits(*c.Effects) {
		return nil
	}
	said := map[string]string{}
	for _, name := range sorted(c.Args) {
		if text, ok := c.Args[name].(string); ok {
			said[c.Manifest.Args.Properties[name].Semantic] = text
		}
	}
	before, old := said["text_query"]
	after, fresh := said["replacement"]
	if !old || !fresh || before == "" {
		return nil
	}
	if after == "" {
		return []string{p.Tell("foresee_taken_out", "before", oneLine(before))}
	}
	return []string{p.Tell("foresee_swap", "before", oneLine(before), "after", oneLine(after))}
}

func edits(e sdk.Effects) bool {
	for _, item := range e.Items {
		if item.Edits > 0 {
			return true
		}
	}
	return false
}

// oneLine is a text as a question shows it: on one line, and cut where it is long.
func oneLine(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > maxSwapped {
		return string(runes[:maxSwapped]) + "…"
	}
	return string(runes)
}
