// Package keying tells what group a row belongs to: the value of a field, a period of a date, a folder, the beginning of a
// name. Start at [New].
package keying
