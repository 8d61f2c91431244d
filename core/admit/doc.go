// Package admit is the gate every executor passes before it may be installed, whoever made it: third
// parties, the importer or the synthesiser.
//
// [Review] judges the manifest beyond its shape: the words of its name, what it asks for. [Birth] runs the
// manifest's own tests in the real process, confined as it will be. Package project makes, builds and
// packs the source of a third-party plugin.
package admit
