// Package people knows who may speak: the persons of this instance, what each prefers, the sessions that prove a
// browser is theirs, and the platform senders that are them.
//
// Start at [People.Person]: every turn opens with it, and an owner it does not know is refused. Sign-in
// is [People.Invite], which makes a one-time link, then [People.SignIn], which spends it for a session
// token, or [People.Open] for somebody proven otherwise, and [People.Principal], which turns what a channel was shown into an owner or refuses.
//
// Of a channel whose platform says who writes, the way in is [People.PairingCode], which a person asks for where
// they are known already, then [People.Pair], which spends it on the channel, and [People.Bound] from then on. What
// a person may prefer is [Vocabulary].
package people
