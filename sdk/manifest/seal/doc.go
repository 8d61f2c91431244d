// Package seal holds keys, signatures and the small text records they are kept in.
//
// [Sign] with a [PrivateKey] makes a signature file; [DecodeSignature] and [Signature.Verify] check one
// against one [PublicKey]. Whether that key is trusted for it is core/keys's to say. A [Record] has exactly
// one spelling, so that its bytes can be signed.
package seal
