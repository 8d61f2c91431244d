package host

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/guard"
	"github.com/metnos/metnos/core/host/jail"
	"github.com/metnos/metnos/core/host/pool"
	"github.com/metnos/metnos/core/host/program"
	"github.com/metnos/metnos/core/host/rundir"
	"github.com/metnos/metnos/core/host/vitals"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

// Config is what a host needs to know. Zero durations and counts take the defaults.
type Config struct {
	Mode       sandbox.Mode
	Runtime    string   // private folder for sockets and records; "" chooses one
	Quarantine string   // where files that appeared at denied paths are moved
	Hidden     []string // the core's own folders: data, configuration, store
	Self       string   // the program that answers to ConfineArg; "" is the running one
	BwrapPaths []string // where bwrap is looked for, best first; nil is the usual places

	Grants func(core.Owner) []core.Grant // asked once per executor and owner, until Retire
	Broker func(Session) sdk.Host        // serves what a plugin asks of the core during one call; closed after it if it is an io.Closer
	System vitals.Source                 // reads the machine for an executor with system:read; nil: it is told what the call brings
	Redact func(string) string           // takes secrets out of what a plugin printed; nil: nothing printed is shown

	Idle     time.Duration // a process nobody uses is stopped after this: 60 s
	MaxIdle  int           // processes kept when nobody uses them: 16
	Starts   int           // starts at the same time: 4
	Cooldown time.Duration // rest of an executor that only crashes: 60 s
	Grace    time.Duration // a process may take to leave when it is asked to: 1 s
}

// Session is one call as the broker sees it.
type Session struct {
	Executor core.Executor
	Call     sdk.Call
	Profile  sandbox.Profile
	Roots    []sdk.Root // what the process was given
	Progress func(done, total int64, note string)
}

// Host starts, keeps and ends plugin processes.
type Host struct {
	cfg      Config
	dir      *rundir.Dir
	jail     *jail.Jail
	programs *program.Cache
	pool     *pool.Pool[key, *process]
	breaker  *pool.Breaker
	starts   chan struct{} // one token per start in flight
	swept    int
	profiles sync.Map        // profileKey to what was computed
	ctx      context.Context // ends when the host closes
	cancel   context.CancelFunc

	touched *guard.Record

	mu       sync.Mutex
	channels []*Channel
}

// New prepares a host: its runtime folder, and the end of whatever an earlier core of this user left
// behind. Nothing is started, and confinement is probed at first use.
func New(cfg Config) (*Host, error) {
	cfg = cfg.orDefault()
	dir, err := rundir.Open(cfg.Runtime)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	cfg.Hidden = append([]string{dir.Base}, cfg.Hidden...)
	h := &Host{
		cfg: cfg, dir: dir, jail: jail.New(cfg.Self, cfg.BwrapPaths), ctx: ctx, cancel: cancel,
		programs: program.NewCache(programKeep), pool: pool.New[key, *process](cfg.Idle, cfg.MaxIdle), breaker: pool.NewBreaker(cfg.Cooldown),
		starts: make(chan struct{}, cfg.Starts), touched: &guard.Record{Folder: cfg.Quarantine},
	}
	h.swept = rundir.Sweep(dir.Base)
	return h, nil
}

// programKeep is how long a verified copy stays in memory after its last process ended.
const programKeep = 10 * time.Minute

func (c Config) orDefault() Config {
	c.Mode = cmp.Or(c.Mode, sandbox.Auto)
	if c.Grants == nil {
		c.Grants = func(core.Owner) []core.Grant { return nil }
	}
	if c.Redact == nil {
		c.Redact = func(string) string { return "" }
	}
	if c.Idle <= 0 {
		c.Idle = 60 * time.Second
	}
	if c.MaxIdle <= 0 {
		c.MaxIdle = 16
	}
	if c.Starts <= 0 {
		c.Starts = 4
	}
	if c.Cooldown <= 0 {
		c.Cooldown = 60 * time.Second
	}
	if c.Grace <= 0 {
		c.Grace = time.Second
	}
	return c
}

// Invoke runs one call and reports how it was confined. Errors are *sdk.Error. A read-only call whose
// process died before it answered is tried once more in a fresh process; any other call that may have
// changed something and did not answer is Uncertain. progress may be nil.
func (h *Host) Invoke(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error) {
	var out sdk.Result
	if err := h.cfg.System.Tell(ctx, ex, h.cfg.Grants, &call); err != nil {
		return out, core.Sandbox{}, err
	}
	box, err := h.call(ctx, ex, call, progress, mayChange(ex), func(ctx context.Context, p *process, host sdk.Host) (err error) {
		out, err = p.peer.Executor().Invoke(ctx, call, host)
		return err
	})
	return out, box, err
}

// Preview asks for the exact effects of a call; it changes nothing. An executor without a preview answers
// Unavailable with the code of package wire.
func (h *Host) Preview(ctx context.Context, ex core.Executor, call sdk.Call) (sdk.Effects, core.Sandbox, error) {
	var out sdk.Effects
	box, err := h.call(ctx, ex, call, nil, false, func(ctx context.Context, p *process, host sdk.Host) (err error) {
		out, err = p.peer.Executor().Preview(ctx, call, host)
		return err
	})
	return out, box, err
}

// Reverse undoes a call from the evidence in call.Undo. Reversing is harmless to repeat, so it is tried
// again like a read.
func (h *Host) Reverse(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error) {
	var out sdk.Result
	box, err := h.call(ctx, ex, call, progress, mayChange(ex), func(ctx context.Context, p *process, host sdk.Host) (err error) {
		out, err = p.peer.Executor().Reverse(ctx, call, host)
		return err
	})
	return out, box, err
}

func mayChange(ex core.Executor) bool { return ex.Manifest.Execution.Effect != "read_only" }

// do is one call on a process.
type do func(ctx context.Context, p *process, host sdk.Host) error

func (h *Host) call(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string), mutates bool, fn do) (core.Sandbox, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout(ex))
	defer cancel()
	for try := 1; ; try++ {
		box, sent, err := h.once(ctx, ex, call, progress, fn)
		switch {
		case err == nil:
			h.breaker.Succeeded(ex.Manifest.Name)
			return box, nil
		case sent && !mutates && try == 1 && sdk.ClassOf(err) == sdk.Crashed && ctx.Err() == nil:
			continue
		case sent && mutates && unanswered(err):
			return box, uncertain(ex, err)
		}
		return box, err
	}
}

// once acquires a process and makes the call; sent tells whether the call reached it.
func (h *Host) once(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string), fn do) (box core.Sandbox, sent bool, err error) {
	lease, before, err := h.acquire(ctx, ex, core.Owner(call.Owner))
	if err != nil {
		return core.Sandbox{}, false, err
	}
	defer lease.End()
	p := lease.Proc
	if err := p.enter(ctx); err != nil {
		return p.sandbox, false, err
	}
	defer p.leave()
	var host sdk.Host
	if h.cfg.Broker != nil {
		host = h.cfg.Broker(Session{Executor: ex, Call: call, Profile: p.layout.Profile, Roots: p.layout.Roots(), Progress: progress})
	}
	if c, ok := host.(io.Closer); ok {
		defer c.Close()
	}
	p.rest.Wake()
	err = fn(ctx, p, host)
	p.rest.Sleep()
	if incident := h.inspect(ex, p.child, before, p.sentry); incident != nil {
		return p.sandbox, true, incident
	}
	return p.sandbox, true, h.settle(ex, p, err)
}

// settle decides what a failed call means for its process and completes the error.
func (h *Host) settle(ex core.Executor, p *process, err error) error {
	var e *sdk.Error
	if err == nil || !errors.As(err, &e) {
		return err
	}
	switch {
	case e.Code == codeUnresponsive:
		p.Retire()
		p.child.Kill()
	case e.Code == codePanicked:
		p.Retire() // it answered, but in what state it is nobody knows
		h.breaker.Crashed(ex.Manifest.Name)
	case e.Class == sdk.Crashed:
		p.Retire()
		status := p.child.ExitStatus(300 * time.Millisecond)
		p.child.Kill()
		h.breaker.Crashed(ex.Manifest.Name)
		return h.crash(ex, p, e, status)
	case e.Class == sdk.ContractViolation || e.Class == sdk.Oversize:
		p.Retire() // what it said cannot be trusted to be in step
	}
	return err
}

func (h *Host) crash(ex core.Executor, p *process, cause *sdk.Error, status string) error {
	if status == "" {
		status = "still running"
	}
	return sdk.Errorf(sdk.Crashed, "executor_crashed", "%s crashed (%s): %w\n%s", ex.Manifest.Name, status, cause, h.cfg.Redact(p.child.Tail(tailBytes))).
		With("executor", ex.Manifest.Name).With("status", status)
}

// tailBytes is how much of what a plugin printed last goes with an error.
const tailBytes = 4 << 10

// inspect looks at the denied paths after a process that may write has run; see [guard.Record]. child and sentry may be nil.
func (h *Host) inspect(ex core.Executor, child *jail.Child, before guard.Guard, sentry *guard.Sentry) error {
	return h.touched.Inspect(ex.Manifest.Name, before, sentry, func() {
		if child != nil { // a process that ended serves no other call
			child.Kill()
			<-child.Exited
		}
	})
}

// Retire drains the processes of every executor that is not exactly one of active, after the catalog was
// read again: they finish the calls they have, serve no new one, and end.
func (h *Host) Retire(active []core.Executor) {
	h.profiles.Clear()
	type identity struct{ name, digest, version, instance, config string }
	keep := map[identity]bool{}
	for _, ex := range active {
		m := ex.Manifest
		keep[identity{m.Name, m.Plugin.Digest, m.Version, ex.Instance, pool.HashOf(ex.Config)}] = true
	}
	h.pool.Retire(func(k key) bool { return keep[identity{k.executor, k.digest, k.version, k.instance, k.config}] })
}

// Probe tells what confinement this machine offers; the answer is kept.
func (h *Host) Probe() jail.Probe { return h.jail.Probe() }

// Reprobe probes again.
func (h *Host) Reprobe() jail.Probe { return h.jail.Reprobe() }

// closeGrace is how long Close lets processes end on their own.
const closeGrace = 5 * time.Second

// Close ends every process, gracefully for at most five seconds, and removes the runtime folder.
func (h *Host) Close() error {
	h.cancel()
	ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
	defer cancel()
	h.mu.Lock()
	channels := h.channels
	h.mu.Unlock()
	for _, c := range channels {
		<-c.ended // they saw h.ctx end
	}
	h.pool.Close(ctx)
	h.jail.Close()
	h.programs.Close()
	h.dir.Close()
	return nil
}

func timeout(ex core.Executor) time.Duration {
	if s := ex.Manifest.TimeoutS; s > 0 {
		return time.Duration(s) * time.Second
	}
	return 30 * time.Second
}

// processors is how many processors a plugin may use at once: an idle one is smaller with few.
func processors(ex core.Executor) string {
	return strconv.Itoa(max(1, min(ex.Manifest.Execution.Parallelism, runtime.NumCPU())))
}
