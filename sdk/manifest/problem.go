package manifest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/metnos/metnos/sdk"
)

// Problems is every fault found in one document, in the order of the document where it is known. Each is
// an [*sdk.Error] whose code selects its own sentence; errors.As reaches Problems through the
// manifest_invalid, wrong_args or missing_input error that carries it.
type Problems []*sdk.Error

// Error lists the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, e := range p {
		lines[i] = e.Message
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.Is and errors.As look into each problem.
func (p Problems) Unwrap() []error {
	list := make([]error, len(p))
	for i, e := range p {
		list[i] = e
	}
	return list
}

// ProblemsOf returns the list an error of this package carries, or nil.
func ProblemsOf(err error) Problems {
	var list Problems
	if errors.As(err, &list) {
		return list
	}
	return nil
}

// invalid wraps problems as one error that names the file. It returns a nil error for no problems.
func invalid(name string, problems Problems) error {
	if len(problems) == 0 {
		return nil
	}
	return sdk.Errorf(sdk.ContractViolation, "manifest_invalid", "%s is not valid: %w", name, problems).
		With("file", name).With("problems", bullets(problems))
}

func bullets(problems Problems) string {
	return "- " + strings.ReplaceAll(problems.Error(), "\n", "\n- ")
}

// problem is one fault of the document at key.
func problem(code, key, format string, args ...any) *sdk.Error {
	return sdk.Errorf(sdk.ContractViolation, code, "%s: %s", key, fmt.Sprintf(format, args...)).With("key", key)
}
