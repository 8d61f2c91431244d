//go:build soak

package main

const adversarialRounds = 6000
