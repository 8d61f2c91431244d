// Package shelf shows executors through their manifests: by verb, object and what their arguments mean.
//
// Start at [New]; [Shelf.Find] answers "who finds files by folder", [Tool.Arg] which argument means what. Nothing
// here knows the name of an executor. It is pure.
package shelf
