// Package config reads config.hcl into typed Go values, or says everything that is wrong with it.
//
// Call [Load] with a path, or [Default] when there is no file, and pass what the process knows of its
// surroundings in [Env]: this package reads no environment and writes no file. A returned error is a
// [Diagnostics]: one entry per fault, each an *sdk.Error with the parameters file, line and key.
//
// The bodies of executor, channel and model blocks belong to their plugins: [Instance.Decode] checks one
// against the schema the plugin's Describe answered with (see source.Schema).
//
// A file that leaves out data, locale, sandbox, policy or trust gets the shipped value of each. Grants,
// channels, models and executors are only those the file holds.
package config
