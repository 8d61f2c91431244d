// Package outlet hands one channel its events without delaying who has them: [Open] one, and [Outlet.Offer] what
// happens.
//
// A channel that cannot take them as fast as they come has events skipped, which the log keeps and a client resumes. Of
// each conversation the newest is not skipped: by its number a client sees that it misses some, even when nothing more
// happens there.
package outlet
