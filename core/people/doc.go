// Package people knows who may speak: the persons of this instance, what each prefers, and the sessions
// that prove a browser is theirs.
//
// Start at [People.Person]: every turn opens with it, and an owner it does not know is refused. Sign-in
// is [People.Invite], which makes a one-time link, then [People.SignIn], which spends it for a session
// token, and [People.Principal], which turns what a channel was shown into an owner or refuses.
package people
