// Package onward tells which steps of a plan a reader can do itself while it reads: those that follow it and work on its
// items alone. Start at [Of]; [Source] goes the other way. It is pure.
//
// A reader that can takes an argument of meaning [Semantic], a list of steps whose tools its manifest names. It does them
// on all items when there are more than its result carries, and says what came of them beside the items.
package onward
