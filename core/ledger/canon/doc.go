// Package canon rewrites a JSON text in one pass: keys sorted, no spaces, and every key and text as an editor wants it.
//
// Start at [Rewrite]. It builds no tree: what the ledger records is written once and read rarely.
package canon
