package chat

import (
	"encoding/json"
	"sync"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// room knows the open sockets of each owner.
type room struct {
	mu       sync.Mutex
	owners   map[string]map[*socket]struct{}
	open     int
	limit    int
	perOwner int
	closed   bool
}

func newRoom(limit, perOwner int) *room {
	return &room{owners: map[string]map[*socket]struct{}{}, limit: limit, perOwner: perOwner}
}

// join admits a socket, unless the channel is stopping or too many are open.
func (r *room) join(s *socket) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	mine := r.owners[s.who.Owner]
	if r.closed || r.open >= r.limit || len(mine) >= r.perOwner {
		return false
	}
	if mine == nil {
		mine = map[*socket]struct{}{}
		r.owners[s.who.Owner] = mine
	}
	mine[s] = struct{}{}
	r.open++
	return true
}

func (r *room) leave(s *socket) {
	r.mu.Lock()
	defer r.mu.Unlock()
	mine := r.owners[s.who.Owner]
	if _, here := mine[s]; !here {
		return
	}
	delete(mine, s)
	r.open--
	if len(mine) == 0 {
		delete(r.owners, s.who.Owner)
	}
}

func (r *room) of(owner string) []*socket {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]*socket, 0, len(r.owners[owner]))
	for s := range r.owners[owner] {
		list = append(list, s)
	}
	return list
}

// deliver hands an event to every tab of its recipient that follows the conversation. Nobody listening is
// no failure: the core keeps the event and a tab that comes back asks for it.
func (r *room) deliver(out sdk.Outbound) {
	tabs := r.of(out.Recipient)
	if len(tabs) == 0 {
		return
	}
	raw, err := json.Marshal(protocol.Told(out.Conversation, out.Event))
	if err != nil {
		return // an event whose data is no JSON can reach nobody
	}
	heard, loud := protocol.Heard(out.Conversation, out.Event.Kind)
	for _, s := range tabs {
		if !s.live(out.Conversation, out.Event, raw) && loud {
			s.offer(heard)
		}
	}
}

// tell lets the tabs of a person know what one of them has done to a conversation.
func (r *room) tell(owner, conversation, what string) {
	for _, s := range r.of(owner) {
		s.offer(protocol.Frame{Conversation: conversation, Elsewhere: what})
	}
}

// recheck has every tab of a person ask the core again whether its session holds.
func (r *room) recheck(owner string) {
	for _, s := range r.of(owner) {
		select {
		case s.doubt <- struct{}{}:
		default: // it will ask anyway
		}
	}
}

// dismiss closes the sockets that a session opened.
func (r *room) dismiss(owner, token string) {
	for _, s := range r.of(owner) {
		if s.token == token {
			s.end(protocol.CloseSignedOut, "signed out")
		}
	}
}

// close ends every socket and admits no more.
func (r *room) close() {
	r.mu.Lock()
	r.closed = true
	var all []*socket
	for _, mine := range r.owners {
		for s := range mine {
			all = append(all, s)
		}
	}
	r.mu.Unlock()
	for _, s := range all {
		s.end(protocol.CloseGoingAway, "stopping")
	}
}
