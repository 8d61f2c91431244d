package repair

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk"
)

// maxOptions bounds how many things a question lists.
const maxOptions = 12

// ask makes the question for one argument of the failed step. The other arguments stay.
func (r repairer) ask(code, arg string, options []string, params ...string) (plan.Framework, *plan.Question, bool) {
	q := &plan.Question{Code: code, Options: options, Step: r.Step, Arg: arg, Partial: r.Plan.Clone(), Params: map[string]string{}}
	delete(q.Partial.Steps[r.Step-1].Args, arg)
	for i := 0; i+1 < len(params); i += 2 {
		q.Params[params[i]] = params[i+1]
	}
	return plan.Framework{}, q, true
}

// severalForOne: a collection given where one value is taken -> the question which of its items.
func severalForOne(r repairer) (plan.Framework, *plan.Question, bool) {
	arg := r.Err.Params["arg"]
	p, known := r.tool.Args.Properties[arg]
	field := plan.Feeds(p)
	from, fed := r.source()
	if r.Err.Class != sdk.MissingInput || !known || field == "" || field == plan.Whole || p.Type == "array" || !fed {
		return plan.Framework{}, nil, false
	}
	var options []string
	for _, item := range from.Result.Items() {
		if value := plan.Text(item[field]); value != "" && !slices.Contains(options, value) {
			options = append(options, value)
		}
	}
	n := strconv.Itoa(len(options))
	switch {
	case len(options) < 2:
		return plan.Framework{}, nil, false
	case len(options) > maxOptions:
		return r.ask("repair_which_name", arg, nil, "Count", n)
	}
	next, q, ok := r.ask("repair_which_item", arg, options, "Count", n)
	if ok {
		q.Foreign = true
	}
	return next, q, ok
}

// source is the collection the failed step takes.
func (r repairer) source() (plan.Observed, bool) {
	if _, ok := r.step.Args[plan.FromPrevious]; ok && r.Previous != nil {
		return *r.Previous, true
	}
	n, ok := plan.Number(r.step.Args[plan.FromStep])
	if !ok || n < 1 || n > len(r.Observed) {
		return plan.Observed{}, false
	}
	return r.Observed[n-1], true
}

// misplaced: arguments of the search given to the step that works on what it finds -> the search, with them, first. A
// change takes them only when they choose: a folder alone is not an order to change all that is in it.
func misplaced(r repairer) (plan.Framework, *plan.Question, bool) {
	target := r.tool.Target()
	finder, ok := r.shelf.Find("find", r.tool.Parts.Object, "folder")
	if !r.known || !ok || target == "" || r.Err.Class == sdk.NotFound || finder.Changes() || sourced(r.step) || r.step.Args[target] != nil ||
		!finder.Yields(plan.Feeds(r.tool.Args.Properties[target])) {
		return plan.Framework{}, nil, false
	}
	search, rest, chooses := map[string]any{}, map[string]any{}, false
	for _, name := range shelf.Keys(r.step.Args) {
		if _, own := r.tool.Args.Properties[name]; own {
			rest[name] = r.step.Args[name]
			continue
		}
		p, fits := finder.Args.Properties[name]
		if !fits {
			return plan.Framework{}, nil, false
		}
		search[name] = r.step.Args[name]
		chooses = chooses || !slices.Contains([]string{"folder", "recursive", "hidden", "order", "order_by"}, p.Semantic)
	}
	if len(search) == 0 || r.tool.Changes() && !chooses {
		return plan.Framework{}, nil, false
	}
	if deep := finder.Arg("recursive"); r.tool.Changes() && deep != "" && search[deep] == nil {
		search[deep] = false
	}
	rest[plan.FromStep] = r.Step
	next := splice.Insert(r.Plan, r.Step, plan.Step{Tool: finder.Name, Args: search, Host: r.step.Host})
	next.Steps[r.Step].Args = rest
	return next, nil, true
}

func sourced(step plan.Step) bool {
	return step.Args[plan.FromStep] != nil || step.Args[plan.FromPrevious] != nil
}

// siblingReader: a reader nobody has -> the one other reader of the same object that takes the same arguments.
func siblingReader(r repairer) (plan.Framework, *plan.Question, bool) {
	name, err := vocab.CheckName(r.step.Tool)
	if r.known || r.Err.Class != sdk.WrongTool || err != nil || !shelf.Reads(name.Verb) {
		return plan.Framework{}, nil, false
	}
	return r.only(func(t shelf.Tool) bool {
		return t.Parts.Object == name.Object && t.Parts.Qualifier == name.Qualifier && shelf.Reads(t.Parts.Verb)
	})
}

// qualifiedReader: files a plain reader cannot read -> the reader for files of their extension.
func qualifiedReader(r repairer) (plan.Framework, *plan.Question, bool) {
	list := literals(r.step, r.tool.Target())
	if !r.known || r.tool.Parts.Verb != "read" || len(list) == 0 || r.Err.Class == sdk.NotFound || r.Err.Class == sdk.MissingInput {
		return plan.Framework{}, nil, false
	}
	return r.only(func(t shelf.Tool) bool {
		formats := vocab.Closed().Reads[t.Parts.Qualifier]
		return t.Parts.Verb == "read" && t.Parts.Object == r.tool.Parts.Object && !slices.ContainsFunc(list, func(p string) bool {
			return !slices.Contains(formats, strings.ToLower(strings.TrimPrefix(path.Ext(p), ".")))
		})
	})
}

// only gives the failed step the one executor that fits and makes a plan that may run.
func (r repairer) only(fits func(shelf.Tool) bool) (out plan.Framework, _ *plan.Question, found bool) {
	for _, t := range r.shelf.All() {
		if t.Name == r.step.Tool || t.Changes() || t.Parts.Provider != "" || !fits(t) {
			continue
		}
		next := r.Plan.Clone()
		next.Steps[r.Step-1].Tool = t.Name
		if !r.accepts(next) {
			continue
		}
		if found {
			return plan.Framework{}, nil, false
		}
		out, found = next, true
	}
	return out, nil, found
}

// unfed: a step that works on what another gives, given nothing -> what the step before it gives; for a reader of things
// that need no place, all of them. A change is never fed by guess.
func unfed(r repairer) (plan.Framework, *plan.Question, bool) {
	target := r.tool.Target()
	if !r.known || r.Err.Class != sdk.MissingInput || r.tool.Changes() || sourced(r.step) || len(r.tool.Fed()) == 0 || target != "" && r.step.Args[target] != nil {
		return plan.Framework{}, nil, false
	}
	for n := r.Step - 1; n >= 1; n-- {
		next := r.Plan.Clone()
		if next.Steps[r.Step-1].Args == nil {
			next.Steps[r.Step-1].Args = map[string]any{}
		}
		next.Steps[r.Step-1].Args[plan.FromStep] = n
		if r.accepts(next) {
			return next, nil, true
		}
	}
	producer, ok := r.shelf.Producer(r.tool.Parts.Object)
	if !ok || producer.Name == r.tool.Name || producer.Arg("folder", "path", "paths") != "" || target == "" {
		return plan.Framework{}, nil, false
	}
	next := splice.Insert(r.Plan, r.Step, plan.Step{Tool: producer.Name, Args: map[string]any{}, Host: r.step.Host})
	if next.Steps[r.Step].Args == nil {
		next.Steps[r.Step].Args = map[string]any{}
	}
	next.Steps[r.Step].Args[plan.FromStep] = r.Step
	return next, nil, true
}
