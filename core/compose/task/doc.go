// Package task plans what a person asks metnos for itself: to do something later or again and again, to change or show
// what is planned so, and what they prefer.
//
// Start at [Planner.Plan]. A sentence is taken apart with the words of it.lex and en.lex, in the format of package
// vocab; moments and recurrences are read by package when. The body of a request that repeats is planned to make sure
// that it can be carried out, and handed over as the sentence to run then: nothing of it runs now. Executors are found
// by verb, object and the semantics of their arguments; without them the sentence belongs to nobody here.
package task
