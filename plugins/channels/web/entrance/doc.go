// Package entrance is the way in: the sign-in page with its one-time link, and the first run that follows it on a new
// instance. Mount [Desk.Page], [Desk.Enter] and [Desk.Here], and for the first run [Desk.Welcome] and [Desk.Answer].
//
// It decides nothing: links, sessions and what is granted are the core's.
package entrance
