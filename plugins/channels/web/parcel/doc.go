// Package parcel carries files between a browser and the core: [Desk.Receive] takes one in, [Desk.Hand] gives one out.
//
// The channel has no files of its own. Each piece goes through the core's methods with the session the browser showed,
// and the core decides where a file goes and which may leave. What is given out never runs: it is downloaded, or it is
// a picture by its own bytes.
package parcel
