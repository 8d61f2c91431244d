// Package rank says how alike two short Italian or English texts are: the plan cache asks it whether two sentences mean the
// same, and whoever compares the texts of two skills or pages does.
//
// To find the executor a sentence needs, go to core/rank/route; to measure that, to core/rank/recall and `make bench-route`.
// Here start at [Of]: [Scorer.Similarity] compares two texts once; [Scorer.Terms] weighs a text whose [Terms.Cosine]
// with many others is wanted. The package is pure: the same texts give the same number everywhere.
package rank
