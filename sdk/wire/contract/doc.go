// Package contract carries the sdk's interfaces over a pair of lines, one file per interface with both
// halves in it: executor.go, channel.go, model.go, host.go, core.go. The half that calls satisfies the sdk's
// interface, the half that answers is registered with net/rpc.
//
// [Remote] is the plugin as the core sees it, [Serve] the plugin's end. Package wire connects them.
package contract
