// Package survey looks over folders: [Finder] is find_files, [Lister] is list_dirs.
//
// To add a filter: give it a field of query, read it in newQuery, and judge it in named, sized or judge,
// cheapest first. Both executors keep only the first items of their order in memory.
package survey
