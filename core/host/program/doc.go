// Package program makes sure that the bytes that run are the bytes that were verified.
//
// Start at [Cache.Open]: it hashes a store file while it copies it into sealed memory, compares the digest
// with the signed manifest, and hands out that copy to execute. [Cache.Check] is made before every call.
package program
