// Command executors-texts is the family of executors over the lines and words of text files.
//
// To change one: its behaviour is in the package main.go names, its arguments, output and birth tests are the .toml of
// its name. How a file becomes lines is package line; what a text or a pattern matches is package sought.
package main
