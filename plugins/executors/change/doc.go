// Package change is what the executors that change files share: results and failures in a [Log], previews
// in a [Forecast], evidence for undo, and looking at what came of a change.
//
// To write another mutator: do one object at a time, look at it afterwards, append its result and its
// evidence to a Log, and end with [Log.Result]. Its Reverse walks [Evidence] and ends with [Log.Undone].
package change
