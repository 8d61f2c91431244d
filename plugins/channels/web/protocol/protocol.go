package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/rich"
	"github.com/metnos/metnos/sdk"
)

// Close codes of the socket. Every other close means "come back and resume".
const (
	CloseGoingAway = 1001
	CloseTryLater  = 1013
	CloseBadFrame  = 1007
	CloseSignedOut = 4401 // the session is over: sign in again, do not retry
	CloseTooSlow   = 4408 // the tab did not keep up with its events
	CloseTooMany   = 4429 // this person has too many tabs open
)

// Request is one message from the page. Type: submit, decide, reply, cancel, feedback, resume, call.
type Request struct {
	ID           string            `json:"id"`
	Type         string            `json:"type"`
	Conversation string            `json:"conversation,omitempty"` // submit, resume
	Text         string            `json:"text,omitempty"`         // submit
	Lang         string            `json:"lang,omitempty"`         // submit: language of the page
	Proposal     string            `json:"proposal,omitempty"`     // decide
	Digest       string            `json:"digest,omitempty"`       // decide: the one shown with the proposal
	Choice       string            `json:"choice,omitempty"`       // decide: approve or refuse
	Dialog       string            `json:"dialog,omitempty"`       // reply
	Values       map[string]string `json:"values,omitempty"`       // reply
	Turn         string            `json:"turn,omitempty"`         // cancel, feedback
	Good         *bool             `json:"good,omitempty"`         // feedback
	Seq          int64             `json:"seq,omitempty"`          // resume: newest event the page has
	Method       string            `json:"method,omitempty"`       // call: one of callable
	Params       json.RawMessage   `json:"params,omitempty"`       // call
}

// Methods of the core's settings surface that the page may call.
const (
	MethodPreferences = "preferences.set"      // {lang}
	MethodSuggestions = "catalog.suggestions"  // {lang} -> {suggestions: [text]}
	MethodThreads     = "conversations.list"   // {query} -> {conversations: [{id, title, turns, updated, busy}]}
	MethodRename      = "conversations.rename" // {conversation, title}
	MethodDelete      = "conversations.delete" // {conversation}
	MethodWaiting     = "approvals.list"       // -> {waiting: [{conversation, title, turn, created, proposal|dialog}]}
	MethodRated       = "ratings.list"         // -> {rated: [{turn, good, at}]}
	MethodDrop        = "approvals.drop"       // {dialog}
	MethodChanges     = "changes.list"         // {conversation} -> {changes: [{turns, at, changed, tried}]}
	MethodUndo        = "changes.undo"         // {id, conversation, turn} -> {turn, duplicate}
	MethodMenu        = "settings.menu"        // {lang} -> {pages: [{route, label, summary, section, place}]}
	MethodOpen        = "settings.open"        // {lang, route} -> one page
	MethodLook        = "settings.look"        // {lang, route, row} -> {blocks: [{title, text, lang}]}
	MethodAct         = "settings.act"         // {lang, route, control, row, value} -> {message, secret}
	MethodPasskey     = "passkeys.begin"       // {origin} -> {options}
	MethodLend        = "parcels.lend"         // {paths} -> {loans: [{token, name, media, size, image, expires}]}
)

// callable lists what the page may ask of the settings surface. session.open is not among them: its
// answer is a secret that belongs in a cookie scripts cannot read.
var callable = map[string]bool{
	MethodPreferences: true, MethodSuggestions: true, MethodThreads: true, MethodRename: true, MethodDelete: true,
	MethodWaiting: true, MethodDrop: true, MethodChanges: true, MethodRated: true, MethodUndo: true,
	MethodMenu: true, MethodOpen: true, MethodLook: true, MethodAct: true, MethodLend: true, MethodPasskey: true,
}

// Tells is what the other tabs of a person hear when one of them has called a method that changes a list.
var Tells = map[string]string{MethodRename: "renamed", MethodDelete: "deleted"}

// Frame is one message to the page: exactly one of Hello, Ack, Nack, Event, Elsewhere and Beat is set.
type Frame struct {
	Hello        *Hello          `json:"hello,omitempty"`
	Ack          string          `json:"ack,omitempty"`
	Nack         string          `json:"nack,omitempty"`
	Turn         string          `json:"turn,omitempty"`
	Duplicate    bool            `json:"duplicate,omitempty"`
	Result       json.RawMessage `json:"result,omitempty"`
	Seq          int64           `json:"seq,omitempty"`
	Error        *Fault          `json:"error,omitempty"`
	Conversation string          `json:"conversation,omitempty"`
	Event        *sdk.Event      `json:"event,omitempty"`
	Rich         []rich.Node     `json:"rich,omitempty"`      // of a final event: its message, as it is shown
	Rewound      bool            `json:"rewound,omitempty"`   // the conversation begins again: what was shown of it is no longer so
	Elsewhere    string          `json:"elsewhere,omitempty"` // kind of what happened in a conversation this tab does not follow
	Beat         int64           `json:"beat,omitempty"`
}

// Hello opens a socket: who is signed in, and how long a silence may be before the connection counts as dead.
type Hello struct {
	Name    string `json:"name"`
	Lang    string `json:"lang"`
	Role    string `json:"role"`
	QuietMS int64  `json:"quiet_ms"` // milliseconds
}

// Fault is an error for the page: the class selects its sentence, the code is exact.
type Fault struct {
	Class   sdk.Class         `json:"class"`
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Params  map[string]string `json:"params,omitempty"`
}

// FaultOf keeps what the page may know of an error.
func FaultOf(err error) *Fault {
	var e *sdk.Error
	if !errors.As(err, &e) {
		// Text of an unclassed error may carry internals; the page gets the class alone.
		return &Fault{Class: sdk.ServerError, Code: string(sdk.ServerError), Message: "internal error"}
	}
	code := e.Code
	if code == "" {
		code = string(e.Class)
	}
	return &Fault{Class: e.Class, Code: code, Message: e.Message, Params: e.Params}
}

// Told is the frame of an event.
func Told(conversation string, e sdk.Event) Frame {
	f := Frame{Conversation: conversation, Event: &e}
	if e.Kind == "final" {
		f.Rich = rich.Outcome(e.Data)
	}
	return f
}

// loud are the kinds of events a tab hears of though it follows another conversation.
var loud = map[string]bool{"turn_started": true, "proposal": true, "dialog": true, "final": true}

// Heard is the frame that tells of an event elsewhere; false when it says nothing there.
func Heard(conversation, kind string) (Frame, bool) {
	return Frame{Conversation: conversation, Elsewhere: kind}, loud[kind]
}

// MaxText bounds the text of one message, in bytes.
const MaxText = 32000

// OutOfReach reports a failure that says nothing about the request: it may or may not have arrived, and
// asking again under the same id is safe.
func OutOfReach(err error) bool {
	switch sdk.ClassOf(err) {
	case sdk.Unavailable, sdk.Timeout, sdk.Network, sdk.Crashed, sdk.Cancelled:
		return true
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

const maxValues = 32

var (
	validID        = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	conversationID = regexp.MustCompile(`^c_[A-Za-z0-9_-]{5,94}$`)
	reference      = regexp.MustCompile(`^[A-Za-z0-9_:.-]{1,128}$`)
)

// Conversation reports whether an id may be that of a conversation.
func Conversation(id string) bool { return conversationID.MatchString(id) }

// Decode reads one message. The id comes back even when the rest is wrong, so that the page can be
// told which message was refused; an empty id means there is nobody to answer.
func Decode(raw []byte) (Request, error) {
	var r Request
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode(&r)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	if err != nil {
		var only struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(raw, &only) != nil || !validID.MatchString(only.ID) {
			only.ID = ""
		}
		return Request{ID: only.ID}, sdk.Errorf(sdk.WrongArgs, "web_request_invalid", "request: %w", err)
	}
	if !validID.MatchString(r.ID) {
		return Request{}, sdk.Errorf(sdk.WrongArgs, "web_request_invalid", "request: id must be 1 to 64 letters, digits, - or _")
	}
	return r, r.validate()
}

func (r Request) validate() error {
	problem := ""
	switch r.Type {
	case "submit":
		switch {
		case !conversationID.MatchString(r.Conversation):
			problem = "conversation"
		case strings.TrimSpace(r.Text) == "":
			problem = "text"
		case len(r.Text) > MaxText:
			return sdk.Errorf(sdk.Oversize, "web_text_too_long", "text has %d bytes, %d are allowed", len(r.Text), MaxText)
		case r.Lang != "" && r.Lang != "it" && r.Lang != "en":
			problem = "lang"
		}
	case "resume":
		if !conversationID.MatchString(r.Conversation) || r.Seq < 0 {
			problem = "conversation or seq"
		}
	case "decide":
		if !reference.MatchString(r.Proposal) || !reference.MatchString(r.Digest) || (r.Choice != "approve" && r.Choice != "refuse") {
			problem = "proposal, digest or choice"
		}
	case "reply":
		if !reference.MatchString(r.Dialog) || len(r.Values) == 0 || len(r.Values) > maxValues {
			problem = "dialog or values"
		}
	case "cancel":
		if !reference.MatchString(r.Turn) {
			problem = "turn"
		}
	case "feedback":
		if !reference.MatchString(r.Turn) || r.Good == nil {
			problem = "turn or good"
		}
	case "call":
		if !callable[r.Method] {
			problem = "method"
		}
	default:
		problem = "type"
	}
	if problem != "" {
		return sdk.Errorf(sdk.WrongArgs, "web_request_invalid", "request %s: wrong %s", r.Type, problem)
	}
	return nil
}

// About is the conversation a call names in its parameters, "" when it names none.
func (r Request) About() string {
	var in struct {
		Conversation string `json:"conversation"`
	}
	if json.Unmarshal(r.Params, &in) != nil || !conversationID.MatchString(in.Conversation) {
		return ""
	}
	return in.Conversation
}

// Pulse is the frame that stands in for a ping, which a page's script cannot see.
func Pulse(now time.Time) Frame { return Frame{Beat: now.UnixMilli()} }
