// Package target decides where files go when they are moved or copied: [Read] the arguments of a call, then
// ask [Target.Of] for each path.
//
// To add a placeholder: give it a value in facts, and name it in the manifests and in the sentence
// placeholder_unknown.
package target
