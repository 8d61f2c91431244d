package reply

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/phrase"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Next is what a reply makes of a waiting question.
type Next int

const (
	Again     Next = iota // it stays open and is asked again, Why first
	Complete              // Args complete Question
	Ask                   // Question is asked in its place
	Supersede             // the message is a request of its own
)

// Reply is a message read as the answer to a question.
type Reply struct {
	Next     Next
	Question plan.Question
	Args     map[string]any
	Value    string     // the answer, as a path or a name
	Why      *sdk.Error // nil when there is nothing to explain
}

// Reader reads replies of one turn.
type Reader struct {
	Places      plan.Places
	Home        string
	Lookup      func(tool string) (*manifest.Manifest, bool)
	StandsAlone func() bool // whether the message is a request the proposer plans by itself
}

// Read reads a message as the answer to a frozen question. An error means that the question itself is unusable.
func (r Reader) Read(f consent.Frozen, text string) (Reply, error) {
	q := *f.Question
	p, err := r.asked(q)
	if err != nil {
		return Reply{}, err
	}
	if consent.Fold(text) == consent.Fold(f.Text) || strings.TrimSpace(text) == "" {
		return Reply{}, nil
	}
	if len(q.Options) > 0 && q.Input == several {
		if picked, fits := consent.ChooseSome(text, q.Options, f.Shown); fits {
			return Reply{Next: Complete, Question: q, Args: map[string]any{q.Arg: anys(picked)}, Value: strings.Join(picked, ", ")}, nil
		}
	}
	if len(q.Options) > 0 {
		if value, fits := consent.Choose(text, q.Options, f.Shown); fits {
			return complete(q, p, value), nil
		}
		if out := r.other(q, p, text); out.Next == Complete {
			return out, nil
		}
		if consent.Commands(text) || r.StandsAlone() {
			return Reply{Next: Supersede}, nil
		}
		return again("choose_one"), nil
	}
	switch p.Semantic {
	case "folder", "destination", "path", "paths", "new_path", "new_name", "name":
		return r.name(q, p, text), nil
	}
	if asks(text) || r.StandsAlone() {
		return Reply{Next: Supersede}, nil
	}
	return complete(q, p, strings.TrimSpace(text)), nil
}

// several is the kind of a question that any of its options answer.
const several = "multi_choice"

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, one := range list {
		out[i] = one
	}
	return out
}

// asks reports whether a message is a question of its own rather than a value: a whole sentence that asks, not
// handed over between quotes.
func asks(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasSuffix(text, "?") && !strings.ContainsAny(text[:1], "\"'`") && !strings.HasPrefix(text, "«") && len(strings.Fields(text)) > 2
}

// asked is the argument a question is about.
func (r Reader) asked(q plan.Question) (manifest.Property, error) {
	if q.Step < 1 || q.Step > len(q.Partial.Steps) {
		return manifest.Property{}, sdk.Errorf(sdk.ContractViolation, "freeze_failed", "the question is about no step")
	}
	tool := q.Partial.Steps[q.Step-1].Tool
	m, ok := r.Lookup(tool)
	if !ok {
		return manifest.Property{}, sdk.Errorf(sdk.WrongTool, "unknown_tool", "%s is not in the catalog", tool).With("tool", tool)
	}
	return m.Args.Properties[q.Arg], nil
}

func again(code string) Reply {
	return Reply{Why: sdk.Errorf(sdk.MissingInput, code, "not an answer")}
}

// complete gives the asked argument its value, in the type the executor wants.
func complete(q plan.Question, p manifest.Property, value string) Reply {
	typed, err := consent.Typed(p, value)
	if err != nil {
		return Reply{Why: err}
	}
	return Reply{Next: Complete, Question: q, Args: map[string]any{q.Arg: typed}, Value: value}
}

// name reads the answer to a question about a folder, a file or a name.
func (r Reader) name(q plan.Question, p manifest.Property, text string) Reply {
	folder := p.Semantic == "folder" || p.Semantic == "destination"
	meaning, name := consent.Naming(text, func(name string) bool { return len(r.find(p.Semantic, name)) > 0 })
	kind, _ := phrase.Of(consent.Fold(text))
	found := r.find(p.Semantic, name)
	switch {
	case meaning == consent.Request, (meaning == consent.Unclear || meaning == consent.Name && len(found) == 0) && r.StandsAlone():
		return Reply{Next: Supersede}
	case meaning == consent.AtHome && folder:
		return complete(q, p, r.Home)
	case meaning == consent.Everywhere && p.Semantic == "folder":
		out := complete(q, p, r.Home)
		if deep := r.recursive(q); deep != "" && out.Args != nil {
			out.Args[deep] = true
			return out
		}
	}
	switch {
	case folder && (meaning != consent.Name || kind != phrase.None || len(found) == 0 && takesBack(text)):
		return again("answer_folder")
	case meaning != consent.Name || kind != phrase.None:
		return again("answer_name")
	case filepath.IsAbs(name) || strings.HasPrefix(name, "~"):
		return complete(q, p, name)
	case folder:
		return r.folder(q, p, name)
	case len(found) > 1 && !strings.EqualFold(found[0], filepath.Join(r.Home, name)):
		q.Code, q.Options, q.Params = "which_file", found, map[string]string{"name": name}
		return Reply{Next: Ask, Question: q}
	case len(found) > 0:
		return complete(q, p, found[0])
	}
	return complete(q, p, name)
}

// takesBack reports a message of several words that begins like a refusal or an undo: "no, rimettili".
func takesBack(text string) bool {
	first, _, more := strings.Cut(consent.Fold(text), " ")
	return more && slices.Contains([]string{"no", "non", "annulla", "rimetti", "rimettili", "rimettile", "ripristina", "undo", "revert", "don", "restore"}, first)
}

// other takes a folder that is there in place of the ones that were offered, or the new one among those.
func (r Reader) other(q plan.Question, p manifest.Property, text string) Reply {
	if p.Semantic != "folder" && p.Semantic != "destination" {
		return Reply{}
	}
	last := q.Options[len(q.Options)-1]
	if p.Semantic == "destination" && consent.New(text) && len(r.Places.Folder(last)) == 0 {
		return complete(q, p, last)
	}
	exists := func(name string) bool { return len(r.Places.Folder(name)) == 1 }
	if meaning, name := consent.Naming(text, exists); meaning == consent.Name && exists(name) {
		return complete(q, p, r.Places.Folder(name)[0])
	}
	return Reply{}
}

// find looks a spoken name up among what the question can be about.
func (r Reader) find(semantic, name string) (found []string) {
	switch semantic {
	case "folder", "destination":
		found = r.Places.Folder(name)
	case "path", "paths":
		if found = r.Places.File(name); len(found) == 0 {
			found = r.Places.Folder(name)
		}
	}
	return found
}

// folder takes the name of a folder. One of several is asked for; so is one that looks like another, and one
// that must be there and is not.
func (r Reader) folder(q plan.Question, p manifest.Property, name string) Reply {
	found, code := r.Places.Folder(name), "which_folder"
	top := filepath.Join(r.Home, name)
	if len(found) == 1 || len(found) > 1 && (strings.EqualFold(found[0], top) || filepath.Dir(found[0]) == filepath.Dir(top)) {
		return complete(q, p, found[0])
	}
	if near, ok := r.Places.(interface{ Near(string) []string }); ok && len(found) == 0 {
		found, code = near.Near(name), "folder_near"
		if len(found) > 0 && p.Semantic == "destination" {
			found, code = append(found, top), "folder_near_or_new"
		}
	}
	switch {
	case len(found) > 0:
		q.Code, q.Options, q.Params = code, found, map[string]string{"name": name}
		return Reply{Next: Ask, Question: q}
	case p.Semantic == "folder":
		return Reply{Why: sdk.Errorf(sdk.NotFound, "no_such_folder", "no such folder").With("folder", name)}
	}
	return complete(q, p, name)
}

// recursive is the argument that makes the question's step look into the subfolders too.
func (r Reader) recursive(q plan.Question) string {
	m, _ := r.Lookup(q.Partial.Steps[q.Step-1].Tool)
	for name, p := range m.Args.Properties {
		if p.Semantic == "recursive" {
			return name
		}
	}
	return ""
}
