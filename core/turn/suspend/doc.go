// Package suspend keeps turns that wait for an answer.
//
// [Desk.Open] stores a turn frozen before a step as the open dialog of its conversation; [Desk.Settle] moves
// it out of open, once; [Thawed] reads back what a dialog froze.
package suspend
