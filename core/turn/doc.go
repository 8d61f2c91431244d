// Package turn is the order of a turn: one person's sentence from its arrival to its answer.
//
// Read [Runner.Run] first; it is a page. The organs it calls arrive as small interfaces (organs.go);
// testdata/*.txtar are whole turns as text: what is installed, what the proposer drafts, what the
// executors answer, and the transcript to expect.
package turn
