// Package gateway stands between channels and turns: it tells who is speaking, takes each message once,
// runs the turns of a conversation one after the other, and keeps the events channels show.
//
// Start at [Gateway.Core], which is the core as one channel sees it, and [Gateway.Ask], which is the same
// door for the command line. A message is kept before it is acknowledged, with its id, and its turn runs in the
// lane of its conversation; its end and the letter that takes the answer out are kept in one transaction, after the
// final event. [Gateway.Recover] takes up what an earlier process left between the two. [Feed] numbers and keeps events; methods.go is the table of what a settings
// page may call, each with the role it needs.
//
// The language of a message is a hint: the person's preference, the sentence and the conversation come first.
//
// A dialog has two events of kind "dialog" (an approval's first one is "proposal"): the question when it opens,
// and {"id", "state", "value"} once it is no longer open. The state is granted, refused, expired, cancelled or
// superseded; value is the answer to a question as the person reads it. A page that reads both knows after a
// reload how each card was settled.
package gateway
