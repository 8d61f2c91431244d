// Package metnos carries the configuration metnos runs with when there is no other: config.hcl, as text.
// The program is in cmd/metnos; package core/config reads the text.
package metnos

import _ "embed"

// DefaultConfig is the shipped config.hcl.
//
//go:embed config.hcl
var DefaultConfig string
