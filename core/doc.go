// Package core holds the nouns every organ of metnos speaks: [Owner], [Turn], [Step], [Executor],
// [Sandbox], [Verdict], [Dialog], [Outcome]. It has no behaviour; read core/turn next for the order in
// which they meet, and docs/architecture.md for the whole house.
package core
