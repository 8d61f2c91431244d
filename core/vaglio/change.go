package vaglio

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
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
		return v.derived(a, allow), true
	}
	verdict := v.derived(a, v.weigh(a))
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

// derived asks when an argument that directs the action was taken from content somebody else may have
// written; otherwise it returns the verdict it was given.
func (v *Vaglio) derived(a Action, otherwise core.Verdict) core.Verdict {
	if a.Approved {
		return otherwise
	}
	reach := access(a.Executor.Manifest)
	for name, origin := range a.Origins {
		_, reaches := reach[name]
		if origin == plan.Untrusted && (reaches || directs(a.Executor.Manifest.Args.Properties[name])) {
			return ask("ask_untrusted", "tool", a.Executor.Manifest.Name, "arg", name, "value", short(plan.Text(a.Args[name])))
		}
	}
	return otherwise
}

// directs reports whether an argument says where an action goes.
func directs(p manifest.Property) bool {
	switch p.Semantic {
	case "recipient", "url", "command", "schedule":
		return true
	}
	return isPath(p) || p.Items != nil && directs(*p.Items)
}

// weigh applies the policy classes.
func (v *Vaglio) weigh(a Action) core.Verdict {
	m := a.Executor.Manifest
	for _, c := range m.Capabilities {
		if code, ok := always[c.Name]; ok {
			return ask(code, "tool", m.Name)
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
		return v.foreseen(m, *a.Effects)
	}
	return v.unforeseen(m, a)
}

// foreseen weighs the exact effects. Changes to what exists and creations are counted apart, so that the
// folder a move makes does not tip twenty moves over the threshold.
func (v *Vaglio) foreseen(m *manifest.Manifest, e sdk.Effects) core.Verdict {
	changed, created := 0, 0
	for _, item := range e.Items {
		switch item.Action {
		case "create", "copy":
			created++
		case "move", "trash", "append":
			changed++
		case "overwrite":
			return ask("ask_overwrite", "tool", m.Name, "path", item.Target)
		case "send":
			return ask("ask_outbound", "tool", m.Name)
		default: // delete for good, and anything this policy does not know
			return ask("ask_irreversible", "tool", m.Name)
		}
	}
	if e.Truncated && e.Total > len(e.Items) {
		changed += e.Total - len(e.Items)
	}
	if changed > 0 && !e.Reversible {
		return ask("ask_irreversible", "tool", m.Name)
	}
	if n := max(changed, created); n > v.policy.Threshold {
		return ask("ask_bulk", "tool", m.Name, "Count", count(n))
	}
	return allow
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
	if n > v.policy.Threshold {
		return ask("ask_bulk", "tool", m.Name, "Count", count(n))
	}
	return allow
}

// short keeps a value readable inside a sentence.
func short(s string) string {
	runes := []rune(s)
	if len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return s
}
