// Package threads keeps the list of a person's conversations: what each is called, when it was last used, and
// which can be found by what was said in it.
//
// Start at [Threads.Note], which a door calls for each message, then [Threads.List]. [Threads.Delete] forgets a
// conversation everywhere something of it is kept, as each [Keeper] was told; the ledger is no keeper: it stays the
// record of what was done. Everything belongs to one owner and one channel.
package threads
