// Package request gathers what a sentence says into requests: [Split] makes one [Clause] per verb or question,
// and the methods of Clause take its facts out by what they are for: which things, where, in what order, under
// what new name. A fact that nobody takes stays unused, and an unused fact blocks the plan.
package request
