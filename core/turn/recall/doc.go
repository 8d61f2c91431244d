// Package recall decides what a conversation is about: what "them" means in its next turn.
//
// Start at [After], for a turn that ran, and [Forget], for one that did not; both are pure. [Keeper] stores it.
package recall
