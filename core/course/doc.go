// Package course runs a plan step by step.
//
// A [Course] is a plan under way: what was observed, told and counted so far. Start at [Walker.Step]: it
// resolves a step's references, makes its paths absolute, previews what it would change, has the vaglio
// decide, writes a change down before it starts, runs it, and counts what came of it. A [Halt] says why
// the course does not go on by itself; package turn turns it into words or a question.
package course
