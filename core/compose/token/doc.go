// Package token cuts a sentence into words, numbers, quoted texts, paths and file names, keeping where each
// stands. Start at [Split].
package token
