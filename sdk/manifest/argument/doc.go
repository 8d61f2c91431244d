// Package argument is the argument schema of a manifest: its types, its JSON Schema and the check of a call.
//
// [Compile] once, then [Schema.Check] each call; package manifest does both behind Manifest.CheckArgs.
package argument
