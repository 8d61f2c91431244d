// Package summary describes numbers a person gives: [Describer] is describe_numbers.
package summary
