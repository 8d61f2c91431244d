//go:build !soak

package main

// adversarialRounds is how many requests the interleaving has, a fifth of them at the same time.
const adversarialRounds = 450
