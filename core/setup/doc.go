// Package setup is the first run of an instance: which of its questions are answered and which comes next. Begin with
// [Setup.Begin], which an instance without a configuration calls when it starts; [Setup.Now] says where it stands,
// [Setup.Done] goes on from a step and [Setup.Finish] ends it, with all its questions answered or not.
//
// It survives a restart, and it is over once. What the answers mean, whoever asks them knows.
package setup
