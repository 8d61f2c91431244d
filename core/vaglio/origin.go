package vaglio

import (
	"sort"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/sdk/manifest"
)

// Proposal is what is known of an action whose plan a model wrote; nil when none did.
type Proposal struct {
	Asked   bool         // a verb of the person's request asks for what the executor does
	Unsaid  string       // what chooses its objects and the person did not say; see plan.Resolved
	Ignored string       // what the person said of the objects and the plan leaves out
	Read    label.Source // content of others the plan may have been written on; zero when there was none
}

// Tally counts changes, and creations apart.
type Tally struct {
	Changed int `json:"changed,omitempty"`
	Created int `json:"created,omitempty"`
}

// Add is both together.
func (t Tally) Add(more Tally) Tally {
	return Tally{t.Changed + more.Changed, t.Created + more.Created}
}

// origin asks when a value that directs the action was not the person's, when it would leave the machine, or
// when a model proposes what nobody asked for. Otherwise it returns the verdict it was given; when that asks
// too, both reasons are told.
func (v *Vaglio) origin(a Action, otherwise core.Verdict) core.Verdict {
	if a.Approved {
		return otherwise
	}
	verdict := core.Verdict{}
	if name, ok := a.foreign(); ok {
		mark, value := label.Mark{Provenance: a.Origins[name], Source: a.Sources[name]}, plan.Text(a.Args[name])
		if _, given := a.Origins[name]; !given {
			mark, value = a.Handed, ""
		}
		verdict = ask("ask_untrusted", "tool", a.Executor.Manifest.Name, "arg", name, "value", value,
			"source_tool", mark.Source.Tool, "source", mark.Source.Name)
	}
	if why := a.unasked(); why != "" && !a.Preview {
		if verdict.Code == "" {
			verdict = ask(why, "tool", a.Executor.Manifest.Name, "source_tool", label.Proposal)
		} else {
			verdict.Params["also"] = why
		}
		verdict.Params["unsaid"], verdict.Params["ignored"] = a.Proposal.Unsaid, a.Proposal.Ignored
	}
	if verdict.Code == "" && (a.Proposal == nil || otherwise.Ruling != core.AskFor) {
		return otherwise
	}
	if verdict.Code == "" { // whose idea it is belongs to every question about a model's plan
		verdict = ask("ask_proposed", "tool", a.Executor.Manifest.Name, "source_tool", label.Proposal)
	}
	if a.Proposal != nil {
		verdict.Params["read_tool"], verdict.Params["read"] = a.Proposal.Read.Tool, a.Proposal.Read.Name
	}
	if otherwise.Ruling == core.AskFor && otherwise.Code != verdict.Code {
		verdict.Params["besides"] = otherwise.Code
		for name, value := range otherwise.Params {
			if _, there := verdict.Params[name]; !there {
				verdict.Params[name] = value
			}
		}
	}
	return verdict
}

// foreign is the first argument, the gravest meaning first, that directs the action and is not the person's.
func (a Action) foreign() (string, bool) {
	m := a.Executor.Manifest
	names := make([]string, 0, len(a.Origins)+1)
	for name := range a.Origins {
		if directs(m, name, a.Origins[name], a.Sources[name].Tool == label.Proposal) {
			names = append(names, name)
		}
	}
	for name, p := range m.Args.Properties {
		_, labelled := a.Origins[name]
		if !labelled && a.Args[name] != nil && plan.Feeds(p) == plan.Whole && a.Handed.Provenance != plan.User && Leaves(m) {
			names = append(names, name)
		}
	}
	sort.Slice(names, func(i, j int) bool {
		x, y := gravity(m.Args.Properties[names[i]]), gravity(m.Args.Properties[names[j]])
		return x < y || x == y && names[i] < names[j]
	})
	if len(names) == 0 {
		return "", false
	}
	return names[0], true
}

func gravity(p manifest.Property) int {
	switch p.Semantic {
	case "command":
		return 0
	case "recipient":
		return 1
	case "url":
		return 2
	case "schedule":
		return 3
	}
	if isPath(p) {
		return 4
	}
	return 5
}

// directs reports whether an argument of such an origin says where an action goes, or what leaves with it. The
// person's own names are no address: somebody else may have given a file its name.
func directs(m *manifest.Manifest, name string, origin plan.Provenance, guessed bool) bool {
	p := m.Args.Properties[name]
	_, reaches := access(m)[name]
	switch {
	case address(p):
		return origin != plan.User
	case reaches || isPath(p) || p.Semantic == "new_name" || p.Semantic == "template" && sorts(m):
		return origin == plan.Untrusted
	case guessed && !label.Names(p):
		return false
	}
	return origin != plan.User && (Leaves(m) || governs(m))
}

// address reports whether an argument is an address or a command of the world outside.
func address(p manifest.Property) bool {
	switch p.Semantic {
	case "recipient", "url", "command", "schedule":
		return true
	}
	return p.Items != nil && address(*p.Items)
}

// sorts reports whether a template of an executor names the folders things go to.
func sorts(m *manifest.Manifest) bool {
	for _, p := range m.Args.Properties {
		if p.Semantic == "destination" {
			return true
		}
	}
	return false
}

// Leaves reports whether what an executor is given may leave the machine.
func Leaves(m *manifest.Manifest) bool {
	if m.Execution.Effect == "outbound" {
		return true
	}
	for _, c := range m.Capabilities {
		switch area, _, _ := strings.Cut(c.Name, ":"); {
		case area == "network", area == "channel", area == "drive", area == "provider", c.Name == "mail:send", c.Name == "llm:online":
			return true
		}
	}
	return false
}

// governs reports whether an executor changes what metnos itself will do later: tasks, preferences, accounts.
func governs(m *manifest.Manifest) bool {
	for _, p := range m.Args.Properties {
		if p.Semantic == "schedule" {
			return true
		}
	}
	for _, c := range m.Capabilities {
		switch c.Name {
		case "metnos:write", "metnos:create", "system:admin", "code:exec", "auth.password_storage":
			return true
		}
	}
	return false
}

// unasked is why a step of a model's plan is told to be nobody's wish, "" when it is the person's.
func (a Action) unasked() string {
	m := a.Executor.Manifest
	changes := m.Execution.Effect != "read_only"
	switch {
	case a.Proposal == nil || !changes && !has(m, "credential:use") && !privileged(m):
		return ""
	case !a.Proposal.Asked:
		return "ask_unrequested"
	case changes && a.Proposal.Unsaid != "":
		return "ask_unnamed"
	case changes && a.Proposal.Ignored != "" && a.touches():
		return "ask_ignored"
	}
	return ""
}

// touches reports whether the action may change what is there, rather than make something new.
func (a Action) touches() bool {
	if a.Effects != nil {
		return Weight(*a.Effects).Changed > 0
	}
	return a.Executor.Manifest.Execution.Effect != "create_only"
}

func privileged(m *manifest.Manifest) bool {
	for _, c := range m.Capabilities {
		if _, asks := always[c.Name]; asks {
			return true
		}
	}
	return false
}
