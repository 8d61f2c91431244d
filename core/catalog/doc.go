// Package catalog decides which executors, channels and models may run: it reads the signed folders,
// verifies each one, and answers by name.
//
// To use it: [Open] the roots, shipped one first; [Catalog.Active] lists what may be named, [Catalog.Get]
// returns one and verifies it again whenever a byte on disk may have changed, [Catalog.Refused] says what
// was left out and why. [Catalog.Install] and [Catalog.Remove] change the last root.
//
// A root holds catalog/<name>/manifest.toml with its signature, and store/sha256-<hex>/plugin, named by
// its own digest and never changed. One bad folder never stops the others.
package catalog
