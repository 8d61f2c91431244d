// Package gateway stands between channels and turns: it tells who is speaking, takes each message once,
// runs the turns of a conversation one after the other, and keeps the events channels show.
//
// Start at [Gateway.Core], which is the core as one channel sees it, and [Gateway.Ask], which is the same
// door for the command line. [Feed] numbers and keeps events; methods.go is the table of what a settings
// page may call, each with the role it needs.
package gateway
