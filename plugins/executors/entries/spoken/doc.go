// Package spoken finds the column a person means by the words they use: the real header is known only when the
// executor runs. Start at [Column]. What could mean two columns is a choice for the person, never a guess.
package spoken
