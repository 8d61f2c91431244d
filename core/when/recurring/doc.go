// Package recurring reads recurrences from trees of the grammars: [Reader.Repeat] makes a repeat.Recurrence of what was
// said, with its beginning where an interval is counted from one.
package recurring
