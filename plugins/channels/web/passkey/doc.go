// Package passkey carries a sign-in by passkey between the page and the core: mount [Desk.Challenge] and [Desk.Enter].
//
// It decides nothing: the core makes the challenge, judges the answer and opens the session.
package passkey
