// Package precedent keeps plans that worked, and says when one may be used again instead of making a new one.
//
// Start at [Book]. Before proposing, a turn asks [Book.Exact] (level 0: the same request) and then [Book.Similar]
// (level 1: a request that says the same in other words, once a person approved). It hands the proposer its places
// through [Watch], which notes what the proposer asked of the world, and when the turn is over it calls
// [Book.Record], [Book.Fail] or, when the person says how it went, [Book.Feedback].
//
// A plan is used again only while everything it was made from is the same: the words that carry the sense, the
// executors it runs and those that could have been chosen, the answers of the folders and files, the shape of the
// conversation's earlier result. No model is ever asked, and what is used again passes every later check as if it
// were new. Rows belong to one owner and one language.
package precedent
