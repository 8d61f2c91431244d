// Package broker is what a plugin may ask of the core while a call runs: connections, credentials,
// pre-images, questions, progress.
//
// Start at [Broker.Session]: it answers the sdk.Host of one call. egress.go decides where a connection may
// go, address.go which addresses are nobody's business; both look at the address that is finally
// connected to, not at the name. Everything a call may ask for comes from its signed manifest and the
// configuration; the arguments of the call widen nothing.
package broker
