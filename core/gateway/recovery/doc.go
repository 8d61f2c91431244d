// Package recovery decides what becomes of a message that an earlier process took and never finished, and writes
// what the person is told when its turn does not run again.
//
// Start at [Evidence.Fate]: a turn that changed nothing runs again; one that changed or may have changed something
// never does. [Reader.Read] gathers the evidence from the log, the dialogs and the undo journal, and
// [Writer.Outcome] puts the end of a turn into words.
package recovery
