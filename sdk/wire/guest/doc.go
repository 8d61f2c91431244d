// Package guest is the plugin's half of go-plugin's net/rpc wire, without go-plugin: a plugin process calls
// [Serve] once, a harness [ServeConn] in its own process.
//
// Seen from the plugin that wire is small. The plugin writes one handshake line; the core connects and opens
// yamux streams: a control stream on which gob requests in the form of net/rpc arrive (Control.Ping,
// Control.Quit, Dispenser.Dispense), two streams for output, and numbered streams that begin with their
// number and are acknowledged by repeating it. Linking go-plugin for that would bring gRPC and protobuf into
// every plugin: ten megabytes and a third of its start.
package guest
