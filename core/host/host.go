package host

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/fnv"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
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

	Grants func(core.Owner) []core.Grant
	Broker func(Session) sdk.Host // serves what a plugin asks of the core during one call
	Redact func(string) string    // takes secrets out of what a plugin printed; nil: nothing printed is shown

	Idle     time.Duration // a process nobody uses is stopped after this: 60 s
	MaxIdle  int           // processes kept when nobody uses them: 16
	Starts   int           // starts at the same time: 4
	Cooldown time.Duration // rest of an executor that only crashes: 60 s
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
	dir      *rundir
	fork     *forker
	programs *programs
	pool     *pool
	breaker  *breaker
	filters  filters
	starts   chan struct{} // one token per start in flight
	swept    int
	ctx      context.Context // ends when the host closes
	cancel   context.CancelFunc

	mu      sync.Mutex
	probed  *Probe
	blocked map[string]error // executors that touched a denied path, until the host restarts
}

// New prepares a host: its runtime folder, and the end of whatever an earlier core of this user left
// behind. Nothing is started, and confinement is probed at first use.
func New(cfg Config) (*Host, error) {
	cfg = cfg.orDefault()
	dir, err := openRundir(cfg.Runtime)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	cfg.Hidden = append([]string{dir.base}, cfg.Hidden...)
	h := &Host{
		cfg: cfg, dir: dir, fork: newForker(), ctx: ctx, cancel: cancel,
		programs: newPrograms(programKeep), pool: newPool(cfg.Idle, cfg.MaxIdle), breaker: newBreaker(cfg.Cooldown),
		starts: make(chan struct{}, cfg.Starts), blocked: map[string]error{},
	}
	h.swept = sweep(dir.base)
	return h, nil
}

// programKeep is how long a verified copy stays in memory after its last process ended.
const programKeep = 10 * time.Minute

func (c Config) orDefault() Config {
	if c.Mode == "" {
		c.Mode = sandbox.Auto
	}
	if c.Self == "" {
		c.Self = "/proc/self/exe"
	}
	if c.BwrapPaths == nil {
		c.BwrapPaths = bwrapPaths
	}
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
	return c
}

// Invoke runs one call and reports how it was confined. Errors are *sdk.Error. A read-only call whose
// process died before it answered is tried once more in a fresh process; any other call that may have
// changed something and did not answer is Uncertain. progress may be nil.
func (h *Host) Invoke(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error) {
	var out sdk.Result
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
			h.breaker.succeeded(ex.Manifest.Name)
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
	p, release, err := h.acquire(ctx, ex, core.Owner(call.Owner))
	if err != nil {
		return core.Sandbox{}, false, err
	}
	defer release()
	if err := p.enter(ctx); err != nil {
		return p.sandbox, false, err
	}
	defer p.leave()
	before := newGuard(p.layout.Watches)
	var host sdk.Host
	if h.cfg.Broker != nil {
		host = h.cfg.Broker(Session{Executor: ex, Call: call, Profile: p.layout.Profile, Roots: p.layout.Roots(), Progress: progress})
	}
	err = fn(ctx, p, host)
	if incident := h.inspect(ex, p, before); incident != nil {
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
		p.retire()
		p.child.kill()
	case e.Code == codePanicked:
		p.retire() // it answered, but in what state it is nobody knows
		h.breaker.crashed(ex.Manifest.Name)
	case e.Class == sdk.Crashed:
		p.retire()
		status := p.child.exitStatus(300 * time.Millisecond)
		p.child.kill()
		h.breaker.crashed(ex.Manifest.Name)
		return h.crash(ex, p, e, status)
	case e.Class == sdk.ContractViolation || e.Class == sdk.Oversize:
		p.retire() // what it said cannot be trusted to be in step
	}
	return err
}

func (h *Host) crash(ex core.Executor, p *process, cause *sdk.Error, status string) error {
	if status == "" {
		status = "still running"
	}
	return sdk.Errorf(sdk.Crashed, "executor_crashed", "%s crashed (%s): %w\n%s", ex.Manifest.Name, status, cause, h.cfg.Redact(p.child.drain.tail(tailBytes))).
		With("executor", ex.Manifest.Name).With("status", status)
}

// tailBytes is how much of what a plugin printed last goes with an error.
const tailBytes = 4 << 10

// inspect looks at the denied paths after a call of a process that may write. What appeared is moved aside,
// and the executor stays blocked until the core restarts.
func (h *Host) inspect(ex core.Executor, p *process, before guard) error {
	changed := before.changed()
	if len(changed) == 0 {
		return nil
	}
	p.retire()
	p.child.kill()
	<-p.child.exited
	path, aside := changed[0], ""
	for _, c := range changed {
		if before[c] == (object{}) {
			if to, err := quarantine(h.cfg.Quarantine, c); err == nil {
				path, aside = c, to
			}
		}
	}
	err := sdk.Errorf(sdk.PolicyDenied, "executor_touched_denied", "%s changed %s, which is denied; it is blocked (moved aside: %q)", ex.Manifest.Name, path, aside).
		With("executor", ex.Manifest.Name).With("path", path).With("aside", aside)
	h.mu.Lock()
	h.blocked[ex.Manifest.Name] = err
	h.mu.Unlock()
	return err
}

// acquire returns a process for the executor and the owner, and how to give it back.
func (h *Host) acquire(ctx context.Context, ex core.Executor, owner core.Owner) (*process, func(), error) {
	if owner == "" {
		return nil, nil, sdk.Errorf(sdk.PolicyDenied, "owner_missing", "a call of %s without an owner", ex.Manifest.Name)
	}
	h.mu.Lock()
	blocked := h.blocked[ex.Manifest.Name]
	h.mu.Unlock()
	if blocked != nil {
		return nil, nil, blocked
	}
	profile, err := sandbox.For(ex.Manifest, h.cfg.Grants(owner), h.cfg.Hidden)
	if err != nil {
		return nil, nil, err
	}
	k := keyOf(ex, profile, owner)
	if err := h.programs.check(ex); err != nil {
		h.pool.retire(func(other key) bool { return other.executor != k.executor || other.digest != k.digest })
		return nil, nil, err
	}
	for range 2 {
		p, err := h.pool.acquire(ctx, k, func() (*process, error) { return h.begin(ex, profile, owner) })
		if err != nil {
			return nil, nil, err
		}
		if !p.stale() {
			return p, func() { h.pool.release(k, p) }, nil
		}
		// A denied path came to be since the process started: its masks do not cover it.
		p.retire()
		h.pool.release(k, p)
	}
	return nil, nil, sdk.Errorf(sdk.Unavailable, "denied_paths_changing", "denied paths change while %s starts", ex.Manifest.Name).With("executor", ex.Manifest.Name)
}

func keyOf(ex core.Executor, profile sandbox.Profile, owner core.Owner) key {
	m := ex.Manifest
	return key{
		executor: m.Name, digest: m.Plugin.Digest, version: m.Version, instance: ex.Instance,
		config: configHash(ex.Config), profile: profile.Hash(), owner: owner,
	}
}

func configHash(config map[string]any) string {
	if len(config) == 0 {
		return ""
	}
	b, err := json.Marshal(config)
	if err != nil {
		return "unencodable"
	}
	f := fnv.New128a()
	_, _ = f.Write(b)
	return hex.EncodeToString(f.Sum(nil))
}

// Retire drains the processes of every executor that is not exactly one of active, after the catalog was
// read again: they finish the calls they have, serve no new one, and end.
func (h *Host) Retire(active []core.Executor) {
	type identity struct{ name, digest, version, instance, config string }
	keep := map[identity]bool{}
	for _, ex := range active {
		m := ex.Manifest
		keep[identity{m.Name, m.Plugin.Digest, m.Version, ex.Instance, configHash(ex.Config)}] = true
	}
	h.pool.retire(func(k key) bool { return keep[identity{k.executor, k.digest, k.version, k.instance, k.config}] })
}

// Probe tells what confinement this machine offers; the answer is kept. Reprobe asks again.
func (h *Host) Probe() Probe {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.probed == nil {
		p := h.runProbe()
		h.probed = &p
	}
	return *h.probed
}

// Reprobe forgets the last answer and probes again.
func (h *Host) Reprobe() Probe {
	h.mu.Lock()
	h.probed = nil
	h.mu.Unlock()
	return h.Probe()
}

// Status is what runs.
type Status struct {
	Probe     Probe           `json:"probe"`
	Processes []ProcessStatus `json:"processes"`
	Swept     int             `json:"swept"`   // processes an earlier core left and this one ended
	Blocked   []string        `json:"blocked"` // executors that touched a denied path
}

// ProcessStatus is one running process.
type ProcessStatus struct {
	Executor string       `json:"executor"`
	Instance string       `json:"instance,omitempty"`
	PID      int          `json:"pid"`
	Since    time.Time    `json:"since"`
	Sandbox  core.Sandbox `json:"sandbox"`
}

// Status lists the running processes.
func (h *Host) Status() Status {
	s := Status{Probe: h.Probe(), Swept: h.swept, Processes: []ProcessStatus{}, Blocked: []string{}}
	for _, p := range h.pool.processes() {
		s.Processes = append(s.Processes, ProcessStatus{Executor: p.executor.Manifest.Name, Instance: p.executor.Instance, PID: p.child.inner, Since: p.since, Sandbox: p.sandbox})
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for name := range h.blocked {
		s.Blocked = append(s.Blocked, name)
	}
	return s
}

// closeGrace is how long Close lets processes end on their own.
const closeGrace = 5 * time.Second

// Close ends every process, gracefully for at most five seconds, and removes the runtime folder.
func (h *Host) Close() error {
	h.cancel()
	ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
	defer cancel()
	h.pool.close(ctx)
	h.fork.close()
	h.programs.close()
	h.dir.close()
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
