package guard

import (
	"reflect"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/argument"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/guard/structure"
	"github.com/metnos/metnos/core/plan/intent"
	"github.com/metnos/metnos/core/plan/shelf"
)

// Clause is what the person asked, one request of the sentence.
type Clause = intent.Clause

// Read takes a sentence apart into clauses, in the order they were said.
func Read(text, lang string) []Clause { return intent.Read(text, lang) }

// Request is a plan to be mended and everything it is judged by.
type Request = scene.Request

// Result is the mended plan.
type Result struct {
	Framework plan.Framework
	Fired     []Fire   // in the order of the rules
	Missing   []Clause // actions the person ordered that no step does
	// Limit is what the plan's length is validated against: steps a rule added count as the runtime's own.
	Limit int
}

// Fire counts how often a rule changed the plan.
type Fire struct {
	Name string
	N    int
}

// rule is one guard. It edits and returns f, which is its own copy, and counts what it changed.
type rule struct {
	name  string
	apply func(s *scene.Scene, f plan.Framework) (plan.Framework, int)
}

// rules in the order they run.
var rules = [...]rule{
	{"drop_final_answer", argument.DropFinalAnswer},
	{"coerce_args_to_schema", argument.Coerce},
	{"normalize_filter_operation_values", argument.NormalizeOperations},
	{"withhold_denied_actions", structure.WithholdDenied},
	{"enforce_provider_binding", structure.EnforceProviderBinding},
	{"decontaminate_reader_qualifier", structure.DecontaminateReader},
	{"align_framework_objects", structure.AlignObjects},
	{"align_strong_affinity_producers", structure.AlignAffinity},
	{"align_framework_action_pairs", structure.AlignPairs},
	{"route_filename_pattern_to_find", structure.RoutePattern},
	{"scope_dirs_clause_to_contents", structure.ScopeDirs},
	{"enrich_move_source_dir", structure.EnrichSource},
	{"route_folder_size", structure.RouteFolderSize},
	{"degenerate_find_to_list", structure.DegenerateFind},
	{"enforce_missing_objects", structure.EnforceObjects},
	{"enforce_missing_clauses", structure.EnforceClauses},
	{"auto_wire_consumer", structure.AutoWire},
	{"explicit_destination_beats_reference", structure.ExplicitDestination},
	{"keep_remote_authority", structure.KeepAuthority},
	{"conform_to_intent_order", structure.ConformOrder},
	{"fill_clause_args", argument.FillClause},
	{"enforce_complete_sink_cardinality", argument.CompleteSink},
	{"normalize_result_folder_exclusion", structure.NormalizeExclusion},
	{"enforce_create_only_artifact_policy", argument.CreateOnly},
	{"strip_unknown_args", argument.StripUnknown},
}

// Names lists the rules in the order they run.
func Names() []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.name
	}
	return names
}

// maxPasses bounds how often the list is run; every rule removes its own reason, so three are seldom needed.
const maxPasses = 12

// Apply mends a plan until no rule fires. Applying it to its own result changes nothing.
func Apply(req Request) Result {
	s := scene.New(req)
	f, fired := req.Framework.Clone(), map[string]int{}
	settled := false
	for pass := 0; pass < maxPasses && !settled; pass++ {
		settled = true
		for _, r := range rules {
			next, n := r.apply(s, f.Clone())
			if n > 0 && !reflect.DeepEqual(next, f) && accepts(s, f, next) {
				f, settled = next, false
				fired[r.name] += n
			}
		}
	}
	if !settled { // rules that undo each other have no say
		f, fired = req.Framework.Clone(), nil
	}
	out := Result{Framework: f, Missing: missing(s, f), Limit: limit(req.Framework, f)}
	for _, r := range rules {
		if n := fired[r.name]; n > 0 {
			out.Fired = append(out.Fired, Fire{r.name, n})
		}
	}
	return out
}

func limit(before, after plan.Framework) int {
	if len(before.Steps) <= plan.MaxSteps && len(after.Steps) > len(before.Steps) {
		return plan.MaxRuntimeSteps
	}
	return plan.MaxSteps
}

// accepts is what holds for every rule: no change nobody ordered, no new fault, no plan beyond the cap. A plan that
// loses steps may lose all of them.
func accepts(s *scene.Scene, before, after plan.Framework) bool {
	if len(after.Steps) > max(len(before.Steps), plan.MaxRuntimeSteps) {
		return false
	}
	was, is := changes(s, before), changes(s, after)
	for verb, n := range is {
		if n > was[verb] && !s.Ordered(verb) {
			return false
		}
	}
	return len(after.Steps) < len(before.Steps) || s.Faults(after) <= s.Faults(before)
}

// changes counts the steps that may change something, by the verb of their executor; one nobody knows counts.
func changes(s *scene.Scene, f plan.Framework) map[string]int {
	out := map[string]int{}
	for _, step := range f.Steps {
		t, ok := s.Tool(step)
		switch {
		case step.Tool == plan.FinalAnswer:
		case !ok:
			out["?"+step.Tool]++
		case t.Changes():
			out[t.Parts.Verb]++
		}
	}
	return out
}

// missing lists the orders no step carries out.
func missing(s *scene.Scene, f plan.Framework) (out []Clause) {
	for _, c := range s.Clauses {
		if c.Required() && !slices.ContainsFunc(f.Steps, func(step plan.Step) bool { return s.Covers(c, step) }) {
			out = append(out, c)
		}
	}
	return out
}

// Able reports whether the catalog has an executor for what a clause orders: one that has none is a missing
// capability, not a missing step.
func Able(c Clause, catalog []core.Executor) bool {
	return slices.ContainsFunc(shelf.New(catalog).All(), func(t shelf.Tool) bool {
		return c.CoveredBy(t.Parts.Verb) && (c.Object == "" || t.Parts.Object == c.Object || scene.SameThings(t.Parts.Object, c.Object))
	})
}
