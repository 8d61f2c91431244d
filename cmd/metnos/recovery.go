package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/metnos/metnos/sdk/manifest"
)

// pushed reports whether a channel's answers leave through the outbox. To one that listens people come, and
// resume from the events kept; the command line waits for its own answer.
func (in *Instance) pushed(channel string) bool {
	for _, block := range in.Config.Channels {
		if block.Name() != channel {
			continue
		}
		ex, err := in.Catalog.Get(block.Type)
		return err != nil || !slices.ContainsFunc(ex.Manifest.Capabilities, func(c manifest.Capability) bool { return c.Name == "network:listen" })
	}
	return false
}

// expireEvery is how often questions are looked at whose time is over.
const expireEvery = time.Minute

// watchDialogs announces the questions that expire, until the instance closes.
func (in *Instance) watchDialogs(ctx context.Context, app *App) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(expireEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-tick.C:
				if err := in.Gateway.Expire(ctx, now); err != nil && !errors.Is(err, context.Canceled) {
					fmt.Fprintln(app.Err, app.Messages.Sentence(app.Lang, err))
				}
			}
		}
	}()
	in.onClose(func() error { stop(); <-done; return nil })
}
