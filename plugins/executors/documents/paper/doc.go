// Package paper is what every format of document is read into: [Block]s, handed over one by one, and [Facts].
//
// To read a format: give blocks to the [Taker] as they come, keep nothing, and return [Broken], [TooLarge],
// [Locked] or [Unknown] for what cannot be read.
package paper
