// Package self carries sdk.Self over the wire: one request, named after its operation.
//
// [Client] is the plugin's half, [Request.Answer] the core's. Whose things they are travels nowhere: the core knows
// which call asks.
package self
