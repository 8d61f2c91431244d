// Package grid turns rows of cells into typed items: [New] a grid for one table, [Grid.Add] its rows, then
// [Grid.Finish]; a [Book] puts the items of several tables into one result.
//
// What a column holds is decided when all of it has been seen: column.go has the evidence, number.go and
// moment.go what a number and a date look like, header.go which row names the columns.
package grid
