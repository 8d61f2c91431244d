// Package pool keeps processes warm and stops crash loops. It knows nothing of plugins.
//
// Start at [Pool.Acquire]: one process serves a key, concurrent callers share one start, what nobody uses
// is stopped, and what was retired drains. [Breaker] rests an executor that only crashes.
package pool
