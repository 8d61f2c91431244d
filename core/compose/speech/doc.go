// Package speech reads an Italian or English request into [Fact]s: what is asked, of which things, where, in
// what order. Start at [Grammar.Read]; the sentences it knows are patterns in it.grammar and en.grammar, the
// words come from core/vocab. It tiles the whole sentence with patterns, so every word is either explained by
// a fact or listed as unknown. It knows no executor.
package speech
