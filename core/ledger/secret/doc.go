// Package secret knows what secrets look like: labelled passwords, tokens of known services, keys, addresses with
// a password, long random strings.
//
// Start at [Hide]. It is pure; what is known by value is package ledger's to hide.
package secret
