// Package special finds the executor made for just the things a sentence speaks of: [Find]; [Naming] and [Without] read
// the sentence as one for it.
package special
