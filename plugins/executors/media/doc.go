// Command executors-media is the family of executors that make pictures, sound and films of others.
//
// To change one: its behaviour is in the package main.go names, its arguments, output and birth tests are the .toml of
// its name. What a picture is turned into is package picture, without any program of the system; sound and films need
// ffmpeg, which may not be there: then it says so.
package main
