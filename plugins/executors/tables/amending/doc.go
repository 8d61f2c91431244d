// Package amending adds rows to a table that is there and changes cells in it: [Amender] is write_files_spreadsheet.
//
// What the person said becomes cells in row.go, as the columns write theirs; text.go rewrites delimited text and leaves
// every other row as it is, byte for byte; book.go does it to a workbook.
package amending
