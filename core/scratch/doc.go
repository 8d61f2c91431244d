// Package scratch keeps what was observed and is too large, or too private, to travel with a conversation.
//
// Start at [Pad.Spill]: a large result goes to the disk and a light one comes back, with the same types and
// origins and a [plan.Handle] in place of the items; [Pad.Load] gives exactly the whole one back, to its owner
// alone. [Pad.Read] shows a bounded part of it. A row lives an hour after its last use; [Pad.Keep] makes it stay
// while a conversation remembers it, [Pad.Pin] while an open dialog stands on it, [Pad.Sweep] removes the rest.
//
// Rows lie encrypted in <data>/scratch/<owner>/, one file each. A file's time is when it may go.
package scratch
