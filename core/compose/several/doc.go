// Package several takes a request about several places apart: [Places] makes one clause
// of each, [Goals] of each place something is copied to. [Things] does so for several sorts of things.
package several
