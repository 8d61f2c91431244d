// Package proc names processes so that the right one is ended: by number and start time, never by number
// alone.
//
// Start at [ID]: what package rundir records and the next core compares. [Session] and [Descendants] find
// what a process started.
package proc
