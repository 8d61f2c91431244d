// Package sheet finds the table a sentence speaks of by what the tables of the home hold: "how much did I spend on
// food?" where one table has food in a column. Start at [Find]. A table fits only when it has every column and every
// value the plan would name; that a sentence sounds like one about a table is not enough.
package sheet
