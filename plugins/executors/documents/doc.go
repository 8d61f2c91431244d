// Command executors-documents is the family of executors over documents: their text read, documents made, the
// text of images recognised.
//
// To change one: its arguments, output and birth tests are the .toml of its name. read_files_doc is in
// reading, with one package for each format below it in the list of package format; create_files_doc is in
// making; read_files_ocr is in recognising. To read another format: write a package that gives
// [github.com/metnos/metnos/plugins/executors/documents/paper] blocks, and name it in format.
package main
