package manifest

import (
	"fmt"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest/problem"
)

// Problems is every fault found in one document or call, each an [*sdk.Error] with a sentence of its own.
type Problems = problem.List

// ProblemsOf returns the list an error of this package carries, or nil.
func ProblemsOf(err error) Problems { return problem.Of(err) }

// invalid wraps problems as one error that names the file. It returns a nil error for no problems.
func invalid(name string, problems Problems) error {
	if len(problems) == 0 {
		return nil
	}
	return sdk.Errorf(sdk.ContractViolation, "manifest_invalid", "%s is not valid: %w", name, problems).
		With("file", name).With("problems", problems.Bullets())
}

// fault is one problem of the document at key.
func fault(code, key, format string, args ...any) *sdk.Error {
	return sdk.Errorf(sdk.ContractViolation, code, "%s: %s", key, fmt.Sprintf(format, args...)).With("key", key)
}
