// Package sought is what a person looks for in a line: [New] makes a [Sought] of a text or a pattern.
package sought
