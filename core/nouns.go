package core

import (
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Owner is the immutable id of the person everything belongs to. The zero value owns nothing and is refused.
type Owner string

// Host is the owner who runs the instance: the OS user who owns the data directory.
const Host Owner = "host"

// Turn is one request, bound to its four coordinates when it opens.
type Turn struct {
	ID           string // 16 hex
	Owner        Owner
	Actor        string // technical actor: host, device or user label
	Channel      string // cli, web, telegram, scheduler
	Conversation string
	Lang         string // it or en
	Zone         *time.Location
	Now          time.Time
	Text         string // redacted
	Home         string // absolute: what a relative path is relative to
	Formal       bool   // the person prefers a formal tone
}

// Tongue is how the person is spoken to: the language, and whether in a formal tone, as the message catalogue takes it.
func (t Turn) Tongue() string {
	if t.Formal {
		return t.Lang + Formal
	}
	return t.Lang
}

// Formal ends a language that is spoken formally.
const Formal = "-x-formal"

// Kind is how a turn ended.
type Kind string

const (
	Answer      Kind = "answer"
	Ask         Kind = "ask"
	NeedsInputs Kind = "needs_inputs"
	Approval    Kind = "approval"
	Refused     Kind = "refused"
	Error       Kind = "error"
)

// Origin is where a plan came from.
type Origin string

const (
	FromRoute    Origin = "route"
	FromFastpath Origin = "fastpath"
	FromAutopath Origin = "autopath"
	FromCompose  Origin = "compose"
	FromPropose  Origin = "propose"
	FromRecovery Origin = "recovery"
	FromResume   Origin = "resume"
	FromTutor    Origin = "tutor"
	FromSchedule Origin = "schedule"
)

// Executor is an admitted executor: a verified manifest and where its bytes are.
type Executor struct {
	Manifest *manifest.Manifest
	Dir      string // folder of manifest.toml and manifest.toml.sig
	Binary   string // store path of the plugin, named by its digest
	SignedBy string // key id
	Instance string // label of its config.hcl block, "" for the plain one
	Config   map[string]any
}

// Level is how strongly a process is confined; higher is stronger.
type Level int

const (
	LevelProcess Level = iota
	LevelLandlock
	LevelBwrap
)

func (l Level) String() string {
	switch l {
	case LevelBwrap:
		return "bwrap"
	case LevelLandlock:
		return "landlock"
	}
	return "process"
}

// Sandbox is the confinement of a step as measured from inside the process that ran it.
type Sandbox struct {
	Level  string   `json:"level"` // bwrap | landlock | process
	Net    string   `json:"net"`   // none | broker | host
	RO     []string `json:"ro"`
	RW     []string `json:"rw"`
	Reason string   `json:"reason,omitempty"` // why the level is below bwrap
}

// Step is one executed step as the ledger and `metnos ask --json` show it.
type Step struct {
	N          int       `json:"n"`
	Tool       string    `json:"tool"`
	OK         bool      `json:"ok"`
	ErrorClass sdk.Class `json:"error_class"`
	Error      string    `json:"error,omitempty"`
	MS         float64   `json:"ms"`
	Sandbox    Sandbox   `json:"sandbox"`
}

// Effects are the counters of a turn: the final text may claim nothing they deny.
type Effects struct {
	Mutations int `json:"mutations"`
	Items     int `json:"items"`
	Failures  int `json:"failures"`
	Uncertain int `json:"uncertain"`
}

// Ruling is what the vaglio decides about a step.
type Ruling string

const (
	Allow  Ruling = "allow"
	AskFor Ruling = "ask"
	Defer  Ruling = "defer"
	Deny   Ruling = "deny"
)

// Verdict is one decision with its reason: Code selects the sentence in the message catalogue.
type Verdict struct {
	Ruling Ruling            `json:"ruling"`
	Code   string            `json:"code"`
	Params map[string]string `json:"params,omitempty"`
}

// Source names what the data comes from that directs a step which asks: a file or a page, else the tool that brought
// it; "" is the person's own words.
func (v Verdict) Source() string {
	if name := v.Params["source"]; name != "" {
		return name
	}
	return v.Params["source_tool"]
}

// Dialog is a suspended question: an approval, a choice or a missing value. It belongs to one owner,
// channel and conversation, and carries the frozen tail of the plan.
type Dialog struct {
	ID           string    `json:"id"`
	Kind         Kind      `json:"kind"` // approval | ask | needs_inputs
	Owner        Owner     `json:"owner"`
	Channel      string    `json:"channel"`
	Conversation string    `json:"conversation"`
	Turn         string    `json:"turn"`
	Prompt       string    `json:"prompt"`
	Options      []string  `json:"options,omitempty"`
	Digest       string    `json:"digest"` // of the frozen action
	Frozen       []byte    `json:"frozen"` // JSON of what runs when it is answered
	Created      time.Time `json:"created"`
	Expires      time.Time `json:"expires"`
	State        string    `json:"state"` // open | granted | refused | expired | cancelled | superseded
}

// Outcome is the end of a turn, as every channel renders it and `metnos ask --json` prints it.
type Outcome struct {
	TurnID      string           `json:"turn_id"`
	Kind        Kind             `json:"kind"`
	Origin      Origin           `json:"origin"`
	Lang        string           `json:"lang"`
	Message     string           `json:"message"`
	Framework   any              `json:"framework"` // plan.Framework
	Steps       []Step           `json:"steps"`
	Effects     Effects          `json:"effects"`
	Dialog      *Question        `json:"dialog"`
	Proposal    *Proposal        `json:"proposal"`
	Table       *Table           `json:"table,omitempty"`
	Attachments []sdk.Attachment `json:"attachments"`
	MS          float64          `json:"ms"`
}

// Question is the public half of a dialog.
type Question struct {
	ID      string   `json:"id"`
	Prompt  string   `json:"prompt"`
	Options []string `json:"options,omitempty"`
	Input   string   `json:"input,omitempty"` // the kind of value, as those of sdk.Question; "" is any text
}

// Proposal is the public half of an approval: exactly what would happen.
type Proposal struct {
	ID         string      `json:"id"`
	Digest     string      `json:"digest"`
	Prompt     string      `json:"prompt"`
	Effects    sdk.Effects `json:"effects"`
	Reversible bool        `json:"reversible"`
	Source     string      `json:"source,omitempty"` // what the data comes from that directs the action; "" is the person
	Expires    time.Time   `json:"expires"`
}

// Table is a typed view of the last collection.
type Table struct {
	Columns []manifest.Column `json:"columns"`
	Rows    []map[string]any  `json:"rows"`
	Total   int               `json:"total"`
	Chart   *Chart            `json:"chart,omitempty"`
}

// Chart says how a table reads as a drawing: one name and one number of each row, in their order.
type Chart struct {
	Kind  string `json:"kind"`           // bars | line
	Label string `json:"label"`          // the column that names a row
	Value string `json:"value"`          // the column of numbers
	Type  string `json:"type,omitempty"` // of the numbers, as that of a column
	By    string `json:"by,omitempty"`   // what the rows were grouped by
	Of    string `json:"of,omitempty"`   // the field they were calculated on
	How   string `json:"how,omitempty"`  // the calculation: sum, mean, median, min, max, distinct
}

// Grant is what the configuration lets files executors ever reach: absolute paths. People are those it is
// for; empty means the host, and who lives in the host's home.
type Grant struct {
	Name   string
	People []Owner
	Read   []string
	Write  []string
	Deny   []string
}
