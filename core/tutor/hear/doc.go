// Package hear tells a question about metnos from a request: what kind of question it is, and what it is about.
//
// Start at [Read]. The shapes of questions are data, one line each in it.questions and en.questions: words, (choices|of
// words), [what may be left out] and a * for what is asked about. A sentence without one of these shapes is nobody's
// question here. A new way to ask is one line. It is pure.
package hear
