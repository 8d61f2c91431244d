// Package format knows the kinds of archives: [Named] by the name of a file to write, [Detect] by the first
// bytes of one to read. [Walk] goes through the members of an archive, whatever its kind, within bounds that
// keep an archive made to exhaust the machine from doing so; [NewWriter] makes one.
package format
