// Package inverse stands between the undo journal and the person: what is offered to be undone, which of it an
// answer chooses, and what an undo has done.
//
// Start at [Offered], then [Chosen], then [Account]. It is pure; package turn asks, and the journal undoes.
package inverse
