package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/threads"
	"github.com/metnos/metnos/sdk"
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
		{"sessions", in.sweepSessions},
		{"progress", in.sweepProgress},
		{"conversations", in.sweepConversations},
		{"verdicts", in.sweepVerdicts},
	}
}

// sweepSessions forgets sessions and sign-in links that ended: they are refused already.
func (in *Instance) sweepSessions(_ context.Context, now time.Time) error {
	sessions := in.Store.Sessions()
	owners, err := sessions.Owners()
	faults := []error{err}
	for _, owner := range owners {
		_, err := sessions.Sweep(owner, now)
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// progressFor is how long a conversation shows how an answer came to be; what was asked and answered stays.
const progressFor = 7 * 24 * time.Hour

// sweepProgress forgets the steps and pieces of answers that are long whole. The last event of a conversation stays, whatever
// it is: the next one is numbered after it.
func (in *Instance) sweepProgress(_ context.Context, now time.Time) error {
	events := store.TableOf[sdk.Event](in.Store, "events")
	owners, err := events.Owners()
	faults := []error{err}
	for _, owner := range owners {
		last := map[string]string{} // conversation to key; keys come in order
		faults = append(faults, events.Each(owner, "", func(key string, _ sdk.Event) bool {
			last[conversationOf(key)] = key
			return true
		}))
		_, err := events.DeleteWhere(owner, func(key string, e sdk.Event) bool {
			return (e.Kind == "plan" || e.Kind == "step" || e.Kind == "delta") && e.At.Before(now.Add(-progressFor)) && last[conversationOf(key)] != key
		})
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// conversationOf is the part of an event's key before its number.
func conversationOf(key string) string {
	conversation, _, _ := strings.Cut(key, "\x00")
	return conversation
}

// sweepConversations forgets conversations nobody used for as long as the record of their turns is kept.
func (in *Instance) sweepConversations(_ context.Context, now time.Time) error {
	table := store.TableOf[threads.Thread](in.Store, "threads")
	owners, err := table.Owners()
	faults := []error{err}
	for _, owner := range owners {
		var old []threads.Thread
		faults = append(faults, table.Each(owner, "", func(_ string, t threads.Thread) bool {
			if t.Updated.Before(now.Add(-ledger.OpenFor - ledger.PackedFor)) {
				old = append(old, t)
			}
			return true
		}))
		for _, t := range old {
			if err := in.Threads.Delete(owner, t.Channel, t.ID); sdk.ClassOf(err) != sdk.Conflict { // one in use is not old
				faults = append(faults, err)
			}
		}
	}
	return errors.Join(faults...)
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

// sweepVerdicts forgets what people thought of turns the record no longer has.
func (in *Instance) sweepVerdicts(_ context.Context, now time.Time) error {
	table := store.TableOf[rated](in.Store, "verdicts")
	owners, err := table.Owners()
	faults := []error{err}
	for _, owner := range owners {
		_, err := table.DeleteWhere(owner, func(_ string, one rated) bool { return one.At.Before(now.Add(-ledger.OpenFor - ledger.PackedFor)) })
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
