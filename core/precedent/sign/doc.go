// Package sign makes the short digests that rows and keys of precedents hold in place of what they stand for. Start
// at [Of]; [Plan] and [Form] sign plans, with and without their values.
package sign
