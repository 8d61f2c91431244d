// Command check fails the build when the program and the message catalogue disagree.
//
//	go run ./core/i18n/check [folder]
//
// It finds every message key the program can name: the code of sdk.Errorf, the key of Say, the Code field of
// errors, failures, verdicts and questions, and from there, backwards, every constant that can reach one of
// these through parameters, variables, fields, tables and results. A key that no file of core/i18n/messages
// holds, a key whose origin cannot be told, faults of the files themselves (one language, differing
// placeholders) and a key that nothing in the tree mentions are reported with file:line, and the exit
// status is 1. So are prompts of core/i18n/prompts that are missing, of one language, in another language than their
// file says, or asked for by nobody.
package main
