package chat

import (
	"context"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/plugins/channels/web/tail"
	"github.com/metnos/metnos/sdk"
)

// work answers requests in their order, and fetches events the tab has missed: a page at a time, so that a request
// waits for no more than that.
func (s *socket) work() {
	for s.ctx.Err() == nil {
		if s.following().Replaying {
			select {
			case r := <-s.inbox:
				s.serve(r)
			default:
				s.catchUp()
			}
			continue
		}
		select {
		case <-s.ctx.Done():
		case <-s.gap:
		case r := <-s.inbox:
			s.serve(r)
		}
	}
}

// serve answers one request. That of a resume follows the events it asked for.
func (s *socket) serve(r protocol.Request) {
	if r.Type == "resume" {
		s.follow(tail.After(r.Conversation, r.Seq))
		s.resuming = r.ID
		return
	}
	answer, err := s.answer(r)
	switch {
	case s.ctx.Err() != nil || err != nil && s.leaveOn(err):
		return
	case err != nil:
		answer = protocol.Frame{Nack: r.ID, Error: protocol.FaultOf(err)}
	}
	s.put(answer)
}

// leaveOn ends the socket when an error means that this connection is of no use: the session is over, or
// the core cannot be reached and the page keeps its request for the next connection.
func (s *socket) leaveOn(err error) bool {
	switch {
	case refused(err):
		s.end(protocol.CloseSignedOut, "session ended")
	case protocol.OutOfReach(err):
		s.end(protocol.CloseTryLater, "core out of reach")
	default:
		return false
	}
	return true
}

func (s *socket) answer(r protocol.Request) (protocol.Frame, error) {
	switch r.Type {
	case "submit":
		return s.submit(r)
	case "call":
		var result json.RawMessage
		err := s.house.sessions.call(s.ctx, s.token, r.Method, r.Params, &result)
		if what := protocol.Tells[r.Method]; what != "" && err == nil {
			s.house.room.tell(s.who.Owner, r.About(), what)
		}
		return protocol.Frame{Ack: r.ID, Result: result}, err
	}
	var failure error
	answer, err := s.house.record.once(s.ctx, s.who.Owner+"/"+r.ID, func() (protocol.Frame, bool) {
		failure = s.act(r)
		if failure == nil {
			return protocol.Frame{Ack: r.ID}, true
		}
		return protocol.Frame{Nack: r.ID, Error: protocol.FaultOf(failure)}, !refused(failure) && !protocol.OutOfReach(failure)
	})
	if err != nil {
		return protocol.Frame{}, err
	}
	if failure != nil {
		return protocol.Frame{}, failure
	}
	return answer, nil
}

// act forwards a request that changes something. The core knows decisions and replies by their id; of a repeated
// cancel or feedback nothing more comes.
func (s *socket) act(r protocol.Request) error {
	ctx, cancel := context.WithTimeout(s.ctx, s.house.pace.call)
	defer cancel()
	core, who, id := s.house.core, sdk.Presented{Token: s.token}, s.who.Owner+"/"+r.ID
	switch r.Type {
	case "decide":
		return core.Decide(ctx, who, sdk.Decision{ID: id, Proposal: r.Proposal, Digest: r.Digest, Approve: r.Choice == "approve"})
	case "reply":
		return core.Reply(ctx, who, sdk.Reply{ID: id, Dialog: r.Dialog, Values: r.Values})
	case "cancel":
		return core.Cancel(ctx, who, r.Turn)
	case "feedback":
		return core.Feedback(ctx, who, r.Turn, *r.Good)
	}
	return sdk.Errorf(sdk.WrongArgs, "web_request_invalid", "request %s: wrong type", r.Type)
}

// submit delivers a message. The delivery id carries the owner, so that nobody can answer for, or
// silence, another person's message by guessing its id.
func (s *socket) submit(r protocol.Request) (protocol.Frame, error) {
	if s.following().Conversation != r.Conversation {
		s.follow(tail.Fresh(r.Conversation))
	}
	ctx, cancel := context.WithTimeout(s.ctx, s.house.pace.call)
	defer cancel()
	began := time.Now()
	accepted, err := s.house.core.Deliver(ctx, sdk.Inbound{
		ID: s.who.Owner + "/" + r.ID, Who: sdk.Presented{Token: s.token},
		Conversation: r.Conversation, Text: r.Text, Lang: r.Lang,
	})
	if err != nil {
		return protocol.Frame{}, err
	}
	s.confirmed(began) // what the message leads to needs no further question
	return protocol.Frame{Ack: r.ID, Turn: accepted.Turn, Duplicate: accepted.Duplicate}, nil
}

func (s *socket) following() tail.Tail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tail
}

// follow makes the tab follow a conversation. A resume that was under way ends where it has come to.
func (s *socket) follow(t tail.Tail) {
	s.mu.Lock()
	was := s.tail
	s.tail = t
	s.mu.Unlock()
	s.resumed(was)
}

// resumed acknowledges a resume, if one is under way.
func (s *socket) resumed(t tail.Tail) {
	if id := s.resuming; id != "" {
		s.resuming = ""
		s.put(protocol.Frame{Ack: id, Conversation: t.Conversation, Seq: t.Last})
	}
}

// catchUp fetches one page of what the tab misses and sends it as fast as the tab reads.
func (s *socket) catchUp() {
	t := s.following()
	page, err := s.fetch(t.Conversation, t.Last)
	if err != nil {
		s.giveUp(err)
		return
	}
	s.mu.Lock()
	rewound := s.tail.Rewound(page)
	ready := s.tail.Fetched(page)
	s.mu.Unlock()
	if rewound {
		s.put(protocol.Frame{Rewound: true, Conversation: t.Conversation})
	}
	for more := true; more; more = len(ready) > 0 {
		for _, e := range ready {
			s.put(protocol.Told(t.Conversation, e))
		}
		s.mu.Lock()
		ready = s.tail.Sent()
		s.mu.Unlock()
	}
	if t = s.following(); !t.Replaying {
		s.resumed(t)
	}
}

// giveUp ends a replay whose events cannot be fetched: refused when the tab asked for it, else the tab comes back.
func (s *socket) giveUp(err error) {
	id := s.resuming
	switch {
	case s.ctx.Err() != nil || s.leaveOn(err):
	case id == "":
		s.end(protocol.CloseTryLater, "events cannot be fetched")
	default:
		s.resuming = ""
		s.follow(tail.Tail{})
		s.put(protocol.Frame{Nack: id, Error: protocol.FaultOf(err)})
	}
}

func (s *socket) fetch(conversation string, after int64) ([]sdk.Event, error) {
	ctx, cancel := context.WithTimeout(s.ctx, s.house.pace.call)
	defer cancel()
	page, err := s.house.core.Resume(ctx, sdk.Presented{Token: s.token}, conversation, max(after, 0))
	if sdk.ClassOf(err) == sdk.NotFound {
		return nil, nil // a conversation nobody has spoken in yet
	}
	return page, err
}

// live takes an event from the core; false means that the tab follows another conversation. raw is the event's encoded
// frame, made once for all tabs.
func (s *socket) live(conversation string, e sdk.Event, raw []byte) (follows bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tail.Conversation != conversation {
		return false
	}
	pass, replay := s.tail.Offer(e)
	if pass && !s.queue.Offer(tail.Packet{Data: raw, Event: true}) {
		s.tail.Behind(e)
		replay = true
	}
	if replay {
		select {
		case s.gap <- struct{}{}:
		default:
		}
	}
	return true
}
