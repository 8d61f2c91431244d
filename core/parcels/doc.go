// Package parcels hands files over between a person and a channel: what they send is put into the inbox of their own
// home, and what they may read can be taken out for a while.
//
// [Parcels.Begin], [Parcels.Add] and [Parcels.End] take a file in, piece by piece, under a name that never replaces
// anything. [Parcels.Lend] signs a way to one file for one person, good until it expires or the file changes, and
// [Parcels.Read] gives its bytes. Everything goes through package files, so that no name leads out of what the person
// was granted.
package parcels
