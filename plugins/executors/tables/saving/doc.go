// Package saving puts a table into a file: [Saver] is an executor for one format, with preview and undo. The format
// says how a sheet is encoded, in [Format].
package saving
