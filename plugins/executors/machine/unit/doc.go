// Package unit converts between units of everyday life: [Find] one by any of its names in either language, then
// [Convert]. To add a unit: one line in table.go, and its names in the pattern of compute_numbers.toml, which a test
// compares.
package unit
