// Package vetting is the one finalisation of every plan, whatever made it: the structural guards, then the
// validator. Start at [Vet].
package vetting
