// Package chart decides whether a table reads as a drawing. Start at [Of]: it gets what is shown, never what the numbers
// mean to somebody, and a table it does not know for sure is left a table.
package chart
