// Package undo keeps what a turn changed so that the person can take it back.
//
// Start at [Journal]: a mutating step is recorded pending, and on disk, before it runs ([Journal.Begin]),
// done after ([Journal.Done]), undoing before it is reversed and undone after ([Journal.Undo]). A step that stayed
// pending because the program died is uncertain: it is never run again and is told to the person
// ([Journal.Interrupted]); how far it came is read from the disk, and that much can be undone. An undo that was cut
// off goes on when it is asked for again. Pre-images of files about to change are kept beside it ([Journal.KeepFrom])
// and handed back hash-verified ([Journal.Pre]). [Journal.Mean] tells which changes a wish of package which means.
//
// Everything lies below <data>/undo/<owner>/<time>-<turn>/: journal.jsonl, blob/<sha256>, and foreseen-<step>.json
// while nobody knows how a step ended.
package undo
