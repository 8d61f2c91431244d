// Package profile says what the columns of a collection hold: [Describer] is describe_entries.
package profile
