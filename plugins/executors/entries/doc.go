// Command executors-entries is the family of pure executors over the items of an earlier step.
//
// To change one: its behaviour is the .go file of its name, its arguments, output and birth tests are the
// .toml beside it. To add one: write both files and add its line to main.go. How values are read and
// compared is package value. Nothing here touches files or the network.
package main
