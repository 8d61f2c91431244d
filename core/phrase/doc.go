// Package phrase recognises the few messages that are a request only as a whole: undo, a call for help, a
// greeting, thanks. [Of] is all there is; a new phrase is one line of the table. It is pure.
package phrase
