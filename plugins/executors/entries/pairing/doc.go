// Package pairing sets two collections side by side by what identifies an item: [Comparer] is compare_entries,
// [Lister] filter_lists.
//
// Which column identifies, and how its values are told apart, is in pair.go.
package pairing
