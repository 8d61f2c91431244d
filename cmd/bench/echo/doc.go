// Command echo is the executor the benchmarks call: it answers with the text it was given.
package main
