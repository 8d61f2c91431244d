// Command executors-self is the family of executors about metnos itself: what runs later, what a person prefers, which
// skills there are, and what a plan asks the person.
//
// To change one: its behaviour is the .go file of its name, its arguments, output and birth tests are the .toml beside
// it. What is kept lies in the core; sdk.Host.Self reaches as much of it as the manifest asks for, for the person
// of the call and nobody else.
package main
