package answer

import (
	"github.com/metnos/metnos/core/answer/voice"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// receipt says what a step changed, and only what it counted.
func (p page) receipt(s Step) string {
	r := s.Result
	if !r.Effects.Countable && s.Manifest.Execution.Effect != "read_only" && r.Effects.Mutations == 0 && len(r.Results) > 0 {
		return p.Tell("uncertain")
	}
	if r.Effects.Mutations == 0 || len(r.Results) == 0 {
		if len(r.Failed) > 0 {
			return ""
		}
		return p.already(r)
	}
	key := p.receiptKey(s)
	if len(r.Results) == 1 {
		return voice.Join([]string{p.one(key, r.Results[0]), p.made(r)}, " ")
	}
	lines := []string{p.many(key, s) + ":"}
	for i, item := range r.Results {
		if limit := voice.Names(p.Length); i == limit && len(r.Results) > limit+1 {
			lines = append(lines, p.More(len(r.Results)-limit))
			break
		}
		lines = append(lines, "- "+p.changed(item))
	}
	if made := p.made(r); made != "" {
		lines = append(lines, made)
	}
	return strings.Join(lines, "\n")
}

// made names the folders a step created on its way, beside what it was asked for.
func (p page) made(r sdk.Result) string {
	if r.Undo == nil {
		return ""
	}
	told := map[any]bool{}
	for _, item := range r.Results {
		told[item["path"]] = true
	}
	var folders []string
	for _, item := range r.Undo.Evidence {
		if path, ok := item["path"].(string); ok && item["action"] == "folder" && !told[path] {
			told[path] = true
			folders = append(folders, p.Rel(path))
		}
	}
	if len(folders) == 0 {
		return ""
	}
	more := ""
	if n := len(folders); n > maxFolders {
		folders, more = folders[:maxFolders], " "+p.More(n-maxFolders)
	}
	return p.Tell("made_folders", "Count", strconv.Itoa(len(folders)), "names", strings.Join(folders, ", ")+more)
}

const maxFolders = 12 // named in one sentence

// already says that what was asked for was there before; of what cannot say so, that nothing changed.
func (p page) already(r sdk.Result) string {
	var names []string
	for _, item := range r.Results {
		if item["created"] != false {
			return p.Tell("nothing_to_change")
		}
		names = append(names, p.Title(item))
	}
	if len(names) == 0 || len(names) > maxFolders {
		return p.Tell("nothing_to_change")
	}
	return p.Tell("already_there", "Count", strconv.Itoa(len(names)), "names", strings.Join(names, ", "))
}

// receiptKey is the sentence of the action: what the items say they underwent, else the executor's verb.
func (p page) receiptKey(s Step) string {
	action := ""
	for _, item := range s.Result.Results {
		a, ok := item["action"].(string)
		if !ok || action != "" && a != action {
			action = ""
			break
		}
		action = a
	}
	for _, name := range [...]string{action, verb(s.Manifest)} {
		if name != "" && p.Has("receipt_"+name) {
			return "receipt_" + name
		}
	}
	return "receipt_other"
}

// one is the receipt of a single object.
func (p page) one(key string, item map[string]any) string {
	path, _ := item["path"].(string)
	source, _ := item["source"].(string)
	if key == "receipt_move" && source != "" && filepath.Dir(source) == filepath.Dir(path) {
		return p.Tell("receipt_rename", "from", p.Rel(source), "to", filepath.Base(path))
	}
	if key == "receipt_move" && source != "" {
		return p.Tell("receipt_move_one", "from", p.Rel(source), "to", p.Rel(path))
	}
	n, _ := whole(item["count"])
	return p.Tell(key+"_one", "name", p.Title(item), "Count", strconv.Itoa(n))
}

func (p page) many(key string, s Step) string {
	n := len(s.Result.Results)
	what := p.Tell("noun_"+p.receiptNoun(s), "Count", strconv.Itoa(n))
	if folder := voice.Common(s.Result.Results); folder != "" && key == "receipt_move" {
		return p.Tell("receipt_move_to", "what", what, "place", p.Rel(folder))
	}
	return p.Tell(key, "what", what)
}

func (p page) receiptNoun(s Step) string {
	if o := object(s.Manifest); p.Has("noun_" + o) {
		return o
	}
	return "items"
}

// changed names an object a step changed.
func (p page) changed(item map[string]any) string {
	source, _ := item["source"].(string)
	path, _ := item["path"].(string)
	if source != "" && path != "" && filepath.Base(source) != filepath.Base(path) {
		return p.Rel(source) + " → " + p.Rel(path)
	}
	return p.Title(item)
}

// notices are what the person must know beyond the answer: the failed half, and what was cut off.
func (p page) notices(s Step) []string {
	out := p.Source(p.Found)
	for i, step := range p.Steps {
		counted := p.Shape == plan.ShapeCount && i == len(p.Steps)-1 // how many there are is the answer
		if len(step.Result.Failed) > 0 && step.Err == nil {
			out = append(out, p.Failures(step.Result.Failed))
		}
		if t := step.Cut(); t != nil && (!counted || t.Available < 0) {
			out = append(out, p.truncated(*t))
		}
	}
	if s.Uncertain && s.Err == nil {
		out = append(out, p.Tell("uncertain"))
	}
	return out
}

// Cut is how a result was cut short without the plan having asked for it, nil when it was not.
func (s Step) Cut() *sdk.Truncation {
	if t := s.Result.Truncated; t != nil && !s.asked(t.Cap) {
		return t
	}
	return nil
}

// asked reports whether the plan itself set the limit that cut a result.
func (s Step) asked(limit string) bool {
	_, given := s.Args[limit]
	return limit != "" && given
}

func (p page) truncated(t sdk.Truncation) string {
	if t.Available < 0 {
		return p.Tell("truncated_some", "used", p.Figure(float64(t.Used)))
	}
	return p.Tell("truncated_of", "used", p.Figure(float64(t.Used)), "available", p.Figure(float64(t.Available)))
}
