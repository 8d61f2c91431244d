// Package rank says how alike two short Italian or English texts are. It is the one lexical scorer of the house:
// the plan cache asks it whether two sentences mean the same, and routing ranks executors with it.
//
// Start at [Of]: [Scorer.Similarity] compares two texts once; [Scorer.Terms] weighs a text whose [Terms.Cosine]
// with many others is wanted. The package is pure: the same texts give the same number everywhere.
package rank
