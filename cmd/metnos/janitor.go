package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// chore is one part of the housekeeping.
type chore struct {
	name string // for the log of a fault
	do   func(ctx context.Context, now time.Time) error
}

// chores are everything that has to go in time. A new noun that keeps something adds its own here.
func (in *Instance) chores() []chore {
	return []chore{
		{"ledger", func(_ context.Context, now time.Time) error { _, err := in.Ledger.Retain(now); return err }},
		{"undo", func(context.Context, time.Time) error { return in.Journal.Expire() }},
		{"scratchpad", func(context.Context, time.Time) error { return in.Pad.Sweep() }},
		{"precedents", in.Book.Sweep},
		{"messages", in.Gateway.Sweep},
		{"dialogs", in.sweepDialogs},
	}
}

// closedFor is how long a dialog is remembered after its end: a late button is told what became of it.
const closedFor = 30 * 24 * time.Hour

// sweepDialogs forgets dialogs that ended long ago. One that is merely too late stays: its answer asks again.
func (in *Instance) sweepDialogs(_ context.Context, now time.Time) error {
	dialogs := in.Store.Dialogs()
	owners, err := dialogs.Owners()
	faults := []error{err}
	for _, owner := range owners {
		_, err := dialogs.Expire(owner, now.Add(-closedFor), now.Add(-closedFor))
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// sweep does every chore. A fault of one is no reason to leave the others.
func (in *Instance) sweep(ctx context.Context, now time.Time) []error {
	var faults []error
	for _, c := range in.chores() {
		if ctx.Err() != nil {
			break
		}
		if err := c.do(ctx, now); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return faults
}

// often is how often the clock is looked at: a timer of a day would sleep through the nights a computer sleeps.
const (
	often = time.Hour
	daily = 24 * time.Hour
)

// keepHouse sweeps now and then once a day, beside everything else, until the instance closes. Faults are told on
// the program's own error output: they concern whoever runs it.
func (in *Instance) keepHouse(ctx context.Context, app *App) {
	ctx, stop := context.WithCancel(ctx)
	ticks := time.NewTicker(often)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer ticks.Stop()
		rounds(ctx, time.Now(), ticks.C, func(now time.Time) {
			faults := in.sweep(ctx, now)
			in.kept.note(now, faults)
			for _, err := range faults {
				fmt.Fprintln(app.Err, app.Messages.Sentence(app.Lang, err))
			}
		})
	}()
	in.onClose(func() error { stop(); <-done; return nil })
}

// rounds calls sweep at the start and whenever a day has passed by the wall clock.
func rounds(ctx context.Context, start time.Time, ticks <-chan time.Time, sweep func(now time.Time)) {
	last := start.Round(0) // without the monotonic clock, which stops while the computer sleeps
	sweep(last)
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticks:
			if now = now.Round(0); now.Sub(last) >= daily || now.Before(last) {
				last = now
				sweep(now)
			}
		}
	}
}
