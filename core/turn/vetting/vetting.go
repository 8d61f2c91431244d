package vetting

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/turn/blank"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Shelf keeps what the guards made of a catalog, from one plan to the next.
type Shelf = shelf.Kept

// Request is a plan and what it is held against.
type Request struct {
	Plan     plan.Framework
	Text     string // what the person asked for
	Lang     string
	Home     string
	Find     plan.Lookup
	Catalog  []core.Executor
	Shelf    *Shelf // optional: where the catalog is kept as the guards see it
	Limit    int    // steps
	Proposed bool   // a model wrote it: what the person ordered and it leaves out is a fault
	Running  bool   // steps of it are done: it is checked and not mended
}

// Vetted is the plan that may run, when there are no problems.
type Vetted struct {
	Plan     plan.Framework
	Problems plan.Problems
	Guards   map[string]int // how often each guard changed the plan
}

// Vet mends and checks a plan.
func Vet(req Request) Vetted {
	v := Vetted{Plan: req.Plan}
	if n := blank.Planned(req.Plan); n > 0 {
		v.Problems = plan.Problems{{Step: n, Err: blank.Refusal()}}
		return v
	}
	req.Find = once(req.Find)
	if n := len(v.Plan.Steps); n > 0 && v.Plan.Steps[n-1].Tool == plan.FinalAnswer {
		v.Plan.Steps = v.Plan.Steps[:n-1]
	}
	if req.Running {
		v.Problems = plan.Validate(v.Plan, req.Find, req.Limit)
		return v
	}
	var look *shelf.Shelf
	if req.Shelf != nil {
		look = req.Shelf.Of(req.Catalog)
	}
	mended := guard.Apply(guard.Request{Framework: v.Plan, Text: req.Text, Lang: req.Lang, Home: req.Home, Find: req.Find, Catalog: req.Catalog, Shelf: look})
	for _, f := range mended.Fired {
		if v.Guards == nil {
			v.Guards = map[string]int{}
		}
		v.Guards[f.Name] = f.N
	}
	v.Plan = mended.Framework
	v.Problems = plan.Validate(v.Plan, req.Find, max(req.Limit, mended.Limit))
	if len(v.Problems) == 0 && req.Proposed && len(mended.Missing) > 0 {
		c := mended.Missing[0]
		code := "plan_incomplete"
		if !guard.Able(c, req.Catalog) {
			code = "capability_missing"
		}
		v.Problems = plan.Problems{{Err: sdk.Errorf(sdk.OutOfScope, code, "the plan leaves out %s %s", c.Verb, c.Object).With("what", c.Text)}}
	}
	return v
}

// once asks for each executor one time: the guards look at the same few again and again, and a look checks the
// files on the disk. Before it runs, each is looked up anew.
func once(find plan.Lookup) plan.Lookup {
	type found struct {
		m  *manifest.Manifest
		ok bool
	}
	seen := map[string]found{}
	return func(tool string) (*manifest.Manifest, bool) {
		f, known := seen[tool]
		if !known {
			f.m, f.ok = find(tool)
			seen[tool] = f
		}
		return f.m, f.ok
	}
}
