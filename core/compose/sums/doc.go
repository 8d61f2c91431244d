// Package sums hears calculations with plain numbers in a sentence: [Expression] one to calculate, [Measure] a quantity
// to put into another unit. What is heard is written with signs, for an executor that calculates.
package sums
