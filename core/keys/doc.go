// Package keys decides whose signature counts for what.
//
// To check a signature: [Open] a [Ring] on the trusted files and the key folder, then [Ring.Verify] the
// bytes and [Ring.May] the manifest. To administer: [Folder.Generate], [Folder.Trust], [Folder.Revoke] and
// [Folder.Rotate]; an open Ring notices each change at its next question. [Rights] is the one table of
// which role signs what.
//
//	role        signs
//	release     first-party executors, channels and models
//	publisher   third-party plugins, under its own publisher name
//	importer    executors made from skills
//	quarantine  generated candidates, which stay hidden
//	promoter    the record that makes a candidate active
package keys
