// Package wish weighs what a sentence asks for against a catalog: how much each verb, object and qualifier of executor names
// is wanted, and what must be found or read before.
//
// [NewColumns] numbers the vocabulary, [Of] weighs a sentence with its first clause in front, [Wish.Focus] with another.
// rule.go holds what verbs and things say together, lead.go what comes before what. The package is pure.
package wish
