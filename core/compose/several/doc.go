// Package several takes a request about several places apart: [Places] makes one clause of each.
package several
