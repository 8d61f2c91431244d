// Package xlsx writes one sheet as a workbook, row by row: [Write]. Texts are inline strings and so never formulas;
// one that begins like a formula carries the mark by which spreadsheets keep it a text when it is edited.
//
// What is read back is in package workbook.
package xlsx
