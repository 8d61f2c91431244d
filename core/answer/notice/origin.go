package notice

import (
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/sdk/manifest"
)

// How many characters of a value, and of where it comes from, a sentence shows: both ends of longer ones.
const (
	maxValue  = 120
	maxSource = 90
)

// quoted puts a value of anybody's between the language's marks, so that nothing in it can end the quotation,
// begin a line or hide.
func (p page) quoted(s string, limit int) string {
	return p.Quote(elided(marks.Replace(glyph.Line(s)), limit))
}

// marks are the quotation marks a value may not hold.
var marks = strings.NewReplacer("«", "‹", "»", "›", "“", "‹", "”", "›", "„", "‹", `"`, "'")

// elided keeps both ends of a long text.
func elided(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	return string(r[:limit*2/3]) + " … " + string(r[len(r)-limit/3:])
}

// reasons tells why consent is asked, the gravest first.
func (p page) reasons(v core.Verdict) []string {
	lines := []string{p.reason(v.Code, v.Params)}
	for _, code := range [...]string{"ask_unrequested", "ask_unnamed", "ask_ignored", "ask_privileged", "ask_outbound", "ask_credentials",
		"ask_every", "ask_overwrite", "ask_edit", "ask_irreversible", "ask_unknown_extent", "ask_bulk", "ask_bulk_sum"} {
		if code != v.Code && (v.Params["also"] == code || v.Params["besides"] == code) {
			lines = append(lines, p.reason(code, v.Params))
		}
	}
	if from := p.source(v.Params["read_tool"], v.Params["read"]); from != "" && v.Params["read_tool"] != "" && v.Params["source_tool"] == label.Proposal {
		lines = append(lines, p.Tell("plan_read", "source", from))
	}
	return lines
}

func (p page) reason(code string, params map[string]string) string {
	switch code {
	case "ask_untrusted":
		return p.untrusted(params)
	case "ask_unrequested":
		verb, _, _ := strings.Cut(params["tool"], "_")
		key := "action_" + verb
		if !p.Has(key) {
			key = "action_other"
		}
		return p.Tell(code, "action", p.Tell(key, "tool", glyph.Line(params["tool"])))
	case "ask_unnamed":
		if value := params["unsaid"]; value != "*" {
			return p.Tell("ask_unnamed_value", "value", p.quoted(p.Below(value), maxValue))
		}
		return p.Tell(code)
	}
	if code == "ask_ignored" {
		return p.Tell(code, "value", p.quoted(params["ignored"], maxValue))
	}
	told := make([]string, 0, 2*len(params))
	for name, value := range params {
		if name == "path" {
			value = p.quoted(p.Below(value), 2*maxValue)
		}
		told = append(told, name, elided(p.Rel(value), 3*maxValue))
	}
	return p.Tell(code, told...)
}

// untrusted names a value that is not the person's and where it comes from.
func (p page) untrusted(params map[string]string) string {
	value := p.quoted(p.Below(params["value"]), maxValue)
	from := p.source(params["source_tool"], params["source"])
	switch {
	case params["source_tool"] == label.Proposal:
		return p.Tell("ask_guessed", "value", value)
	case params["value"] == "" && from != "":
		return p.Tell("ask_contents", "source", from)
	case from != "":
		return p.Tell("ask_untrusted_from", "value", value, "source", from)
	}
	return p.Tell("ask_untrusted", "value", value)
}

// source says in plain words who gave something: a file, a page, a message. "" when nobody knows.
func (p page) source(tool, name string) string {
	switch {
	case tool == "" && name == "", tool == label.Proposal:
		return ""
	case name == "":
		return p.Tell("source_tool", "tool", glyph.Line(tool))
	}
	_, object, _ := strings.Cut(tool, "_")
	object, _, _ = strings.Cut(object, "_")
	named := p.quoted(p.Below(name), maxSource)
	if key := "source_" + object; p.Has(key) && !filepath.IsAbs(name) {
		return p.Tell(key, "name", named)
	}
	return named
}

const (
	maxArguments = 12
	maxArgument  = 300 // characters of one
)

// arguments names what a call would be given, where no preview says what it would do or something would leave.
func (p page) arguments(lang string, c Call) []string {
	var lines []string
	for _, name := range sorted(c.Args) {
		if len(lines) == maxArguments {
			return append(lines, p.More(len(c.Args)-maxArguments))
		}
		what := strings.TrimSuffix(c.Manifest.Args.Properties[name].Description.In(p.Language()), ".")
		if what == "" {
			what = name
		}
		lines = append(lines, "- "+elided(glyph.Line(what), maxValue)+": "+p.quoted(p.argument(c.Args[name]), maxArgument))
	}
	return lines
}

// argument is a value in full, paths as the person knows them, the elements of a list apart.
func (p page) argument(v any) string {
	if list, ok := v.([]any); ok {
		parts := make([]string, len(list))
		for i, item := range list {
			parts[i] = p.Below(plan.Text(item))
		}
		return strings.Join(parts, ", ")
	}
	return p.Below(plan.Text(v))
}

// outward reports whether a manifest's calls leave the machine by their nature.
func outward(m *manifest.Manifest) bool { return m.Execution.Effect == "outbound" }
