// Package watch notes what a proposer asks of the folders and files, so that a plan made from the answers can be used
// again while the answers are the same. Start at [Places], which wraps the places of a turn; [Unchanged] asks again.
package watch
