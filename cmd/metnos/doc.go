// Command metnos is the whole program. main.go parses the command line, app.go is what every command
// shares, run.go wires the organs into an [Instance]; then one file per command, named after it.
package main
