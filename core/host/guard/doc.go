// Package guard notices what happens at denied paths.
//
// A denied path that does not exist cannot be masked, and one that exists could be replaced while a process
// has no mask for it. So after each call of an executor that may write, every denied path below its
// writable roots must be what it was before: [Look], call, [Look] again, [Guard.Changes]. What appears and
// is gone again in between is for the [Sentry].
package guard
