package arg

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/metnos/metnos/sdk"
)

// Reader reads the arguments of one call. The first wrong value is kept for [Reader.Err].
type Reader struct {
	args map[string]any
	err  *sdk.Error
}

// Of returns a reader of the call's arguments.
func Of(call sdk.Call) *Reader { return &Reader{args: call.Args} }

// In returns a reader of one object inside the arguments.
func In(object map[string]any) *Reader { return &Reader{args: object} }

// Err is the first value that was not of its type, or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Has reports whether the argument was given.
func (r *Reader) Has(name string) bool { return r.args[name] != nil }

// Must records an error when the argument was not given. An empty list is given: an earlier step found
// nothing.
func (r *Reader) Must(name string) {
	if !r.Has(name) && r.err == nil {
		r.err = sdk.Errorf(sdk.MissingInput, "value_not_given", "%s is required", name).With("name", name)
	}
}

// Text returns a string, or otherwise when it was not given. Numbers and booleans are read as text.
func (r *Reader) Text(name, otherwise string) string {
	switch v := r.args[name].(type) {
	case nil:
		return otherwise
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case json.Number:
		return v.String()
	}
	r.wrong(name, "a text")
	return otherwise
}

// Texts returns a list of strings; a single string is a list of one.
func (r *Reader) Texts(name string) []string {
	switch v := r.args[name].(type) {
	case nil:
		return nil
	case string:
		return []string{v}
	case []string:
		return v
	case []any:
		out := make([]string, 0, len(v))
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				r.wrong(name, "a list of texts")
				return nil
			}
			out = append(out, s)
		}
		return out
	}
	r.wrong(name, "a list of texts")
	return nil
}

// Flag returns a boolean, or otherwise when it was not given.
func (r *Reader) Flag(name string, otherwise bool) bool {
	switch v := r.args[name].(type) {
	case nil:
		return otherwise
	case bool:
		return v
	}
	r.wrong(name, "true or false")
	return otherwise
}

// Int returns a whole number, or otherwise when it was not given.
func (r *Reader) Int(name string, otherwise int64) int64 {
	switch v := r.args[name].(type) {
	case nil:
		return otherwise
	case int:
		return int64(v)
	case int64:
		return v
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v)
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
	}
	r.wrong(name, "a whole number")
	return otherwise
}

// Time returns an RFC 3339 instant, or the zero time when it was not given.
func (r *Reader) Time(name string) time.Time {
	switch v := r.args[name].(type) {
	case nil:
		return time.Time{}
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return at
		}
	case time.Time:
		return v
	}
	r.wrong(name, "an RFC 3339 time")
	return time.Time{}
}

// Objects returns a list of objects: the items of an earlier step.
func (r *Reader) Objects(name string) []map[string]any {
	switch v := r.args[name].(type) {
	case nil:
		return nil
	case []map[string]any:
		return v
	case []any:
		out := make([]map[string]any, 0, len(v))
		for _, item := range v {
			object, ok := item.(map[string]any)
			if !ok {
				r.wrong(name, "a list of objects")
				return nil
			}
			out = append(out, object)
		}
		return out
	}
	r.wrong(name, "a list of objects")
	return nil
}

func (r *Reader) wrong(name, want string) {
	if r.err == nil {
		r.err = sdk.Errorf(sdk.WrongArgs, "value_type", "%s must be %s", name, want).With("name", name)
	}
}
