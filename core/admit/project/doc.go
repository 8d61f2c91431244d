// Package project makes, builds and packs the source folder of a third-party plugin.
//
// [New.Write] lays out a project that builds, tests and installs unchanged; [Build] compiles it into
// dist/ with its manifest stamped; [Sign] signs what is in dist/. The files of a new project are in
// template/.
package project
