package sdk

import (
	"context"
	"time"
)

// Executor is a plugin with one capability, named `verb_object[_qualifier]` by its manifest.
//
// Invoke performs the call and reports what was observed. It must honour ctx within 100 ms: the host
// kills the process at the deadline. A returned error means nothing useful was produced; wrap or
// return an [*Error] to give it a class, anything else is reported as [ContractViolation]. Failures of
// single items belong in [Result.Failed].
type Executor interface {
	Invoke(ctx context.Context, call Call, host Host) (Result, error)
}

// Previewer is implemented by an executor that can say the exact effects of a call before they happen.
// Preview changes nothing.
type Previewer interface {
	Preview(ctx context.Context, call Call, host Host) (Effects, error)
}

// Reverser is implemented by an executor that can undo a call from the evidence its Result carried
// (call.Undo). Reversing twice is harmless.
type Reverser interface {
	Reverse(ctx context.Context, call Call, host Host) (Result, error)
}

// Call is one invocation. Args have been validated against the manifest's schema and hold what JSON gives:
// numbers are float64, lists []any, objects map[string]any; paths are absolute
// and lie below a granted root.
type Call struct {
	Executor string         `json:"executor"`
	Args     map[string]any `json:"args"`
	Owner    string         `json:"owner"`
	Turn     string         `json:"turn"`
	Step     int            `json:"step"`             // 1-based
	Lang     string         `json:"lang"`             // "it" or "en"
	Zone     string         `json:"zone"`             // IANA name of the person's time zone
	Units    string         `json:"units,omitempty"`  // "imperial" when the person prefers miles, pounds, °F; else metric
	Home     string         `json:"home,omitempty"`   // the person's home folder, absolute; "" when unknown
	Now      time.Time      `json:"now"`              // the turn's clock; use it instead of time.Now
	Config   map[string]any `json:"config,omitempty"` // the instance's block of config.hcl
	Undo     *Undo          `json:"undo,omitempty"`   // Reverse only: evidence of the call to undo
	System   *System        `json:"system,omitempty"` // Invoke only, with the capability system:read
	From     Origin         `json:"-"`                // for the core alone: no plugin gets it
}

// Origin is where a call comes from.
type Origin struct{ Channel, Conversation, Said string }

// Effects are the exact changes a call would make.
type Effects struct {
	Items      []Effect `json:"items"`
	Reversible bool     `json:"reversible"`
	Truncated  bool     `json:"truncated,omitempty"` // Items is a prefix; Total counts them all
	Total      int      `json:"total"`
}

// Effect is one change to one object. What is there now is for the core to find out: it writes Real, RealSource
// and Print itself, whatever an executor put into them.
type Effect struct {
	Action     string `json:"action"`                // create, overwrite, append, move, trash, delete, send
	Target     string `json:"target"`                // absolute path, address, identifier
	Source     string `json:"source,omitempty"`      // where a moved or copied object comes from
	Real       string `json:"real,omitempty"`        // what Target is with symbolic links followed, when that is another path
	RealSource string `json:"real_source,omitempty"` // the same of Source
	Edits      int    `json:"edits,omitempty"`       // how many places change inside what stays otherwise as it is; 0: all of it
	Print      string `json:"print,omitempty"`       // tells the objects the change would find there from any others
}
