// Package twin finds files with the same content: [Finder] is find_files_hash.
//
// Content is compared in stages, each over what the stage before left: size, then the first and last bytes,
// then the whole digest. Only whole digests make twins. What may be a twin is decided in candidates.go, how
// groups are shown in find_files_hash.go.
package twin
