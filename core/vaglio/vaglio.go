package vaglio

import (
	"context"
	"path/filepath"
	"strconv"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Policy is what the configuration and the probe of the machine decided once.
type Policy struct {
	Threshold int          // items a reversible change may touch without asking; ≤ 0 means every change asks
	Grants    []core.Grant // folders executors may ever reach
	Deny      []string     // absolute paths never reached, beyond the grants' own: the data directory
	Level     core.Level   // strongest confinement this machine gives
}

// Action is one step about to run.
type Action struct {
	Owner    core.Owner
	Executor core.Executor
	Args     map[string]any             // resolved, paths canonical
	Paths    []Path                     // what CanonicalArgs found
	Origins  map[string]plan.Provenance // of the arguments the person did not write
	Sources  map[string]label.Source    // of those, who gave them
	Handed   label.Mark                 // of the items of a collection passed whole
	Proposal *Proposal                  // set when a model wrote the plan
	Passed   Tally                      // what the turn changed before, without consent
	Effects  *sdk.Effects               // from Preview; nil when the executor cannot say
	Preview  bool                       // this is the Preview itself, which changes nothing
	ReadOnly bool                       // the owner may look and change nothing
	Undo     bool                       // this reverses a call that ran, which its owner asked for
	Approved bool                       // the person approved exactly this action, its digest recomputed
}

// Vaglio decides. It holds no state between decisions.
type Vaglio struct {
	policy Policy
	roots  []root
	known  func(core.Owner) bool
}

type root struct {
	path, real string
	write      bool
}

// New prepares a policy; known reports whether an owner exists.
func New(policy Policy, known func(core.Owner) bool) *Vaglio {
	v := &Vaglio{policy: policy, known: known}
	for _, g := range policy.Grants {
		for _, path := range g.Read {
			v.roots = append(v.roots, newRoot(path, false))
		}
		for _, path := range g.Write {
			v.roots = append(v.roots, newRoot(path, true))
		}
	}
	return v
}

func newRoot(path string, write bool) root {
	path = filepath.Clean(path)
	resolved, err := real(path)
	if err != nil {
		resolved = path
	}
	return root{path: path, real: resolved, write: write}
}

// Decide returns the verdict on one action. A fault inside it is a Deny.
func (v *Vaglio) Decide(ctx context.Context, a Action) (verdict core.Verdict) {
	defer func() {
		if fault := recover(); fault != nil {
			verdict = deny("vaglio_fault")
		}
	}()
	if ctx.Err() != nil {
		return deny("vaglio_cancelled")
	}
	for _, rule := range [...]func(Action) (core.Verdict, bool){
		v.identity, v.executor, v.confinement, v.reach, v.change,
	} {
		if verdict, settled := rule(a); settled {
			return verdict
		}
	}
	return deny("vaglio_fault")
}

func deny(code string, params ...string) core.Verdict { return ruling(core.Deny, code, params) }
func ask(code string, params ...string) core.Verdict  { return ruling(core.AskFor, code, params) }

func ruling(r core.Ruling, code string, params []string) core.Verdict {
	verdict := core.Verdict{Ruling: r, Code: code}
	for i := 0; i+1 < len(params); i += 2 {
		if verdict.Params == nil {
			verdict.Params = map[string]string{}
		}
		verdict.Params[params[i]] = params[i+1]
	}
	return verdict
}

func (v *Vaglio) identity(a Action) (core.Verdict, bool) {
	if a.Owner == "" || v.known == nil || !v.known(a.Owner) {
		return deny("owner_unknown"), true
	}
	return core.Verdict{}, false
}

func (v *Vaglio) executor(a Action) (core.Verdict, bool) {
	m := a.Executor.Manifest
	if m == nil {
		return deny("executor_missing"), true
	}
	if m.Lifecycle != "active" {
		return deny("executor_inactive", "tool", m.Name, "lifecycle", m.Lifecycle), true
	}
	return core.Verdict{}, false
}

// confinement refuses to run an executor with less isolation than it needs. Imported and generated code
// never runs below landlock.
func (v *Vaglio) confinement(a Action) (core.Verdict, bool) {
	m := a.Executor.Manifest
	need, ok := levels[m.Placement.MinSandbox]
	if !ok {
		return deny("sandbox_unknown", "tool", m.Name, "level", m.Placement.MinSandbox), true
	}
	if m.Origin == "imported" || m.Origin == "synthesized" {
		need = max(need, core.LevelLandlock)
	}
	if v.policy.Level < need {
		return deny("sandbox_too_weak", "tool", m.Name, "need", need.String(), "have", v.policy.Level.String()), true
	}
	return core.Verdict{}, false
}

var levels = map[string]core.Level{
	"": core.LevelProcess, "process": core.LevelProcess, "landlock": core.LevelLandlock, "bwrap": core.LevelBwrap,
}

// reach refuses paths outside the granted folders, denied paths and secrets, in the arguments and in the
// effects the executor foresees.
func (v *Vaglio) reach(a Action) (core.Verdict, bool) {
	m := a.Executor.Manifest
	files := has(m, "fs:read") || has(m, "fs:write")
	if len(v.roots) == 0 && (files || len(a.Paths) > 0) {
		return deny("no_roots", "tool", m.Name), true
	}
	links := resolver{}
	for _, p := range a.Paths {
		if verdict, refused := v.path(links, p.Path, p.Write && !a.Preview); refused {
			return verdict, true
		}
	}
	if a.Effects == nil || !files {
		return core.Verdict{}, false
	}
	for _, e := range a.Effects.Items {
		for _, target := range [...]string{e.Target, e.Source} {
			if target == "" || e.Action == "send" {
				continue
			}
			if !filepath.IsAbs(target) {
				return deny("effect_unclear", "tool", m.Name), true
			}
			if verdict, refused := v.path(links, filepath.Clean(target), e.Action != "copy" || target == e.Target); refused {
				return verdict, true
			}
		}
	}
	return core.Verdict{}, false
}

// path checks one path as written and with its symbolic links resolved.
func (v *Vaglio) path(links resolver, path string, write bool) (core.Verdict, bool) {
	if !filepath.IsAbs(path) || filepath.Clean(path) != path {
		return deny("path_unclean", "path", path), true
	}
	resolved, err := links.real(path)
	if err != nil {
		// What cannot be resolved (a loop, an unreadable parent) cannot be judged.
		return deny("path_unresolved", "path", path), true
	}
	if secret(path) || resolved != path && secret(resolved) {
		return deny("path_secret", "path", path), true
	}
	if v.denied(path) || resolved != path && v.denied(resolved) {
		return deny("path_denied", "path", path), true
	}
	readable := false
	for _, r := range v.roots {
		if !below(path, r.path) && !below(path, r.real) || !below(resolved, r.real) {
			continue
		}
		if r.write || !write {
			return core.Verdict{}, false
		}
		readable = true
	}
	if readable {
		return deny("path_read_only", "path", path), true
	}
	return deny("path_outside", "path", path, "granted", v.named()), true
}

func (v *Vaglio) denied(path string) bool {
	for _, d := range v.policy.Deny {
		if below(path, filepath.Clean(d)) {
			return true
		}
	}
	for _, g := range v.policy.Grants {
		for _, d := range g.Deny {
			if below(path, filepath.Clean(d)) {
				return true
			}
		}
	}
	return false
}

func has(m *manifest.Manifest, capability string) bool {
	for _, c := range m.Capabilities {
		if c.Name == capability {
			return true
		}
	}
	return false
}

func count(n int) string { return strconv.Itoa(n) }
