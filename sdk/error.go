package sdk

import (
	"errors"
	"fmt"
)

// Class is the closed kind of an error. The zero value means no error.
type Class string

// Structural classes: the plan was wrong. Operational classes: the world was.
const (
	WrongTool    Class = "wrong_tool"
	WrongArgs    Class = "wrong_args"
	MissingInput Class = "missing_input"
	OutOfScope   Class = "out_of_scope"

	Network           Class = "network"
	Timeout           Class = "timeout"
	RateLimited       Class = "rate_limited"
	ServerError       Class = "server_error"
	Unavailable       Class = "unavailable"
	AuthRequired      Class = "auth_required"
	Quota             Class = "quota"
	NotFound          Class = "not_found"
	PermissionDenied  Class = "permission_denied"
	Conflict          Class = "conflict"
	IOError           Class = "io_error"
	Crashed           Class = "crashed"
	Oversize          Class = "oversize"
	Cancelled         Class = "cancelled"
	ContractViolation Class = "contract_violation"
	PolicyDenied      Class = "policy_denied"
	Uncertain         Class = "uncertain"
)

// Classes lists every class, structural first.
var Classes = []Class{
	WrongTool, WrongArgs, MissingInput, OutOfScope,
	Network, Timeout, RateLimited, ServerError, Unavailable, AuthRequired, Quota, NotFound, PermissionDenied,
	Conflict, IOError, Crashed, Oversize, Cancelled, ContractViolation, PolicyDenied, Uncertain,
}

// Structural reports whether the class blames the plan rather than the world.
func (c Class) Structural() bool {
	return c == WrongTool || c == WrongArgs || c == MissingInput || c == OutOfScope
}

// Valid reports whether c is one of Classes.
func (c Class) Valid() bool {
	for _, known := range Classes {
		if c == known {
			return true
		}
	}
	return false
}

// Error carries a closed class for the program and material for the person's sentence; it survives the
// wire. Code selects the sentence in the core's message catalogue ("file_not_found"), Params fill it,
// Message is the plugin's own English detail for logs and for codes the catalogue does not know.
type Error struct {
	Class   Class             `json:"class"`
	Code    string            `json:"code,omitempty"`
	Message string            `json:"message"`
	Params  map[string]string `json:"params,omitempty"`
	cause   error
}

// Errorf builds an Error; %w keeps the cause for errors.Is and errors.As on this side of the wire.
func Errorf(class Class, code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Class: class, Code: code, Message: err.Error(), cause: errors.Unwrap(err)}
}

// With returns a copy of e with one more parameter for the person's sentence.
func (e *Error) With(name, value string) *Error {
	c := *e
	c.Params = make(map[string]string, len(e.Params)+1)
	for k, v := range e.Params {
		c.Params[k] = v
	}
	c.Params[name] = value
	return &c
}

func (e *Error) Error() string {
	if e.Code == "" {
		return string(e.Class) + ": " + e.Message
	}
	return string(e.Class) + "/" + e.Code + ": " + e.Message
}

func (e *Error) Unwrap() error { return e.cause }

// ClassOf returns the class of the first *Error in err's chain, or "" when there is none.
func ClassOf(err error) Class {
	var e *Error
	if errors.As(err, &e) {
		return e.Class
	}
	return ""
}
