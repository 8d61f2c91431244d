// Package installed reads the list of installed packages of Debian and its kin: [Each] goes through it, entry by
// entry, in memory for one of them.
package installed
