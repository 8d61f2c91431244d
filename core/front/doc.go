// Package front ends TLS before a channel, so that the private key stays in the core: begin with [Listen], which gives
// the socket a channel inherits and forwards to it what arrives on the address.
//
// The certificate is the person's own, read again when its file changes ([Files]), or one made here, once, for the
// names of this machine ([Own]): a browser does not know it, and whoever opens the page compares its [Fingerprint].
package front
