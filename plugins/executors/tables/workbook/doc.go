// Package workbook reads the sheets of xlsx files as a stream: [Open] a file, choose a sheet with
// [Workbook.Find], and read its rows with [Workbook.Rows].
//
// Cells keep their type: a text, a number, a truth value or a date, which is a number whose style says so.
// Only shared strings are held in memory, up to a bound; entities are not expanded and nothing outside the
// file is ever read.
package workbook
