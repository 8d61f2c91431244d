// Package entry is what the router sees of an executor: its name, what it says of itself in each language, its arguments.
//
// [Of] and [FromManifest] read admitted manifests, [Decode] the JSON shape of a bench; [Sections] cuts a description into what
// an executor does and what it says it does not. The package is pure.
package entry
