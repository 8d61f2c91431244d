// Package constraint turns what a sentence asks of things into arguments. Start at [Apply], which gives an executor the
// conditions it has an argument for and returns the rest, for a step that filters. [Besides] and [Nameless] tell what no argument can say.
package constraint
