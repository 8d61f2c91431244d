// Package scene is what every guard reads: the catalog by meaning, the clauses of the sentence, and small questions
// about steps and arguments. [New] makes one from a [Request]. It is pure.
package scene
