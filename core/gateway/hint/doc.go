// Package hint chooses what a person who does not know where to begin may say: [Say] takes it from the executors there
// are. It is pure.
package hint
