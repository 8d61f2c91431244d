// Package ledger is the trace of what happened: one JSON line per record, one file per day, every line
// bound to the one before it by a hash, secrets taken out before anything reaches the disk.
//
// [Open] a folder, [Ledger.Append] a [Record]. A record is on the disk when Append returns, and survives a
// power cut when its kind is one somebody relies on (pending, the step after it, dialog, undo, closed).
// [Read] and [Export] give an owner's records back; [Verify] finds a changed, removed, reordered or cut off
// line. [Ledger.Retain] packs old days and lets the oldest go, so that the chain still holds.
// [Redact] is the same cleaning for text that goes elsewhere; nothing switches it off.
package ledger
