// Command executors-files is the family of executors over the person's files and folders.
//
// To change one: its behaviour is the .go file of its name, its arguments, output and birth tests are the
// .toml beside it. To add one: write both files and add its line to main.go. Every executor reaches
// files through sdk.Host.Files alone, reports failures of single objects in Result.Failed, and gives
// evidence for undo when it changed anything.
package main
