// Package plan holds the typed plan: [Framework] and its references, the proposer's [Draft], and the
// checks every plan passes whatever its origin. It is pure: no clock, no disk, no process.
//
// Read framework.go for the shape, validate.go for the rules (all errors at once), and core/turn for
// the order in which they are applied.
package plan
