package chat

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/entrance"
	"github.com/metnos/metnos/sdk"
)

// Channel serves the chat page. It implements [sdk.Channel].
type Channel struct {
	pace pace
	now  func() time.Time

	mu     sync.Mutex
	house  *house
	server *http.Server
}

var _ sdk.Channel = (*Channel)(nil)

// New returns a channel that serves once it is started.
func New() *Channel { return &Channel{pace: defaultPace(), now: time.Now} }

// house is what the requests of one started channel share.
type house struct {
	pace     pace
	now      func() time.Time
	core     sdk.Core
	settings settings
	door     door.Door
	cookies  door.Cookies
	sessions sessions
	entry    entrance.Desk
	record   *record
	room     *room

	ctx    context.Context // ends when the channel stops
	cancel context.CancelFunc
	tabs   sync.WaitGroup
}

// Start serves the page on the socket the core opened. It returns at once; serving ends with ctx or Stop.
func (c *Channel) Start(ctx context.Context, core sdk.Core) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server != nil {
		return sdk.Errorf(sdk.Conflict, "web_already_started", "channel \"web\" is already serving")
	}
	s, err := decodeSettings(core.Config())
	if err != nil {
		return err
	}
	listener, err := core.Listener()
	if err != nil {
		return err
	}
	if err := s.reachable(listener.Addr()); err != nil {
		listener.Close()
		return err
	}
	at := listener.Addr().String()
	if len(s.TLS) > 0 {
		at, listener = s.Listen, door.Behind(listener)
	}
	c.house = newHouse(c.pace, c.now, core, s, at)
	c.server = &http.Server{
		Handler:           c.house.handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      20 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(os.Stderr, "web: ", 0),
	}
	go func(server *http.Server) {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.New(os.Stderr, "web: ", 0).Print(err)
		}
	}(c.server)
	context.AfterFunc(ctx, func() {
		ending, cancel := context.WithTimeout(context.Background(), c.pace.linger)
		defer cancel()
		c.Stop(ending)
	})
	return nil
}

func newHouse(p pace, now func() time.Time, core sdk.Core, s settings, at string) *house {
	_, port, _ := net.SplitHostPort(at)
	h := &house{
		pace: p, now: now, core: core, settings: s,
		door:     door.New(s.secured(), append([]string{s.Listen, at}, s.Hosts...)...),
		cookies:  door.Cookies{Port: port, Secure: s.secured()},
		sessions: sessions{core: core, timeout: p.call},
		record:   newRecord(4096),
		room:     newRoom(p.sockets, p.perOwner),
	}
	h.entry = entrance.Desk{Call: h.sessions.call, Core: core, Door: h.door, Cookies: h.cookies, Throttle: door.NewThrottle(now), Language: s.Language, Now: now}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	return h
}

// Send shows an event in every open tab that follows its conversation.
func (c *Channel) Send(_ context.Context, out sdk.Outbound) error {
	c.mu.Lock()
	h := c.house
	c.mu.Unlock()
	if h == nil || h.ctx.Err() != nil {
		return sdk.Errorf(sdk.Unavailable, "web_not_serving", "channel \"web\" is not serving")
	}
	if out.Event.Kind == "session" {
		h.room.recheck(out.Recipient)
		return nil
	}
	if out.Recipient == "" || out.Conversation == "" {
		return sdk.Errorf(sdk.WrongArgs, "web_no_recipient", "an event needs a recipient and a conversation")
	}
	h.room.deliver(out)
	return nil
}

// Stop says goodbye to every tab and closes the server; ctx bounds the wait.
func (c *Channel) Stop(ctx context.Context) error {
	c.mu.Lock()
	h, server := c.house, c.server
	c.mu.Unlock()
	if h == nil {
		return nil
	}
	h.room.close()
	err := server.Shutdown(ctx)
	if err != nil {
		server.Close()
	}
	done := make(chan struct{})
	go func() { h.tabs.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	h.cancel()
	return err
}
