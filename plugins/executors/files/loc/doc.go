// Package loc counts the lines of source code: [Counter] is compute_files_loc. How a language is recognised and writes its
// comments is in language.go.
package loc
