// Package manifest reads, checks and signs manifest.toml, the declaration an executor, a channel or a
// model is admitted by.
//
// To read one: [Check] decodes strictly and validates, reporting every problem with its line; [Decode]
// and [Manifest.Validate] are its halves. To check a call: [Manifest.CheckArgs] on values,
// [Manifest.CheckPlan] on a plan that still holds references. To sign: [Sign] with a [PrivateKey];
// [Verify] checks one signature with one key, and core/keys decides which keys are trusted for what.
//
// The canonical bytes of a manifest are its file's bytes. Signatures are Ed25519 with the context
// string metnos/<artefact>/v1/<role>, so a signature made for one purpose never serves another.
package manifest
