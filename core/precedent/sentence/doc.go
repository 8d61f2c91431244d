// Package sentence takes a request apart into what makes it the same as another one or not. Start at [Read]:
// Plain tells one request from another, [Sentence.Bag] and [Sentence.Order] tell what it says whatever its words,
// [Sentence.Lacks] whether a plan leaves out something it asks for.
package sentence
