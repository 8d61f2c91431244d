package steps

import (
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/plan"
)

// Naming gathers the paths of things named one by one. One that is unclear is asked about, and its answer joins
// the others; two of them are not settled by one answer.
type Naming struct {
	Paths   []any
	unclear string
	options []string
}

// Add takes what a name was found to mean.
func (n *Naming) Add(name string, ch Choice) error {
	switch {
	case ch.Path != "":
		n.Paths = append(n.Paths, plan.Literal(ch.Path))
	case n.unclear != "":
		return &Refusal{Draft: plan.Draft{Question: &plan.Question{Code: "which_file", Options: ch.Options, Params: map[string]string{"name": name}}}}
	default:
		n.unclear, n.options = name, ch.Options
	}
	return nil
}

// Asked leaves the question about the unclear name, if there is one.
func (n *Naming) Asked(b *Builder, t *shelf.Tool) bool {
	if n.unclear == "" {
		return false
	}
	b.Ask(t, t.PathSemantic(), "which_file", n.options, "name", n.unclear)
	b.Question.Beside = n.Paths
	return true
}
