// Package outbox takes answers out through the channels that push them, so that none is lost and no id is sent
// twice.
//
// Start at [Outbox.Attach], which sends what waits for one channel as long as it is attached, and [Letter],
// which is what waits. A letter is queued, then sending, then sent. One that was left sending, because the
// process died or because the channel cannot say whether it went out, is doubtful: its text goes out again
// under another id, in the same place, and says that it may have arrived before.
//
// Letters of one conversation go out in order. One that the channel refuses for now is tried again, less and
// less often, and holds back only what follows in its own conversation.
package outbox
