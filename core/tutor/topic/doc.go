// Package topic is what metnos can explain about itself: each topic by the words people use for it, with the page of
// the settings it belongs to, the section of the documentation that says more, and the facts of this place it tells.
//
// Start at [Find]. Topics are data, in topics.lex; what is said of each is in the message catalogue, under "about_" and
// its name. The pages of the settings are topics by themselves, by their labels, columns and controls, so that a page
// that is added is found. A topic is found only when it explains every word of the question. It is pure.
package topic
