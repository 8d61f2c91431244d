package host

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/guard"
	"github.com/metnos/metnos/core/host/jail"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/wire"
	"github.com/metnos/metnos/sdk/wire/line"
)

// process is one plugin process that answered its handshake and was measured.
type process struct {
	executor core.Executor
	layout   sandbox.Layout
	sandbox  core.Sandbox // as measured
	child    *jail.Child
	peer     *wire.Peer
	since    time.Time
	grace    time.Duration // to leave when asked to
	born     guard.Guard   // denied paths as they were when the masks were made
	look     func() error  // at the denied paths: an error if the process touched one
	resident io.Closer     // the broker outside of calls, or nil
	release  func()

	sentry *guard.Sentry // looks at absent denied paths during calls, or nil

	rest *guard.Rest // between calls, or nil

	turns   chan struct{} // one token per call that may run at the same time
	retired atomic.Bool
}

// Usable reports whether the process takes new calls.
func (p *process) Usable() bool {
	if p.retired.Load() || !p.child.Running() {
		return false
	}
	select {
	case <-p.peer.Done():
		return false
	default:
		return true
	}
}

// Retire makes the process take no new call.
func (p *process) Retire() { p.retired.Store(true) }

// enter waits for a place; leave gives it back.
func (p *process) enter(ctx context.Context) error {
	select {
	case p.turns <- struct{}{}:
	case <-ctx.Done():
		return interrupted(ctx)
	}
	return nil
}

func (p *process) leave() { <-p.turns }

// attend serves what a channel or a model asks of the core outside of any call, as the instance's owner.
func (p *process) attend(broker func(Session) sdk.Host) {
	if broker == nil || manifest.Kind(p.executor.Manifest) == manifest.KindExecutor {
		return
	}
	resident := broker(Session{
		Executor: p.executor, Call: sdk.Call{Executor: p.executor.Manifest.Name, Owner: string(core.Host)},
		Profile: p.layout.Profile, Roots: p.layout.Roots(),
	})
	p.peer.Attend(resident)
	if c, ok := resident.(io.Closer); ok {
		p.resident = c
	}
}

// Shut ends the process: its connection and its input close, and what does not leave is killed.
func (p *process) Shut() {
	frozen := false
	if p.rest != nil { // given time to say goodbye, it could do something else
		frozen = p.rest.End()
		p.child.Kill()
		p.child.ExitStatus(2 * time.Second)
	}
	if p.child.Running() {
		closed := make(chan struct{})
		go func() { _ = p.peer.Close(); close(closed) }()
		select {
		case <-closed:
		case <-time.After(p.grace / 2):
		}
	} else {
		_ = p.peer.Close()
	}
	p.child.Stop(p.grace)
	if p.resident != nil {
		_ = p.resident.Close()
	}
	if !frozen {
		_ = p.look()
	}
	p.release()
}

// Kill ends the process now.
func (p *process) Kill() { p.child.Kill() }

// codeUnresponsive marks a call that outlived its deadline: only killing the process ends it.
const codeUnresponsive = line.CodeUnresponsive

// codePanicked marks a panic the plugin's runtime caught.
const codePanicked = "plugin_panicked"

// unanswered reports whether a call may have had effects nobody told us about.
func unanswered(err error) bool {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return true
	}
	switch e.Class {
	case sdk.Crashed, sdk.ContractViolation:
		return true
	}
	return line.TooBig(e) || e.Code == codeUnresponsive // not what an executor found too large and left alone
}

func uncertain(ex core.Executor, cause error) error {
	return sdk.Errorf(sdk.Uncertain, "outcome_uncertain", "%s did not answer and may have changed something: %w", ex.Manifest.Name, cause).
		With("executor", ex.Manifest.Name)
}

// interrupted is the error of a caller whose context ended before the call began: nothing happened.
func interrupted(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return sdk.Errorf(sdk.Timeout, "executor_busy", "no process was free in time: %w", ctx.Err())
	}
	return sdk.Errorf(sdk.Cancelled, "cancelled", "%w", ctx.Err())
}

func errHostClosed() error {
	return sdk.Errorf(sdk.Unavailable, "host_closed", "the core is stopping")
}
