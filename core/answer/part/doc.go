// Package part tells which steps of a framework lead to each of its answers, when a sentence asked several things.
// Start at [Of].
package part
