package i18n

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/metnos/metnos/sdk"
)

// Sentence says an error to a person: the sentence of its code; else the sentence of its class followed
// by the code, so that an unknown code stays visible; else the sentence for an internal fault. It never
// shows the error's own English detail, which belongs to the ledger. Several joined errors become one
// line each.
func (c *Catalog) Sentence(lang string, err error) string {
	if err == nil {
		return ""
	}
	if failure, ok := err.(*sdk.Error); ok {
		return c.failure(lang, failure)
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		return c.lines(lang, many.Unwrap())
	}
	if inner := errors.Unwrap(err); inner != nil {
		return c.Sentence(lang, inner)
	}
	return c.Say(lang, plain(err), nil)
}

// plain returns the key for an error of the standard library.
func plain(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "class_timeout"
	case errors.Is(err, context.Canceled):
		return "class_cancelled"
	case errors.Is(err, fs.ErrNotExist):
		return "class_not_found"
	case errors.Is(err, fs.ErrPermission):
		return "class_permission_denied"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "no_space"
	}
	return "internal_error"
}

func (c *Catalog) failure(lang string, e *sdk.Error) string {
	if c.Has(e.Code) && c.complete(lang, e.Code, e.Params) {
		return c.Say(lang, e.Code, e.Params)
	}
	general := c.Say(lang, "internal_error", nil)
	if e.Class.Valid() {
		general = c.Say(lang, "class_"+string(e.Class), nil)
	}
	if e.Code == "" {
		return general
	}
	return c.Say(lang, "with_code", Params{"sentence": general, "code": visible(e.Code)})
}

func (c *Catalog) lines(lang string, errs []error) string {
	var out []string
	for _, err := range errs {
		if err == nil {
			continue
		}
		if line := c.Sentence(lang, err); len(out) == 0 || out[len(out)-1] != line {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// visible keeps what a code may hold: a plugin chooses it, and a person reads it.
func visible(code string) string {
	kept := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.' {
			return r
		}
		return -1
	}, code)
	return kept[:min(len(kept), 64)]
}
