// Package passkeys keeps the passkeys of the persons and decides whether one signs somebody in.
//
// To make one, [Passkeys.Begin] gives what the browser needs and [Passkeys.Add] takes what it answered; to sign in,
// [Passkeys.Challenge] and then [Passkeys.Verify], which names the person. Each challenge is good once, for a short
// time, for the session or the browser that asked and at the address it asked from. The user of the device is always
// verified. Nothing here opens a session: whoever calls does, for the person named.
package passkeys
