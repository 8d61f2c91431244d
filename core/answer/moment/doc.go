// Package moment says a moment of the clock: the time as a sentence, a day always with its weekday. Start at [Say].
package moment
