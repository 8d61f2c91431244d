package consent

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// States a dialog ends in, beside "open". They are kept apart: nobody's silence is a refusal.
const (
	Open       = "open"
	Granted    = "granted"
	Refused    = "refused"
	Expired    = "expired"
	Cancelled  = "cancelled"
	Superseded = "superseded"
)

// Frozen is a turn suspended at step Next: what is done, which is never run again, and what was shown.
type Frozen struct {
	Turn      string            `json:"turn"`
	Text      string            `json:"text"`
	Framework plan.Framework    `json:"framework"`
	Previous  *plan.Remembered  `json:"previous,omitempty"`
	Done      []Finished        `json:"done"`
	Effects   core.Effects      `json:"effects"`
	Next      int               `json:"next"` // 1-based
	Args      map[string]any    `json:"args,omitempty"`
	Foreseen  *sdk.Effects      `json:"foreseen,omitempty"`
	Executors map[string]string `json:"executors"` // tool -> what identifies the bytes that would run
	Verdict   core.Verdict      `json:"verdict"`
	Question  *plan.Question    `json:"question,omitempty"`
	Shown     []string          `json:"shown,omitempty"` // options as the person reads them
	Undo      []string          `json:"undo,omitempty"`  // the turns to take back or to choose among, when that is what waits: latest first
	Origin    core.Origin       `json:"origin,omitempty"`
	Proposed  bool              `json:"proposed,omitempty"` // a model wrote the plan
	Answers   []string          `json:"answers,omitempty"`  // what the person answered so far, redacted
	Passed    Passed            `json:"passed"`
	Picked    []Pick            `json:"picked,omitempty"` // values the person picked among those an executor offered
	Found     string            `json:"found,omitempty"`  // print of what the step would write to, when Foreseen does not name it all
}

// Pick is an argument whose value an executor offered and the person pointed at: they did not write it.
type Pick struct {
	Step int    `json:"step"` // 1-based
	Arg  string `json:"arg"`
	Tool string `json:"tool"` // that offered it
}

// Passed counts what a plan changed without consent, creations apart: steps add up.
type Passed struct {
	Changed int `json:"changed,omitempty"`
	Created int `json:"created,omitempty"`
}

// Handles are the rows of the scratchpad the suspended turn stands on.
func (f Frozen) Handles() (out []plan.Handle) {
	if f.Previous != nil && f.Previous.Observed.Spilled != nil {
		out = append(out, *f.Previous.Observed.Spilled)
	}
	for _, done := range f.Done {
		if done.Observed.Spilled != nil {
			out = append(out, *done.Observed.Spilled)
		}
	}
	return out
}

// Finished is a step that ran before the suspension.
type Finished struct {
	Step     core.Step      `json:"step"`
	Args     map[string]any `json:"args"`
	Observed plan.Observed  `json:"observed"`
	Skipped  bool           `json:"skipped,omitempty"`
}

// Digest binds a consent to the person, the conversation, the turn, the rest of the plan, the bytes of
// its executors, the canonical arguments and the exact effects. The same action has the same digest,
// however its maps are ordered.
func (f Frozen) Digest(owner core.Owner, conversation string) (string, error) {
	var tail []plan.Step
	switch {
	case len(f.Undo) > 0:
	case f.Next >= 1 && f.Next <= len(f.Framework.Steps):
		tail = f.Framework.Steps[f.Next-1:]
	default:
		return "", sdk.Errorf(sdk.ContractViolation, "freeze_failed", "step %d of %d", f.Next, len(f.Framework.Steps))
	}
	body, err := json.Marshal(struct {
		Owner        core.Owner
		Conversation string
		Turn         string
		Next         int
		Tail         []plan.Step
		Executors    map[string]string
		Args         map[string]any
		Foreseen     *sdk.Effects
		Undo         []string
		Proposed     bool
		Answers      []string
		Passed       Passed
		Picked       []Pick
		Found        string
	}{owner, conversation, f.Turn, f.Next, tail, f.Executors, f.Args, f.Foreseen, f.Undo, f.Proposed, f.Answers, f.Passed, f.Picked, f.Found})
	if err != nil {
		return "", sdk.Errorf(sdk.ContractViolation, "freeze_failed", "%w", err)
	}
	sum := sha256.Sum256(append([]byte("metnos/consent/v1\x00"), body...))
	return hex.EncodeToString(sum[:]), nil
}

// Covers reports whether the consent is for exactly this call: the same step, the same arguments, and no
// effect beyond those that were shown, each on the very object it was shown for. found is the print of what the
// call would write to, where its effects do not name every object.
func (f Frozen) Covers(n int, args map[string]any, effects *sdk.Effects, found string) bool {
	if n != f.Next || found != f.Found || !same(args, f.Args) || (effects == nil) != (f.Foreseen == nil) {
		return false
	}
	if effects == nil {
		return true
	}
	shown := make(map[sdk.Effect]bool, len(f.Foreseen.Items))
	for _, e := range f.Foreseen.Items {
		shown[e] = true
	}
	for _, e := range effects.Items {
		if !shown[e] {
			return false
		}
	}
	return effects.Total <= f.Foreseen.Total && effects.Truncated == f.Foreseen.Truncated &&
		(effects.Reversible || !f.Foreseen.Reversible)
}

func same(a, b map[string]any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// Identity is what identifies the bytes of an executor: a consent holds for these and no others.
func Identity(ex core.Executor) string {
	m := ex.Manifest
	return m.Name + " " + m.Version + " " + m.Plugin.Digest + " " + ex.SignedBy + " " + ex.Instance
}
