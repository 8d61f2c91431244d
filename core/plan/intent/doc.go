// Package intent reads what a person asked for, just far enough to check a plan against it: the verbs, the things,
// how many, where, and whether anything in the sentence takes the order back.
//
// Start at [Read]. It makes no plan: what it does not understand it leaves out, and a sentence with a negation, a
// condition or a doubt orders nothing. The words are those of core/vocab and of it.lex and en.lex here. It is pure.
package intent
