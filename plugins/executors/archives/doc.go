// Command executors-archives is the family of executors that make and open archives.
//
// To add a kind of archive: teach it to package format; both executors follow. An archive is what somebody else
// wrote: its names, sizes and counts are judged before anything of it is believed (package unpacking).
package main
