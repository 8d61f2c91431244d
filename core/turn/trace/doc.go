// Package trace writes down and announces what a turn does.
//
// A [Trace] stamps each record with its turn and hands it to the ledger, and each event to who watches;
// package course takes one as its Trace.
package trace
