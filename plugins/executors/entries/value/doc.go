// Package value reads what a table holds the way a person wrote it: numbers with a decimal comma or point,
// amounts, sizes, dates in several orders, texts.
//
// To work on one field of a collection: [Learn] a [Column] from its values, which settles what is ambiguous
// (is 1.234 a thousand? is 03/04 in March?), then ask it for [Column.Number], [Column.Time] or
// [Column.Compare].
package value
