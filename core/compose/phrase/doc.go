// Package phrase hears the words an executor says of itself: which of its phrases a sentence holds ([Spanned]), which
// qualifier ([Qualified]) and which choice it names; a sentence that is nothing but one of them is planned by
// [Planner.Wholly], a calculation by [Planner.Reckoned].
package phrase
