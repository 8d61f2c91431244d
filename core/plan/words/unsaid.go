package words

import (
	"maps"
	"slices"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/core/plan/ref"
	"github.com/metnos/metnos/sdk/manifest"
)

// Unsaid is what chooses the objects of a step and was not said by the person: a literal, or "*" when they said
// nothing of it; "" when they said it. Of a change only its targets count: what it writes chooses nothing.
func (j *Judge) Unsaid(step plan.Step, m *manifest.Manifest, r plan.Resolved, v plan.Values) string {
	changes := m.Execution.Effect != "read_only"
	said := len(m.Args.Properties) == 0 || changes && !aims(m)
	for _, name := range slices.Sorted(maps.Keys(step.Args)) {
		if name == plan.FromStep || name == plan.FromPrevious || changes && !plan.PathArg(m, name) {
			continue
		}
		refs, _ := ref.In(step.Args[name])
		for _, one := range refs {
			from, ok := observed(one, v)
			switch {
			case ok && from.Unsaid != "":
				return from.Unsaid
			case ok && one.Source == ref.FromPreviousResult && !j.Refers():
				return "*"
			}
			said = said || ok
		}
		switch origin := r.Origins[name]; {
		case len(refs) == 0 && origin != plan.User && (r.Sources[name].Tool == label.Proposal || plan.PathArg(m, name)):
			return plan.Text(r.Args[name])
		case origin == plan.User && m.Args.Properties[name].Type != "boolean":
			said = true
		}
	}
	if _, previous := step.Args[plan.FromPrevious]; previous && v.Previous != nil {
		if !j.Refers() {
			return "*"
		}
		return v.Previous.Unsaid
	}
	if n, ok := plan.Number(step.Args[plan.FromStep]); ok && n >= 1 && n <= len(v.Steps) {
		return v.Steps[n-1].Unsaid
	}
	if said {
		return ""
	}
	return "*"
}

func observed(r ref.Ref, v plan.Values) (plan.Observed, bool) {
	switch {
	case r.Source == ref.FromStepResult && r.Step >= 1 && r.Step <= len(v.Steps):
		return v.Steps[r.Step-1], true
	case r.Source == ref.FromPreviousResult && v.Previous != nil:
		return *v.Previous, true
	}
	return plan.Observed{}, false
}

// aims reports whether an executor takes paths.
func aims(m *manifest.Manifest) bool {
	for name := range m.Args.Properties {
		if plan.PathArg(m, name) {
			return true
		}
	}
	return false
}
