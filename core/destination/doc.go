// Package destination decides where a turn runs: on the server, or on one of the person's own devices.
//
// Start at [Resolver.Resolve], before anything is planned: it finds the phrase that names a place ("sul portatile",
// "from the office-pc"), takes it out of the sentence and tells which of the person's [Devices] is meant. A phrase
// that means a device which is not there ends the turn; it never becomes a run on the server. [Sentence] is what to
// tell the person then. Folders, quoted words and what is to be written are never taken for a device.
//
// lexicon.go holds the words of the two languages. [Deferrals] keeps what waits for a device to come back.
package destination
