// Package reckon calculates expressions of plain numbers: [Value]. Sums, products, powers and percentages are exact;
// nothing is evaluated but numbers, and how large they may grow is bounded.
//
// "230 + 10%" is what a shop means by it: ten percent of what stands before is added.
package reckon
