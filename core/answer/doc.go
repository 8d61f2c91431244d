// Package answer writes what a person reads at the end of a turn, from what was observed and counted.
//
// Start at [Writer.Reply]: an [Account] of the steps goes in, a [Reply] comes out. No sentence claims an
// effect its counter denies; a change nobody could confirm is called uncertain; a mixed outcome lists
// both halves; a cut list says so. Package notice writes what is said beside answers. It is pure.
package answer
