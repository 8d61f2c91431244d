// Package own is what metnos keeps for a person, as a call of theirs sees it: their tasks, their preferences, their own stores, the
// skills of the instance.
//
// [Desk.For] makes the sdk.Self of one call. Whose it is comes from the turn, never from the plugin; whether it may look
// or change is the broker's decision, by the signed manifest.
package own
