package gateway

import (
	"context"
	"errors"
	"time"

	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/turn/suspend"
)

// How long what is over is kept.
const (
	keptDeliveries = 30 * 24 * time.Hour // a message repeated later would be taken for a new one
	keptLetters    = 7 * 24 * time.Hour
	keptDialogs    = 30 * 24 * time.Hour
)

// Expire closes the questions whose time is over and announces each where it was asked, once: nobody's silence is
// a refusal. Call it every minute.
func (g *Gateway) Expire(ctx context.Context, now time.Time) error {
	owners, err := g.Dialogs.Owners()
	faults := []error{err}
	for _, owner := range owners {
		expired, err := g.Dialogs.Expire(owner, now, now.Add(-keptDialogs))
		faults = append(faults, err)
		for _, d := range expired {
			p, err := g.People.Person(ctx, owner)
			if err != nil {
				continue // nobody is left to tell
			}
			g.tell(ctx, p, d.Channel, d.Conversation, "dialog", d.Turn, suspend.Settled{ID: d.ID, State: consent.Expired})
			if g.Ledger != nil {
				faults = append(faults, g.Ledger.Append(ctx, ledger.Record{
					Kind: "dialog", At: g.Now(), Owner: owner, Turn: d.Turn, Dialog: d.ID, State: consent.Expired, Digest: d.Digest,
				}))
			}
		}
	}
	return errors.Join(faults...)
}

// Sweep forgets what was over long before now: messages and letters. Call it every day.
func (g *Gateway) Sweep(_ context.Context, now time.Time) error {
	owners, err := g.Deliveries.Owners()
	faults := []error{err}
	for _, owner := range owners {
		_, err := g.Deliveries.Forget(owner, now.Add(-keptDeliveries))
		faults = append(faults, err)
		if g.Letters != nil {
			_, err = g.Letters.Forget(owner, now.Add(-keptLetters))
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}
