// Package sdk holds the contracts a metnos plugin author meets: [Executor], [Channel], [Model], what
// they receive ([Call], [Host], [Core]) and what they answer ([Result], [Error]).
//
// To write a plugin: implement [Executor], hand it to serve.Executors in package
// github.com/metnos/metnos/sdk/serve, describe it in a manifest.toml (package sdk/manifest), and run
// `metnos plugin build`, `test`, `sign` and `install`. docs/plugin-authors.md walks through it.
//
// The package has no behaviour beyond small constructors, and depends on the standard library alone.
package sdk
