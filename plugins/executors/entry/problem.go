package entry

import (
	"context"
	"errors"
	"io/fs"
	"strconv"

	"github.com/metnos/metnos/sdk"
)

// maxFailures bounds how many failures of single objects a result lists.
const maxFailures = 200

// Unnamed is the path of an error that does not know it yet: [Problem] fills it in.
const Unnamed = ""

// Problem gives an error of the file system the code of its sentence and the path it is about.
func Problem(err error, path string) *sdk.Error {
	var known *sdk.Error
	if errors.As(err, &known) && known.Code != "" {
		if known.Params["path"] == "" {
			return known.With("path", Shown(path))
		}
		return known
	}
	class, code := classify(err)
	return sdk.Errorf(class, code, "%s: %w", Shown(path), err).With("path", Shown(path))
}

func classify(err error) (sdk.Class, string) {
	switch class := sdk.ClassOf(err); {
	case errors.Is(err, context.DeadlineExceeded) || class == sdk.Timeout:
		return sdk.Timeout, "files_timeout"
	case errors.Is(err, context.Canceled) || class == sdk.Cancelled:
		return sdk.Cancelled, "files_cancelled"
	case class == sdk.PolicyDenied:
		return sdk.PolicyDenied, "path_outside_grants"
	case class == sdk.NotFound || errors.Is(err, fs.ErrNotExist):
		return sdk.NotFound, "file_not_found"
	case class == sdk.PermissionDenied || errors.Is(err, fs.ErrPermission):
		return sdk.PermissionDenied, "file_denied"
	case class == sdk.Conflict || errors.Is(err, fs.ErrExist):
		return sdk.Conflict, "file_exists"
	}
	return sdk.IOError, "io_failed"
}

// Failed returns an error about one path.
func Failed(class sdk.Class, code, path, detail string) *sdk.Error {
	return sdk.Errorf(class, code, "%s: %s", Shown(path), detail).With("path", Shown(path))
}

// Stopped turns the end of the context into an error, or returns nil while it lasts.
func Stopped(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		class, code := classify(err)
		return sdk.Errorf(class, code, "the call was stopped: %w", err)
	}
	return nil
}

// Failures collects what could not be done, object by object.
type Failures struct {
	list   []sdk.Failure
	more   int
	first  *sdk.Error
	unsure bool
}

// First is the first failure, or nil.
func (f *Failures) First() *sdk.Error { return f.first }

// Unsure reports that one of them may have changed something.
func (f *Failures) Unsure() bool { return f.unsure }

// Len counts the failures.
func (f *Failures) Len() int { return len(f.list) + f.more }

// Add records that nothing could be done to one path.
func (f *Failures) Add(path string, err *sdk.Error) {
	if f.first == nil {
		f.first = err
	}
	f.unsure = f.unsure || err.Class == sdk.Uncertain
	if len(f.list) == maxFailures {
		f.more++
		return
	}
	failure := sdk.Failure{Item: Shown(path), Class: err.Class, Code: err.Code, Message: err.Message}
	if about := err.Params["path"]; about != "" && about != failure.Item { // what is in the way, say
		failure.Params = map[string]string{"path": about}
	}
	f.list = append(f.list, failure)
}

// All returns the list; what did not fit is told by a last entry whose item is how many there are.
func (f *Failures) All() []sdk.Failure {
	if f.more == 0 {
		return f.list
	}
	n := strconv.Itoa(f.more)
	return append(f.list, sdk.Failure{Item: n, Class: f.first.Class, Code: "more_failures", Message: n + " more"})
}
