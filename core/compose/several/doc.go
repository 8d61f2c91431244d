// Package several takes a request about several places apart: [Places] makes one clause
// of each. [Things] does so for several sorts of things.
package several
