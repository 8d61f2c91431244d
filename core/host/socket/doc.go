// Package socket connects to the socket a plugin named in its handshake, which is outside input: [Check] says
// whether it may be connected to, [Dial] whether it is the plugin that answers there.
package socket
