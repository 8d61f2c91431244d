package line

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/body"
)

// Envelope is the one type net/rpc carries, both ways: JSON bytes and what the head says of them.
type Envelope struct {
	ID       uint64
	Call     uint64
	Deadline int64
	Error    *sdk.Error
	Body     []byte

	Ctx   context.Context // served requests: ends with the deadline, a cancel or the connection
	limit int64           // served requests: bytes the answer may have
}

func encode(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	held := buffers.Get().(*[]byte)
	b, err := body.Append((*held)[:0], v)
	if err != nil {
		buffers.Put(held)
		return nil, sdk.Errorf(sdk.ContractViolation, "unencodable_value", "a value that JSON cannot carry: %w", err)
	}
	return b, nil
}

// release takes back what encode returned, once it has been written.
func release(b []byte) {
	if cap(b) > 0 && cap(b) <= 4<<20 {
		buffers.Put(&b)
	}
}

// Decode reads a body into v; a nil v wants nothing. It fails with ContractViolation.
func Decode(b []byte, v any) error {
	if v == nil {
		return nil
	}
	if err := body.Decode(b, v); err != nil {
		return sdk.Errorf(sdk.ContractViolation, "malformed_message", "the body of a message does not decode: %w", err)
	}
	return nil
}

// Answer runs fn and puts its value or error into out. A panic becomes an error: the process and its other
// calls live on, and the caller decides.
func Answer(in, out *Envelope, fn func(ctx context.Context) (any, error)) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", p, debug.Stack())
			out.Body = nil
			out.Error = sdk.Errorf(sdk.Crashed, "plugin_panicked", "panic: %v", p)
		}
	}()
	v, err := fn(in.Ctx)
	if err == nil {
		out.Body, err = encode(v)
	}
	if err == nil && int64(len(out.Body)) > in.limit {
		err = tooBig(int64(len(out.Body)), in.limit)
	}
	if err != nil {
		out.Body, out.Error = nil, asError(err)
	}
}

// asError gives any error a class, as the sdk promises.
func asError(err error) *sdk.Error {
	var e *sdk.Error
	switch {
	case errors.As(err, &e):
		if !e.Class.Valid() {
			return sdk.Errorf(sdk.ContractViolation, "unknown_error_class", "the error class %q does not exist: %s", e.Class, e.Message)
		}
		return e
	case errors.Is(err, context.DeadlineExceeded):
		return sdk.Errorf(sdk.Timeout, "deadline_exceeded", "%w", err)
	case errors.Is(err, context.Canceled):
		return sdk.Errorf(sdk.Cancelled, "cancelled", "%w", err)
	}
	return sdk.Errorf(sdk.ContractViolation, "unclassified_error", "%w", err)
}

// ended is the error of a call whose context ended; answered tells whether the peer came back in time.
func ended(ctx context.Context, answered bool) *sdk.Error {
	class, code := sdk.Cancelled, "cancelled"
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		class, code = sdk.Timeout, "deadline_exceeded"
	}
	if !answered {
		code = CodeUnresponsive
	}
	return sdk.Errorf(class, code, "%w", ctx.Err())
}

// CodeUnresponsive is the code of a call that outlived its context and its grace: kill the process.
const CodeUnresponsive = "plugin_unresponsive"

func deadlineOf(ctx context.Context) int64 {
	if at, ok := ctx.Deadline(); ok {
		return at.UnixNano()
	}
	return 0
}

func withDeadline(ctx context.Context, nanos int64) (context.Context, context.CancelFunc) {
	if nanos == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, time.Unix(0, nanos))
}

func byteCount(n int64) string {
	if n >= 1<<20 {
		return strconv.FormatInt((n+1<<20-1)>>20, 10) + " MB"
	}
	return strconv.FormatInt(n, 10) + " B"
}
