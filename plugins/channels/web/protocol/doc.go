// Package protocol is what the page and the channel say to one another over the socket: the page sends a
// [Request], read by [Decode], and hears [Frame]s. Every request carries an id and gets one Ack or Nack
// with it; events come with the sequence number of their conversation.
package protocol
