package line

import "time"

// Limits bound what a peer may make this side hold. Zero fields take the defaults.
type Limits struct {
	Request  int64         // bytes of a call's arguments: 8 MiB
	Response int64         // bytes of an answer: 32 MiB
	Slack    int64         // bytes received that belong to nothing: 8 MiB
	Attach   time.Duration // until the peer has answered Connect: 10 s
	Grace    time.Duration // for an answer after a call's context ended: 150 ms
}

// OrDefault fills the zero fields.
func (l Limits) OrDefault() Limits {
	if l.Request <= 0 {
		l.Request = 8 << 20
	}
	if l.Response <= 0 {
		l.Response = 32 << 20
	}
	if l.Slack <= 0 {
		l.Slack = 8 << 20
	}
	if l.Attach <= 0 {
		l.Attach = 10 * time.Second
	}
	if l.Grace <= 0 {
		l.Grace = 150 * time.Millisecond
	}
	return l
}
