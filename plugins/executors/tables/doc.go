// Command executors-tables is the family of executors that read tables out of files and write them into files.
//
// To read another format: write an executor that fills a grid.Book (package grid decides what the columns are)
// and its .toml, and add its line to main.go. To write one: hand its
// encoding to package saving, which knows previews, undo and what may be replaced. What a table says is data of somebody else: the manifests declare
// no field of it, so that nothing in it is ever taken for the person's own.
package main
