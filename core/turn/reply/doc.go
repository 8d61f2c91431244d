// Package reply reads what a person writes while a question waits: its answer, another request, or neither.
//
// Start at [Reader.Read]: a [Reply] says what the turn does next. Only a plausible name, an existing place or
// an unmistakable option is ever taken as an answer.
package reply
