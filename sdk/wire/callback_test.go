package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
)

// during runs body inside a call, with b as its broker.
func during(t *testing.T, b *broker, body func(ctx context.Context, h sdk.Host) error) error {
	t.Helper()
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, h sdk.Host) (sdk.Result, error) {
		return sdk.Result{OK: true}, body(ctx, h)
	}), wire.Limits{})
	_, err := p.Executor().Invoke(within(t, 10*time.Second), sdk.Call{}, b)
	return err
}

func TestBrokerAnswers(t *testing.T) {
	var restored string
	b := &broker{
		credential: func(name string) (sdk.Secret, error) { return sdk.Secret{"password": name + "!"}, nil },
		backup:     func(path string) (string, error) { return "ref:" + path, nil },
		restore:    func(ref, path string) error { restored = ref + ">" + path; return nil },
		ask: func(_ context.Context, q sdk.Question) (sdk.Answer, error) {
			return sdk.Answer{Value: q.Prompt + " sì"}, nil
		},
	}
	err := during(t, b, func(ctx context.Context, h sdk.Host) error {
		if s, err := h.Credential(ctx, "imap"); err != nil || s["password"] != "imap!" {
			return fmt.Errorf("credential: %v, %w", s, err)
		}
		if ref, err := h.Backup(ctx, "/a"); err != nil || ref != "ref:/a" {
			return fmt.Errorf("backup: %v, %w", ref, err)
		}
		if err := h.Restore(ctx, "r", "/b"); err != nil {
			return err
		}
		a, err := h.Ask(ctx, sdk.Question{Prompt: "davvero?"})
		if err != nil || a.Value != "davvero? sì" {
			return fmt.Errorf("ask: %v, %w", a, err)
		}
		return nil
	})
	if err != nil || restored != "r>/b" {
		t.Fatalf("%v, restored %q", err, restored)
	}
}

func TestBrokerRefusalsCross(t *testing.T) {
	err := during(t, &broker{}, func(ctx context.Context, h sdk.Host) error {
		_, err := h.Credential(ctx, "imap")
		return err
	})
	refused(t, err, sdk.PolicyDenied, "refused")
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, h sdk.Host) (sdk.Result, error) {
		_, err := h.Backup(ctx, "/a")
		return sdk.Result{}, err
	}), wire.Limits{})
	_, err = p.Executor().Invoke(within(t, time.Second), sdk.Call{}, nil)
	refused(t, err, sdk.PolicyDenied, "no_broker")
}

func TestBrokerEndsWithItsCall(t *testing.T) {
	kept := make(chan sdk.Host, 1)
	err := during(t, &broker{}, func(_ context.Context, h sdk.Host) error { kept <- h; return nil })
	if err != nil {
		t.Fatal(err)
	}
	p := executor(t, do(func(_ context.Context, _ sdk.Call, h sdk.Host) (sdk.Result, error) {
		kept <- h
		return sdk.Result{OK: true}, nil
	}), wire.Limits{})
	<-kept
	if _, err := p.Executor().Invoke(within(t, time.Second), sdk.Call{}, &broker{backup: func(string) (string, error) { return "x", nil }}); err != nil {
		t.Fatal(err)
	}
	_, err = (<-kept).Backup(within(t, time.Second), "/a")
	if c := sdk.ClassOf(err); c != sdk.PolicyDenied && c != sdk.Cancelled {
		t.Fatalf("a broker outlived its call: %v", err)
	}
}

func TestCancelReachesTheBroker(t *testing.T) {
	asked, told := make(chan struct{}), make(chan struct{})
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, h sdk.Host) (sdk.Result, error) {
		_, err := h.Ask(ctx, sdk.Question{})
		return sdk.Result{}, err
	}), wire.Limits{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-asked; cancel() }()
	_, err := p.Executor().Invoke(ctx, sdk.Call{}, &broker{ask: func(ctx context.Context, _ sdk.Question) (sdk.Answer, error) {
		close(asked)
		<-ctx.Done()
		close(told)
		return sdk.Answer{}, ctx.Err()
	}})
	refused(t, err, sdk.Cancelled, "cancelled")
	<-told
}

func TestProgressNeverWaits(t *testing.T) {
	release := make(chan struct{})
	var last atomic.Int64
	b := &broker{progress: func(done, _ int64, _ string) { <-release; last.Store(done) }}
	err := during(t, b, func(context.Context, sdk.Host) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	err = during(t, b, func(_ context.Context, h sdk.Host) error {
		start := time.Now()
		for i := range int64(10_000) {
			h.Progress(i, 10_000, "")
		}
		if d := time.Since(start); d > 10*time.Second { // nobody takes them yet
			return fmt.Errorf("progress took %v", d)
		}
		close(release)
		for until := time.Now().Add(30 * time.Second); last.Load() != 9_999; {
			if time.Now().After(until) {
				return fmt.Errorf("the newest report is lost: %d", last.Load())
			}
			time.Sleep(time.Millisecond)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestHTTPGoesThroughTheBroker(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1") // must not be used
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %d", r.Host, r.URL.Path, len(b))
		io.WriteString(w, strings.Repeat("x", 3<<20))
	}))
	defer web.Close()
	var asked []string
	b := &broker{dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		asked = append(asked, network+" "+address)
		return new(net.Dialer).DialContext(ctx, "tcp", web.Listener.Addr().String())
	}}
	err := during(t, b, func(ctx context.Context, h sdk.Host) error {
		for range 3 {
			req, _ := http.NewRequestWithContext(ctx, "POST", "http://api.example.org/v1", strings.NewReader(strings.Repeat("y", 2<<20)))
			resp, err := h.HTTP().Do(req)
			if err != nil {
				return err
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if want := "api.example.org /v1 2097152"; err != nil || !strings.HasPrefix(string(body), want) || len(body) != len(want)+3<<20 {
				return fmt.Errorf("%d bytes %.60q, %w", len(body), body, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(asked) != 1 || asked[0] != "tcp api.example.org:80" {
		t.Errorf("dialled %q", asked)
	}
}

// Forty slow uploads hold more than the slack in their windows; accepted streams do not count as noise.
func TestManyStreamsAreNoFlood(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	read := make(chan struct{})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { <-read; io.Copy(io.Discard, c); c.Close() }()
		}
	}()
	b := &broker{dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, l.Addr().String())
	}}
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, h sdk.Host) (sdk.Result, error) {
		var all sync.WaitGroup
		errs := make(chan error, 40)
		for range 40 {
			all.Go(func() {
				c, err := h.Dial(ctx, "tcp", "far:1")
				if err == nil {
					defer c.Close()
					_, err = c.Write(make([]byte, 8<<20))
				}
				errs <- err
			})
		}
		time.AfterFunc(300*time.Millisecond, func() { close(read) })
		all.Wait()
		for range 40 {
			if err := <-errs; err != nil {
				return sdk.Result{}, err
			}
		}
		return sdk.Result{OK: true}, nil
	}), wire.Limits{Slack: 1 << 20})
	if _, err := p.Executor().Invoke(within(t, 25*time.Second), sdk.Call{}, b); err != nil {
		t.Fatal(err)
	}
}

func TestDialledStreamsCloseWithTheCall(t *testing.T) {
	near, far := net.Pipe()
	var kept net.Conn
	b := &broker{dial: func(context.Context, string, string) (net.Conn, error) { return near, nil }}
	err := during(t, b, func(ctx context.Context, h sdk.Host) (err error) {
		kept, err = h.Dial(ctx, "tcp", "far:1")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	far.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := far.Read(make([]byte, 1)); err != io.EOF && err != io.ErrClosedPipe {
		t.Errorf("the core's side stays open: %v", err)
	}
	if _, err := kept.Write([]byte("x")); err == nil {
		t.Error("the plugin's side stays open")
	}
}

// hall is a channel that answers from what it is told.
type hall struct {
	core    sdk.Core
	ctx     context.Context
	host    sdk.Host
	sent    chan sdk.Outbound
	stopped chan struct{}
}

func (h *hall) UseHost(host sdk.Host) { h.host = host }
func (h *hall) Start(ctx context.Context, core sdk.Core) error {
	h.ctx, h.core = ctx, core
	return nil
}
func (h *hall) Send(_ context.Context, out sdk.Outbound) error { h.sent <- out; return nil }
func (h *hall) Stop(context.Context) error                     { close(h.stopped); return nil }

// memory is a core that remembers what it was told.
type memory struct {
	sdk.Core
	mu    sync.Mutex
	heard []any
}

func (m *memory) add(v ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.heard = append(m.heard, v...)
}
func (m *memory) Deliver(_ context.Context, in sdk.Inbound) (sdk.Accepted, error) {
	m.add(in)
	return sdk.Accepted{Turn: "t1", Duplicate: true}, nil
}
func (m *memory) Decide(_ context.Context, who sdk.Presented, d sdk.Decision) error {
	m.add(who, d)
	return sdk.Errorf(sdk.AuthRequired, "session_expired", "expired")
}
func (m *memory) Reply(_ context.Context, who sdk.Presented, r sdk.Reply) error {
	m.add(who, r)
	return nil
}
func (m *memory) Cancel(_ context.Context, who sdk.Presented, turn string) error {
	m.add(who, turn)
	return nil
}
func (m *memory) Feedback(_ context.Context, who sdk.Presented, turn string, good bool) error {
	m.add(who, turn, good)
	return nil
}
func (m *memory) Resume(_ context.Context, who sdk.Presented, conversation string, seq int64) ([]sdk.Event, error) {
	m.add(who, conversation, seq)
	return []sdk.Event{{Seq: 8, Kind: "final", Data: json.RawMessage(`{"a":1}`)}}, nil
}
func (m *memory) Call(_ context.Context, who sdk.Presented, method string, params json.RawMessage) (json.RawMessage, error) {
	m.add(who, method, string(params))
	return json.RawMessage(`["ok"]`), nil
}

func channelBackend(c sdk.Channel) wire.Backend {
	return wire.Backend{
		Description: sdk.Description{Protocol: wire.ProtocolVersion, Kind: wire.KindChannel},
		Open: func(_ context.Context, o wire.Opening) (*wire.Service, error) {
			return &wire.Service{Entry: "hall", Channel: c, Config: o.Config}, nil
		},
	}
}

func TestChannelBothWays(t *testing.T) {
	h := &hall{sent: make(chan sdk.Outbound, 1), stopped: make(chan struct{})}
	p := connect(t, channelBackend(h), wire.Limits{})
	if _, err := p.Open(within(t, time.Second), wire.Opening{Config: json.RawMessage(`{"listen":"x"}`)}); err != nil {
		t.Fatal(err)
	}
	p.Attend(&broker{credential: func(string) (sdk.Secret, error) { return sdk.Secret{"token": "s"}, nil }})
	m := &memory{}
	ch := p.Channel(m)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if err := ch.Start(ctx, nil); err != nil {
		t.Fatal(err)
	}
	who := sdk.Presented{Token: "secret"}
	in := sdk.Inbound{ID: "1", Who: who, Conversation: "c", Text: "ciao"}
	if a, err := h.core.Deliver(ctx, in); err != nil || a.Turn != "t1" || !a.Duplicate {
		t.Errorf("deliver: %+v, %v", a, err)
	}
	refused(t, h.core.Decide(ctx, who, sdk.Decision{Proposal: "p", Approve: true}), sdk.AuthRequired, "session_expired")
	errs := []error{
		h.core.Reply(ctx, who, sdk.Reply{Dialog: "d", Values: map[string]string{"a": "b"}}),
		h.core.Cancel(ctx, who, "t1"), h.core.Feedback(ctx, who, "t1", true),
	}
	events, err := h.core.Resume(ctx, who, "c", 7)
	errs = append(errs, err)
	got, err := h.core.Call(ctx, who, "users.list", json.RawMessage(`{"x":1}`))
	for _, err := range append(errs, err) {
		if err != nil {
			t.Error(err)
		}
	}
	if string(got) != `["ok"]` || len(events) != 1 || events[0].Seq != 8 || string(h.core.Config()) != `{"listen":"x"}` {
		t.Errorf("call %s, events %+v, config %s", got, events, h.core.Config())
	}
	want := []any{in, who, sdk.Decision{Proposal: "p", Approve: true}, who, sdk.Reply{Dialog: "d", Values: map[string]string{"a": "b"}},
		who, "t1", who, "t1", true, who, "c", int64(7), who, "users.list", `{"x":1}`}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !reflect.DeepEqual(m.heard, want) {
		t.Errorf("the core heard %+v", m.heard)
	}
	if s, err := h.host.Credential(ctx, "telegram"); err != nil || s["token"] != "s" {
		t.Errorf("resident broker: %v, %v", s, err)
	}
	if err := ch.Send(ctx, sdk.Outbound{Conversation: "c", Event: sdk.Event{Kind: "final"}}); err != nil || (<-h.sent).Event.Kind != "final" {
		t.Errorf("send: %v", err)
	}
	if h.ctx.Err() != nil {
		t.Error("the channel's context ended with Start")
	}
	stop()
	select {
	case <-h.ctx.Done():
	case <-time.After(5 * time.Second):
		t.Error("the channel's context outlives the core's")
	}
	if err := ch.Stop(within(t, time.Second)); err != nil {
		t.Error(err)
	}
	<-h.stopped
}

func TestCoreBeforeStartIsRefused(t *testing.T) {
	p := executor(t, echo, wire.Limits{})
	p.Attend(nil)
	h := &hall{}
	c := connect(t, channelBackend(h), wire.Limits{})
	if _, err := c.Open(within(t, time.Second), wire.Opening{}); err != nil {
		t.Fatal(err)
	}
	_, err := h.host.Credential(within(t, time.Second), "x")
	refused(t, err, sdk.PolicyDenied, "call_ended")
}

// teller is a model that speaks in many small pieces.
type teller struct{ n int }

func (m teller) Generate(ctx context.Context, req sdk.Request, delta func(sdk.Delta)) (sdk.Response, error) {
	if req.Model == "odd" {
		return sdk.Response{Stop: "tired"}, nil
	}
	for i := range m.n {
		if delta != nil {
			delta(sdk.Delta{Text: fmt.Sprintf("%d ", i)})
		}
	}
	return sdk.Response{Text: "done", Stop: "end", TokensOut: m.n}, ctx.Err()
}

func (m teller) Embed(_ context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 3 {
		return nil, nil
	}
	v := make([][]float32, len(texts))
	for i := range v {
		v[i] = []float32{float32(i), 0.5}
	}
	return v, nil
}

func TestModelStreamsInOrder(t *testing.T) {
	p := connect(t, wire.Backend{Open: func(context.Context, wire.Opening) (*wire.Service, error) {
		return &wire.Service{Model: teller{5_000}}, nil
	}}, wire.Limits{})
	if _, err := p.Open(within(t, time.Second), wire.Opening{}); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	r, err := p.Model().Generate(within(t, 10*time.Second), sdk.Request{}, func(d sdk.Delta) { text.WriteString(d.Text) })
	if err != nil || r.Text != "done" || r.TokensOut != 5_000 {
		t.Fatalf("%+v, %v", r, err)
	}
	var want strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&want, "%d ", i)
	}
	if text.String() != want.String() {
		t.Errorf("%d bytes streamed, want %d in order", text.Len(), want.Len())
	}
	if r, err := p.Model().Generate(within(t, time.Second), sdk.Request{}, nil); err != nil || r.Text != "done" {
		t.Errorf("without a stream: %+v, %v", r, err)
	}
	_, err = p.Model().Generate(within(t, time.Second), sdk.Request{Model: "odd"}, nil)
	refused(t, err, sdk.ContractViolation, "invalid_result")
	if v, err := p.Model().Embed(within(t, time.Second), []string{"a", "b"}); err != nil || len(v) != 2 || v[1][1] != 0.5 {
		t.Errorf("embed: %v, %v", v, err)
	}
	_, err = p.Model().Embed(within(t, time.Second), []string{"a", "b", "c"})
	refused(t, err, sdk.ContractViolation, "invalid_result")
}
