// Package contract carries the sdk's interfaces over a line, one file per interface with both
// halves in it: executor.go, channel.go, model.go, host.go, core.go. The half that calls satisfies the sdk's
// interface, the half that answers is a table of methods.
//
// [Remote] is the plugin as the core sees it, [Serve] the plugin's end. Package wire connects them.
package contract
