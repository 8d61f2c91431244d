// Package unpacking opens archives: [Unpacker] is extract_files.
//
// An archive is gone through twice. The first time its names and sizes are judged and everything it would write
// is planned (plan.go): one name that leads out of the folder refuses the archive, whole and before anything
// is written. The second time the files are written (extract_files.go). Links and special files are never made.
package unpacking
