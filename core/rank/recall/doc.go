// Package recall measures a router: how often the executor a sentence needs first is the first it names, among the first
// three, the first five, and how that falls as the catalog grows.
//
// Read the sentences with [Decode], rank them with [Measure]; [Crowd] fills a catalog with executors that resemble the
// right ones, always the same. cmd/benchroute prints what comes out. The package is pure but for the clock it is given.
package recall
