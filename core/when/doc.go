// Package when understands Italian and English expressions of time. [Parse] reads a window ("ieri", "the last
// 7 days", "dal 3 al 7 marzo", "più vecchi di 30 giorni") at the start of a list of folded words;
// [ParseRecurrence] reads "ogni lunedì alle 8". Both take the person's clock and zone and are pure; days are
// calendar days of that zone, so a window over a clock change is 23 or 25 hours long where it must be.
package when
