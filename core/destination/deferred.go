package destination

import (
	"cmp"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

const (
	// DeferredLife is how long a request waits for its device.
	DeferredLife = 24 * time.Hour

	maxDeferred = 100 // requests of one owner that wait
)

// State is how far a deferred request is.
type State string

const (
	Pending State = "pending"
	Done    State = "done"
	Failed  State = "failed"
	Expired State = "expired"
)

// Deferred is a request that waits for a device. It runs as a whole turn of its owner, under the checks of that day.
type Deferred struct {
	ID           string     `json:"id"`
	Owner        core.Owner `json:"owner"`
	Device       string     `json:"device"` // its id
	Channel      string     `json:"channel"`
	Conversation string     `json:"conversation"`
	Text         string     `json:"text"` // redacted, without the words that named the device
	Lang         string     `json:"lang"`
	Created      time.Time  `json:"created"`
	Expires      time.Time  `json:"expires"`
	State        State      `json:"state"`
	Turn         string     `json:"turn,omitempty"` // the turn it became
}

// Shelf keeps deferred requests by id.
type Shelf interface {
	Get(owner core.Owner, key string) (Deferred, bool, error)
	Put(owner core.Owner, key string, d Deferred) error
	Update(owner core.Owner, key string, change func(d Deferred, found bool) (Deferred, error)) (Deferred, error)
	Each(owner core.Owner, prefix string, visit func(key string, d Deferred) bool) error
}

// Deferrals are the requests that wait.
type Deferrals struct {
	shelf Shelf
	now   func() time.Time
}

// NewDeferrals returns the requests kept on a shelf.
func NewDeferrals(shelf Shelf, now func() time.Time) *Deferrals { return &Deferrals{shelf, now} }

// Add keeps a request for [DeferredLife]. It needs an id, an owner, a device and a text.
func (d *Deferrals) Add(r Deferred) (Deferred, error) {
	if r.ID == "" || r.Owner == "" || r.Device == "" || r.Text == "" {
		return r, sdk.Errorf(sdk.WrongArgs, "deferral_incomplete", "a deferred request without id, owner, device or text")
	}
	waiting := 0
	err := d.shelf.Each(r.Owner, "", func(_ string, other Deferred) bool {
		if d.waits(other) {
			waiting++
		}
		return true
	})
	if err == nil && waiting >= maxDeferred {
		err = sdk.Errorf(sdk.Quota, "deferral_many", "%d requests wait", waiting)
	}
	if err != nil {
		return r, err
	}
	r.Created, r.State = d.now(), Pending
	r.Expires = r.Created.Add(DeferredLife)
	return r, d.shelf.Put(r.Owner, r.ID, r)
}

func (d *Deferrals) waits(r Deferred) bool { return r.State == Pending && d.now().Before(r.Expires) }

// Waiting lists what waits for a device of an owner, oldest first.
func (d *Deferrals) Waiting(owner core.Owner, device string) ([]Deferred, error) {
	var list []Deferred
	err := d.shelf.Each(owner, "", func(_ string, r Deferred) bool {
		if r.Device == device && r.Owner == owner && d.waits(r) {
			list = append(list, r)
		}
		return true
	})
	slices.SortFunc(list, func(a, b Deferred) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return list, err
}

// Claim takes a request that waits for the turn that is to run it, once: of two claims one is a Conflict, and so is
// one that comes too late. A claimed request that is never closed was cut off, and is not run again.
func (d *Deferrals) Claim(owner core.Owner, id, turn string) (Deferred, error) {
	return d.change(owner, id, func(r Deferred) (Deferred, error) {
		if !d.waits(r) || r.Turn != "" {
			return r, sdk.Errorf(sdk.Conflict, "deferral_settled", "request %s is %s", id, r.State)
		}
		r.Turn = turn
		return r, nil
	})
}

// Close records how the turn of a claimed request ended.
func (d *Deferrals) Close(owner core.Owner, id, turn string, state State) (Deferred, error) {
	return d.change(owner, id, func(r Deferred) (Deferred, error) {
		if r.State != Pending || r.Turn == "" || r.Turn != turn || state != Done && state != Failed {
			return r, sdk.Errorf(sdk.Conflict, "deferral_settled", "request %s is %s", id, r.State)
		}
		r.State = state
		return r, nil
	})
}

// Expire ends what waited too long and was not claimed, and returns it, so that the person can be told.
func (d *Deferrals) Expire(owner core.Owner) (ended []Deferred, err error) {
	var late []string
	err = d.shelf.Each(owner, "", func(key string, r Deferred) bool {
		if r.State == Pending && r.Turn == "" && !d.waits(r) {
			late = append(late, key)
		}
		return true
	})
	for _, id := range late {
		r, fault := d.change(owner, id, func(r Deferred) (Deferred, error) {
			if r.State != Pending || r.Turn != "" || d.waits(r) {
				return r, sdk.Errorf(sdk.Conflict, "deferral_settled", "request %s is %s", id, r.State)
			}
			r.State = Expired
			return r, nil
		})
		switch {
		case fault == nil:
			ended = append(ended, r)
		case sdk.ClassOf(fault) != sdk.Conflict && err == nil:
			err = fault
		}
	}
	return ended, err
}

func (d *Deferrals) change(owner core.Owner, id string, change func(Deferred) (Deferred, error)) (Deferred, error) {
	return d.shelf.Update(owner, id, func(r Deferred, found bool) (Deferred, error) {
		if !found || r.Owner != owner {
			return r, sdk.Errorf(sdk.NotFound, "deferral_unknown", "no deferred request %q", id)
		}
		return change(r)
	})
}
