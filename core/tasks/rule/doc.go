// Package rule is when a task runs: a recurrence, one moment, or a line of cron.
//
// [Parse] reads what a person said, or the short forms daily@HH:MM, every_15m, at:2026-12-24T18:00 and
// "cron:0 8 * * 1". What is missing of it, and what can be meant in two ways, is an error of class missing_input that
// says what to ask. [Rule.Next] is the next moment in the person's zone: a time the clocks skip runs when they resume,
// one they repeat runs once.
package rule
