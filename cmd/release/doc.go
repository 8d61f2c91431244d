// Command release builds the first-party plugins, stamps their digest into the manifests and signs them
// with the release key, into the layout the program looks for beside itself:
//
//	libexec/metnos/store/sha256-<hex>/plugin     one per family
//	libexec/metnos/catalog/<name>/manifest.toml  and its signature
//	libexec/metnos/keys/release.pub
//
// A key is made on the first run and stays on this machine; a published release is signed elsewhere.
package main
