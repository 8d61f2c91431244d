package contract

import (
	"context"
	"net"
	"sync"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/line"
)

// maxCallbacks bounds how many of a plugin's requests are served at a time.
const maxCallbacks = 128

// Streams opens and accepts numbered streams next to the lines; go-plugin's MuxBroker does.
type Streams interface {
	NextId() uint32
	Accept(id uint32) (net.Conn, error)
	Dial(id uint32) (net.Conn, error)
}

// Remote is an attached plugin: what the core calls on.
type Remote struct {
	ctx     context.Context // ends with the connection
	line    *line.Line
	streams Streams
	meter   *line.Meter

	mu       sync.Mutex
	calls    map[uint64]*invocation
	resident *invocation // serves callbacks outside of any call
	core     sdk.Core
	coreCtx  context.Context
}

// NewRemote calls the plugin and serves its callbacks on stream, until ctx ends. count accounts for what is
// received there; nil where m does not see it.
func NewRemote(ctx context.Context, l line.Limits, s Streams, m *line.Meter, stream net.Conn, count func(int), lost func(error), why func() error) *Remote {
	r := &Remote{ctx: ctx, streams: s, meter: m, calls: map[uint64]*invocation{}}
	r.line = line.New(stream, line.End{
		Limits: l, Count: count, Waste: m.Waste, OnLost: lost, Reason: why, Base: ctx, Most: maxCallbacks,
	})
	h, c, k := &hostServer{r}, &coreServer{r}, &sinkServer{r}
	go r.line.Serve(map[string]line.Method{
		"Host.Dial": h.Dial, "Host.Credential": h.Credential, "Host.Backup": h.Backup, "Host.Restore": h.Restore,
		"Host.Progress": h.Progress, "Host.Ask": h.Ask, "Host.Self": h.Self,
		"Core.Deliver": c.Deliver, "Core.Decide": c.Decide, "Core.Reply": c.Reply, "Core.Cancel": c.Cancel,
		"Core.Feedback": c.Feedback, "Core.Resume": c.Resume, "Core.Call": c.Call,
		"Sink.Delta": k.Delta,
	})
	return r
}

// Describe asks the plugin what it is.
func (r *Remote) Describe(ctx context.Context) (sdk.Description, error) {
	var d sdk.Description
	if err := r.line.Call(ctx, "Plugin.Describe", 0, nil, &d); err != nil {
		return sdk.Description{}, err
	}
	return d, nil
}

// Open tells the plugin which entry it is and what it may reach; once, before anything else.
func (r *Remote) Open(ctx context.Context, o Opening) (Opened, error) {
	var got Opened
	if err := r.line.Call(ctx, "Plugin.Open", 0, o, &got); err != nil {
		return Opened{}, err
	}
	if got.Protocol != Protocol {
		return Opened{}, Mismatch(got.Protocol)
	}
	return got, nil
}

// Attend sets who serves what a channel or model asks outside of any call. Nil refuses it.
func (r *Remote) Attend(host sdk.Host) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.resident != nil {
		r.resident.end()
		r.resident = nil
	}
	if host != nil {
		r.resident = newInvocation(r.ctx, host)
	}
}

// invoke makes one call during which host and delta serve the plugin's callbacks.
func (r *Remote) invoke(ctx context.Context, method string, in, out any, host sdk.Host, delta func(sdk.Delta)) error {
	id := r.line.Number()
	inv := newInvocation(ctx, host)
	inv.delta = delta
	r.mu.Lock()
	r.calls[id] = inv
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.calls, id)
		r.mu.Unlock()
		inv.end()
	}()
	return r.line.Numbered(ctx, id, method, 0, in, out)
}

// during finds the invocation a callback belongs to.
func (r *Remote) during(call uint64) (*invocation, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	inv := r.calls[call]
	if call == 0 {
		inv = r.resident
	}
	if inv == nil {
		return nil, sdk.Errorf(sdk.PolicyDenied, "call_ended", "the call this request belongs to has ended")
	}
	return inv, nil
}

// invocation is one call in progress: who serves its callbacks, and what they opened.
type invocation struct {
	host  sdk.Host
	delta func(sdk.Delta)
	ctx   context.Context
	stop  context.CancelFunc
}

func newInvocation(ctx context.Context, host sdk.Host) *invocation {
	inv := &invocation{host: host}
	inv.ctx, inv.stop = context.WithCancel(ctx)
	return inv
}

func (i *invocation) end() { i.stop() }

// bind ends ctx with the invocation.
func (i *invocation) bind(ctx context.Context) (context.Context, context.CancelFunc) {
	bound, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(i.ctx, cancel)
	return bound, func() { stop(); cancel() }
}
