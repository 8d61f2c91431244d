package problem

import (
	"errors"
	"strings"

	"github.com/metnos/metnos/sdk"
)

// List is every fault found in one document, in the order of the document where it is known. Each is
// an [*sdk.Error] whose code selects its own sentence; errors.As reaches List through the
// manifest_invalid, wrong_args or missing_input error that carries it.
type List []*sdk.Error

// Error lists the problems, one a line.
func (p List) Error() string {
	lines := make([]string, len(p))
	for i, e := range p {
		lines[i] = e.Message
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.Is and errors.As look into each problem.
func (p List) Unwrap() []error {
	list := make([]error, len(p))
	for i, e := range p {
		list[i] = e
	}
	return list
}

// Of returns the list an error of this package carries, or nil.
func Of(err error) List {
	var list List
	if errors.As(err, &list) {
		return list
	}
	return nil
}

// Bullets is the list as a text, one line each.
func (p List) Bullets() string {
	return "- " + strings.ReplaceAll(p.Error(), "\n", "\n- ")
}
