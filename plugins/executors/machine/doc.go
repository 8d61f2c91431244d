// Command executors-machine is the family of executors about the machine itself and about plain numbers.
//
// What the machine says comes with the call (sdk.System): the core reads it, the process has no way to. Expressions are
// in package reckon, units in package unit, the list of installed packages in package installed. To add an executor:
// write its .go and .toml, and add its line to main.go.
package main
