package vaglio

import (
	"cmp"
	"strconv"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

var allow = core.Verdict{Ruling: core.Allow, Code: "allowed"}

// always are the permissions whose use asks whatever the manifest calls its effect.
var always = map[string]string{
	"code:exec":             "ask_privileged",
	"system:admin":          "ask_privileged",
	"mail:send":             "ask_outbound",
	"drive:permissions":     "ask_outbound",
	"auth.password_storage": "ask_credentials",
}

// change settles what is left: reading runs, small reversible changes run, the rest asks. Approval turns
// an Ask into an Allow, never a Deny.
func (v *Vaglio) change(a Action) (core.Verdict, bool) {
	m := a.Executor.Manifest
	if !known(m.Execution.Effect) {
		return deny("effect_unknown", "tool", m.Name, "effect", m.Execution.Effect), true
	}
	if m.Execution.Effect == "read_only" && a.Effects != nil && len(a.Effects.Items) > 0 {
		return deny("effect_contradicts", "tool", m.Name), true
	}
	if a.ReadOnly && m.Execution.Effect != "read_only" {
		return deny("guest_reads_only", "tool", m.Name), true
	}
	if a.Undo {
		return core.Verdict{Ruling: core.Allow, Code: "undo"}, true
	}
	if a.Preview {
		return v.origin(a, allow), true
	}
	verdict := v.origin(a, v.weigh(a))
	if verdict.Ruling == core.AskFor && a.Approved {
		return core.Verdict{Ruling: core.Allow, Code: "approved"}, true
	}
	return verdict, true
}

func known(effect string) bool {
	switch effect {
	case "read_only", "create_only", "reversible", "mutating", "outbound":
		return true
	}
	return false
}

// weigh applies the policy classes.
func (v *Vaglio) weigh(a Action) core.Verdict {
	m := a.Executor.Manifest
	for _, c := range m.Capabilities {
		if code, ok := always[c.Name]; ok {
			return ask(code, "tool", m.Name)
		}
	}
	for _, p := range m.Args.Properties {
		if commands(p) {
			return ask("ask_privileged", "tool", m.Name)
		}
	}
	switch m.Execution.Effect {
	case "read_only":
		return allow
	case "outbound":
		return ask("ask_outbound", "tool", m.Name)
	}
	if v.policy.Threshold <= 0 {
		return ask("ask_every", "tool", m.Name)
	}
	if a.Effects != nil {
		return v.foreseen(m, *a.Effects, a.Passed)
	}
	return v.unforeseen(m, a)
}

// commands reports whether an argument is a command to run: whoever runs it, it asks.
func commands(p manifest.Property) bool {
	return p.Semantic == "command" || p.Items != nil && commands(*p.Items)
}

// foreseen weighs the exact effects. Changes to what exists and creations are counted apart, so that the
// folder a move makes does not tip twenty moves over the threshold.
func (v *Vaglio) foreseen(m *manifest.Manifest, e sdk.Effects, passed Tally) core.Verdict {
	for _, item := range e.Items {
		switch item.Action {
		case "create", "copy", "move", "trash", "append", "set", "forget":
		case "overwrite":
			if item.Edits > 0 {
				return ask("ask_edit", "tool", m.Name, "path", cmp.Or(item.Real, item.Target), "Count", strconv.Itoa(item.Edits))
			}
			return ask("ask_overwrite", "tool", m.Name, "path", cmp.Or(item.Real, item.Target))
		case "send":
			return ask("ask_outbound", "tool", m.Name)
		default: // delete for good, and anything this policy does not know
			return ask("ask_irreversible", "tool", m.Name)
		}
	}
	sum := Weight(e)
	if sum.Changed > 0 && !e.Reversible {
		return ask("ask_irreversible", "tool", m.Name)
	}
	return v.bulk(m, sum, passed)
}

// bulk asks about a step that changes more than may pass, or that takes what its turn changed without consent
// beyond it.
func (v *Vaglio) bulk(m *manifest.Manifest, step, passed Tally) core.Verdict {
	sum := step.Add(passed)
	switch n := max(step.Changed, step.Created); {
	case n > v.policy.Threshold:
		return ask("ask_bulk", "tool", m.Name, "Count", count(n))
	case step.Changed > 0 && sum.Changed > v.policy.Threshold:
		return ask("ask_bulk_sum", "tool", m.Name, "Count", count(sum.Changed))
	case step.Created > 0 && sum.Created > v.policy.Threshold:
		return ask("ask_bulk_sum", "tool", m.Name, "Count", count(sum.Created))
	}
	return allow
}

// Weight counts what is foreseen.
func Weight(e sdk.Effects) (t Tally) {
	for _, item := range e.Items {
		switch item.Action {
		case "create", "copy":
			t.Created++
		default:
			t.Changed++
		}
	}
	if e.Truncated && e.Total > len(e.Items) {
		t.Changed += e.Total - len(e.Items)
	}
	return t
}

// unforeseen weighs a change whose executor has no preview: only a countable set of named targets can run.
func (v *Vaglio) unforeseen(m *manifest.Manifest, a Action) core.Verdict {
	if m.Execution.Effect == "mutating" || !m.Revertible && m.Execution.Effect == "reversible" {
		return ask("ask_irreversible", "tool", m.Name)
	}
	for name := range a.Args {
		if p := m.Args.Properties[name]; p.Semantic == "glob" || p.Semantic == "name" || p.Semantic == "query" {
			return ask("ask_unknown_extent", "tool", m.Name)
		}
	}
	n := 0
	for _, p := range a.Paths {
		if p.Write {
			n++
		}
	}
	if n == 0 {
		return ask("ask_unknown_extent", "tool", m.Name)
	}
	return v.bulk(m, Tally{Changed: n}, a.Passed)
}
