package ledger

import (
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Record is one line of the turn log. Kind: opened, plan, verdict, pending, step, dialog, undo, closed.
type Record struct {
	Kind         string          `json:"kind"`
	At           time.Time       `json:"at"`
	Owner        core.Owner      `json:"owner"`
	Turn         string          `json:"turn"`
	Actor        string          `json:"actor,omitempty"`
	Channel      string          `json:"channel,omitempty"`
	Conversation string          `json:"conversation,omitempty"`
	Lang         string          `json:"lang,omitempty"`
	Text         string          `json:"text,omitempty"`
	Origin       core.Origin     `json:"origin,omitempty"`
	Framework    *plan.Framework `json:"framework,omitempty"`
	N            int             `json:"n,omitempty"` // step, 1-based
	Tool         string          `json:"tool,omitempty"`
	Version      string          `json:"version,omitempty"`
	Digest       string          `json:"digest,omitempty"`
	Args         map[string]any  `json:"args,omitempty"`
	Verdict      *core.Verdict   `json:"verdict,omitempty"`
	Step         *core.Step      `json:"step,omitempty"`
	Counters     *sdk.Counters   `json:"counters,omitempty"`
	Dialog       string          `json:"dialog,omitempty"`
	State        string          `json:"state,omitempty"` // of the dialog
	Outcome      *core.Outcome   `json:"outcome,omitempty"`
	Problems     []string        `json:"problems,omitempty"`
	Guards       map[string]int  `json:"guards,omitempty"` // how often each changed the plan
}

// Entry is a record with its place in the chain.
type Entry struct {
	Seq      int64  `json:"seq"`      // 1 for the first of the ledger
	Prev     string `json:"prev"`     // hash of the entry before, "" for the first
	Redacted int    `json:"redacted"` // secrets taken out of the record
	Record   Record `json:"record"`
	Hash     string `json:"hash"` // hex SHA-256 of Prev and the line up to the hash
}
