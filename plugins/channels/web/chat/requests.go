package chat

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// work answers requests one at a time, in their order, and fetches events the tab has missed.
func (s *socket) work() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.gap:
			if err := s.replay(); err != nil && !s.leaveOn(err) {
				s.end(protocol.CloseTryLater, "events cannot be fetched")
			}
		case r := <-s.inbox:
			answer, err := s.answer(r)
			if s.ctx.Err() != nil {
				return
			}
			if err != nil {
				if s.leaveOn(err) {
					return
				}
				answer = protocol.Frame{Nack: r.ID, Error: protocol.FaultOf(err)}
			}
			s.put(answer)
		}
	}
}

// leaveOn ends the socket when an error means that this connection is of no use: the session is over, or
// the core cannot be reached and the page keeps its request for the next connection.
func (s *socket) leaveOn(err error) bool {
	switch {
	case refused(err):
		s.end(protocol.CloseSignedOut, "session ended")
	case outOfReach(err):
		s.end(protocol.CloseTryLater, "core out of reach")
	default:
		return false
	}
	return true
}

// outOfReach reports a failure that says nothing about the request: it may or may not have arrived, and
// asking again under the same id is safe.
func outOfReach(err error) bool {
	switch sdk.ClassOf(err) {
	case sdk.Unavailable, sdk.Timeout, sdk.Network, sdk.Crashed, sdk.Cancelled:
		return true
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

func (s *socket) answer(r protocol.Request) (protocol.Frame, error) {
	switch r.Type {
	case "submit":
		return s.submit(r)
	case "resume":
		return s.resume(r)
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
		return protocol.Frame{Nack: r.ID, Error: protocol.FaultOf(failure)}, !refused(failure) && !outOfReach(failure)
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
	s.mu.Lock()
	if s.tail.conversation != r.Conversation {
		s.tail = tail{conversation: r.Conversation, last: -1}
	}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(s.ctx, s.house.pace.call)
	defer cancel()
	accepted, err := s.house.core.Deliver(ctx, sdk.Inbound{
		ID: s.who.Owner + "/" + r.ID, Who: sdk.Presented{Token: s.token},
		Conversation: r.Conversation, Text: r.Text, Lang: r.Lang,
	})
	if err != nil {
		return protocol.Frame{}, err
	}
	return protocol.Frame{Ack: r.ID, Turn: accepted.Turn, Duplicate: accepted.Duplicate}, nil
}

// resume makes the tab follow a conversation from the event after r.Seq. Its acknowledgement comes after
// the events that were missing.
func (s *socket) resume(r protocol.Request) (protocol.Frame, error) {
	s.mu.Lock()
	s.tail = tail{conversation: r.Conversation, last: r.Seq, replaying: true}
	s.mu.Unlock()
	if err := s.replay(); err != nil {
		s.mu.Lock()
		s.tail = tail{}
		s.mu.Unlock()
		return protocol.Frame{}, err
	}
	s.mu.Lock()
	seq := s.tail.last
	s.mu.Unlock()
	return protocol.Frame{Ack: r.ID, Conversation: r.Conversation, Seq: seq}, nil
}

// replay fetches what the tail misses, page by page, until the live events follow without a gap.
func (s *socket) replay() error {
	const patience = 3 // empty answers before a gap counts as permanent
	for empty := 0; ; {
		s.mu.Lock()
		conversation, after, needed := s.tail.conversation, s.tail.last, s.tail.replaying
		s.mu.Unlock()
		if !needed {
			return nil
		}
		page, err := s.fetch(conversation, after)
		if err != nil {
			return err
		}
		s.mu.Lock()
		ready := s.tail.fetched(page)
		if len(ready) == 0 {
			empty++
			ready = s.tail.release(empty >= patience)
		}
		s.mu.Unlock()
		for _, e := range ready {
			s.put(protocol.Told(conversation, e))
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
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
	if s.tail.conversation != conversation {
		return false
	}
	pass, replay := s.tail.offer(e)
	if pass {
		s.push(packet{raw, true})
	}
	if len(s.tail.held) > cap(s.outbox) {
		s.end(protocol.CloseTooSlow, "not keeping up")
	}
	if replay {
		select {
		case s.gap <- struct{}{}:
		default:
		}
	}
	return true
}
