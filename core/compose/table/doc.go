// Package table plans what a sentence asks of the rows of a table: which rows, how many, a sum for each customer, the
// first five by price. Start at [About] and [Planner.Plan]. The columns are not known before the file is read, so the
// steps carry the person's words for columns and values, and the executors find them in the header or ask. What the
// sentence asks is gathered first and put in the one order that makes sense: read, keep, group, calculate, order, save.
package table
