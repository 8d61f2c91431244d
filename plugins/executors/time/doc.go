// Command executors-time is the family of executors about the clock.
//
// To change one: its behaviour is the .go file of its name, its arguments, output and birth tests are the
// .toml beside it. The clock is the turn's: sdk.Call.Now, in the zone of sdk.Call.Zone.
package main
