// Package vaglio takes the one decision that precedes every invocation: allow, ask, defer or deny.
//
// Start at [Vaglio.Decide]. It reads an [Action]: who, which executor, the resolved arguments and, when
// the executor could preview them, the exact effects. It fails closed: an unknown owner, an unknown
// effect class, a path outside the granted folders, or a fault inside the decision itself is a Deny, and
// every Deny carries the code of a sentence that names the thing and the remedy.
//
// The same function decides for every channel, schedule, replay and recovery; no environment variable
// or origin passes it by.
package vaglio
