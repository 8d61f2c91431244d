// Package when understands Italian and English expressions of time. [Read] takes a text that is nothing else ("lunedì
// sera alle 9", "every other Friday at 5pm", "due ore e mezza"); [Parse] and [FindRecurrence] take the longest one at
// the start of a list of folded words. All take the person's clock and zone and are pure. Days are calendar days of
// that zone, so a window over a clock change is 23 or 25 hours long where it must be.
//
// [Search] finds a recurrence anywhere in a sentence. What is said is in it.grammar and en.grammar; what it means is in
// packages calendar, interval and recurring, by the tags of those files; testdata/expressions.txt is what to expect. Nothing is guessed: where two meanings are as likely ("12/03/2024" in English, "domani alle 5") the error
// holds both.
//
// These are conventions rather than guesses. Weeks begin on Monday. The morning is 6 to 12, the afternoon 12 to 18, the
// evening 18 to 24, the night 22 to 6 of the next day. The beginning, middle and end of a month are its days 1 to 10, 11
// to 20 and the rest. Seasons are three whole months of the northern hemisphere. An hour of 1 to 6 in words or one
// number is of the morning or of the afternoon, so it is asked; 5:00, 05 and "ore 5" are on the clock of 24 hours. "Until"
// and "through" include what they name.
package when
