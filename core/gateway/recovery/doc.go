// Package recovery decides what becomes of a message that an earlier process took and never finished, and writes
// what the person is told when its turn does not run again.
//
// Start at [Evidence.Fate], which reads what the journal and the dialogs say; [Writer.Outcome] puts it into
// words. A turn that changed nothing runs again; one that changed or may have changed something never does. It
// is pure.
package recovery
