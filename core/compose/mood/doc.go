// Package mood tells a sentence that speaks of doing something from one that asks for it. Start at [Of].
package mood
