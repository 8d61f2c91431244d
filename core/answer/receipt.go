package answer

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// receipt says what a step changed, and only what it counted.
func (p page) receipt(s Step) string {
	r := s.Result
	if !r.Effects.Countable && s.Manifest.Execution.Effect != "read_only" && r.Effects.Mutations == 0 && len(r.Results) > 0 {
		return p.say("uncertain")
	}
	if r.Effects.Mutations == 0 || len(r.Results) == 0 {
		if len(r.Failed) > 0 {
			return ""
		}
		return p.already(r)
	}
	key := p.receiptKey(s)
	if len(r.Results) == 1 {
		return join([]string{p.one(key, r.Results[0]), p.made(r)}, " ")
	}
	lines := []string{p.many(key, s) + ":"}
	for i, item := range r.Results {
		if i == maxBullets && len(r.Results) > maxBullets+1 {
			lines = append(lines, p.more(len(r.Results)-maxBullets))
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
			folders = append(folders, p.rel(path))
		}
	}
	if len(folders) == 0 {
		return ""
	}
	more := ""
	if n := len(folders); n > maxFolders {
		folders, more = folders[:maxFolders], " "+p.more(n-maxFolders)
	}
	return p.say("made_folders", "Count", strconv.Itoa(len(folders)), "names", strings.Join(folders, ", ")+more)
}

const maxFolders = 12 // named in one sentence

// already says that what was asked for was there before; of what cannot say so, that nothing changed.
func (p page) already(r sdk.Result) string {
	var names []string
	for _, item := range r.Results {
		if item["created"] != false {
			return p.say("nothing_to_change")
		}
		names = append(names, p.title(item))
	}
	if len(names) == 0 || len(names) > maxFolders {
		return p.say("nothing_to_change")
	}
	return p.say("already_there", "Count", strconv.Itoa(len(names)), "names", strings.Join(names, ", "))
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
		return p.say("receipt_rename", "from", p.rel(source), "to", filepath.Base(path))
	}
	if key == "receipt_move" && source != "" {
		return p.say("receipt_move_one", "from", p.rel(source), "to", p.rel(path))
	}
	return p.say(key+"_one", "name", p.title(item))
}

func (p page) many(key string, s Step) string {
	n := len(s.Result.Results)
	what := p.say("noun_"+p.receiptNoun(s), "Count", strconv.Itoa(n))
	if folder := common(s.Result.Results); folder != "" && key == "receipt_move" {
		return p.say("receipt_move_to", "what", what, "place", p.rel(folder))
	}
	return p.say(key, "what", what)
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
		return p.rel(source) + " → " + p.rel(path)
	}
	return p.title(item)
}

// common is the folder all results are in now, or "".
func common(results []map[string]any) string {
	folder := ""
	for _, item := range results {
		path, _ := item["path"].(string)
		if path == "" || folder != "" && filepath.Dir(path) != folder {
			return ""
		}
		folder = filepath.Dir(path)
	}
	return folder
}

// notices are what the person must know beyond the answer: the failed half, and what was cut off.
func (p page) notices(s Step) []string {
	var out []string
	for _, step := range p.Steps {
		if len(step.Result.Failed) > 0 && step.Err == nil {
			out = append(out, p.failures(step.Result.Failed))
		}
		if t := step.Result.Truncated; t != nil && !step.asked(t.Cap) && (p.Shape != plan.ShapeCount || t.Available < 0) {
			out = append(out, p.truncated(*t))
		}
	}
	if s.Uncertain && s.Err == nil {
		out = append(out, p.say("uncertain"))
	}
	return out
}

// asked reports whether the plan itself set the limit that cut a result.
func (s Step) asked(limit string) bool {
	_, given := s.Args[limit]
	return limit != "" && given
}

func (p page) failures(failed []sdk.Failure) string {
	lines := []string{p.say("failed_items", "Count", strconv.Itoa(len(failed)))}
	for i, f := range failed {
		if i == 20 && len(failed) > 21 {
			lines = append(lines, p.more(len(failed)-i))
			break
		}
		item := p.rel(f.Item)
		why := p.Sentence(p.Lang, &sdk.Error{Class: f.Class, Code: f.Code, Message: f.Message,
			Params: map[string]string{"path": item, "name": filepath.Base(f.Item), "item": item}})
		lines = append(lines, "- "+item+": "+why)
	}
	return strings.Join(lines, "\n")
}

func (p page) truncated(t sdk.Truncation) string {
	if t.Available < 0 {
		return p.say("truncated_some", "used", p.number(float64(t.Used)))
	}
	return p.say("truncated_of", "used", p.number(float64(t.Used)), "available", p.number(float64(t.Available)))
}

// Proposal writes what an approval would do: the reason it is asked, and the exact effects.
func (w Writer) Proposal(lang, home string, verdict core.Verdict, effects *sdk.Effects) string {
	p := page{Sayer: w.Say, Account: Account{Lang: lang, Home: home}}
	var lines []string
	params := make([]string, 0, 2*len(verdict.Params))
	for name, value := range verdict.Params {
		params = append(params, name, p.rel(value))
	}
	lines = append(lines, p.say(verdict.Code, params...))
	if effects != nil {
		lines = append(lines, p.effects(*effects)...)
		if effects.Reversible {
			lines = append(lines, p.say("can_be_undone"))
		}
	}
	return strings.Join(append(lines, p.say("approve_question")), "\n")
}

const maxForeseen = 25

func gravity(action string) int {
	switch action {
	case "delete", "send":
		return 0
	case "overwrite":
		return 1
	case "trash", "append":
		return 2
	case "move", "copy", "create":
		return 3
	}
	return 0
}

// effects counts the effects by action, then names them.
func (p page) effects(e sdk.Effects) []string {
	counts, order := map[string]int{}, []string{}
	for _, item := range e.Items {
		if counts[item.Action] == 0 {
			order = append(order, item.Action)
		}
		counts[item.Action]++
	}
	var lines []string
	for _, action := range order {
		key := "foresee_" + action
		if !p.Has(key) {
			key = "foresee_other"
		}
		lines = append(lines, p.say(key, "Count", strconv.Itoa(counts[action]), "action", action))
	}
	items := slices.Clone(e.Items) // what cannot be taken lightly is named first: it is never among the "more"
	slices.SortStableFunc(items, func(a, b sdk.Effect) int { return gravity(a.Action) - gravity(b.Action) })
	for i, item := range items {
		if i == maxForeseen && len(e.Items) > maxForeseen+1 {
			break
		}
		line := "- " + p.rel(item.Target)
		if item.Source != "" && item.Source != item.Target && item.Action != "trash" {
			line = "- " + p.rel(item.Source) + " → " + p.rel(item.Target)
		}
		lines = append(lines, line)
	}
	total := max(e.Total, len(e.Items))
	if shown := min(len(e.Items), maxForeseen); len(e.Items) > maxForeseen+1 && total > shown {
		lines = append(lines, p.more(total-shown))
	} else if total > len(e.Items) {
		lines = append(lines, p.more(total-len(e.Items)))
	}
	return lines
}
