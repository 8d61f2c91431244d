// Package route ranks the executors of a catalog for a sentence in Italian or English: the one needed first comes first.
//
// Make the catalog's [Index] once with [New]; core/rank/entry reads manifests and the JSON shape of a bench. Ask [Index.Rank] which
// executors fit a sentence, with the points each kind of evidence gave, or [Index.Shortlist] for what a proposer may choose from:
// k per clause, what feeds them, and the whole catalog when the sentence says too little.
//
// No sentence is known here, only evidence: words by stem and by notion (core/rank/sense, so that the two languages meet),
// phrases of affinity, what the sentence (core/rank/sentence) wants done and with what (core/rank/wish) against the parts of a
// name, its typed pieces (addresses, paths, extensions) against the arguments, and who must come before whom. weight.go says
// how much each counts. A rank depends on the catalog as a set, never on its order. The package is pure.
package route
