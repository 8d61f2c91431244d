// Package argument reads what the arguments of an executor tell the router: which typed pieces of a sentence it has a place for,
// and what an earlier step must give it.
//
// Start at [Wants]; [Words] takes the name of an argument or of an executor apart. The package is pure.
package argument
