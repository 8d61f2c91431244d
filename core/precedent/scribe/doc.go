// Package scribe writes down what turns teach after their answer has gone.
//
// [New] takes a book; the [Scribe] stands in its place. [Scribe.Record] returns at once; whoever asks about what is
// still being written waits for it, so that a sentence said twice in a row finds its plan. Nothing depends on what a
// crash loses: without it the next turn is planned anew. What a person said about a turn is never put off.
package scribe
