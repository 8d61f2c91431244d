// Package sheet is a table that is to be written: [Of] takes the items of a call, puts their columns in order and
// gives each cell its type. Formats ask it for [Sheet.Titles] and [Sheet.Row].
//
// To write another format: take a Sheet and an io.Writer, and hand the function to package saving.
package sheet
