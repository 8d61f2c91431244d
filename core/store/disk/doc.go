// Package disk keeps bbolt files in one locked folder: commits shared by whoever waits, damage turned into an
// error, snapshots of one instant over all files.
//
// Package core/store gives the files their meaning: start there. Within: [Open], [File.Commit], and for
// administration [Folder.Snapshot], [Folder.Upgrade], [Snapshots], [Restore], [Prune], [Network].
package disk
