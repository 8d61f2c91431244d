package main

import (
	"errors"
	"slices"
)

// lifetime closes what was opened, in reverse order. A half start is rolled back the same way.
type lifetime struct{ closers []func() error }

func (l *lifetime) onClose(fn func() error) { l.closers = append(l.closers, fn) }

// Close runs every closer, last opened first, and joins their errors.
func (l *lifetime) Close() error {
	var errs []error
	for _, fn := range slices.Backward(l.closers) {
		errs = append(errs, fn())
	}
	l.closers = nil
	return errors.Join(errs...)
}
