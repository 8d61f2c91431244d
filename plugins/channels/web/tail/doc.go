// Package tail is what the server knows of one open tab: give every live event to [Tail.Offer], and to the tab's
// [Queue] what Offer lets pass.
//
// A tab that does not keep up costs a bounded amount of memory and is not cut off for it: the queue is bounded in
// frames and bytes, an event that finds it full is left to the core's record ([Tail.Behind]), and a replay
// ([Tail.Fetched]) takes it from there as fast as the tab reads.
package tail
