package destination

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Device is a computer or telephone of one person.
type Device struct {
	ID        string
	Names     []string // as the person calls it, the first one to be shown
	Reachable bool
	Seen      time.Time // when it was last reached
	Platform  string    // linux, darwin, windows, android, ios
}

// Name is what a device is called in an answer.
func (d Device) Name() string {
	if len(d.Names) > 0 {
		return d.Names[0]
	}
	return d.ID
}

// Devices is the registry of devices.
type Devices interface {
	// Devices lists an owner's own, in any order.
	Devices(ctx context.Context, owner core.Owner) ([]Device, error)
	// Defers reports whether a request can wait for a device that is away and run when it is back.
	Defers() bool
}

// None is the registry of an installation without devices.
type None struct{}

// Devices of None are none.
func (None) Devices(context.Context, core.Owner) ([]Device, error) { return nil, nil }

// Defers of None is false.
func (None) Defers() bool { return false }

// Request is a sentence to be run somewhere.
type Request struct {
	Owner  core.Owner
	Text   string      // redacted
	From   string      // id of the device it was said on, "" when the channel does not know
	Places plan.Places // folders and files that exist: their names are not devices
}

// Target is where a request runs, or why it does not: [Here], [There], [Ambiguous], [Unreachable], [Unknown] or
// [Between].
type Target interface{ target() }

// Here runs on the server. Text is the sentence without the words that said so.
type Here struct{ Text string }

// There runs on a device that can be reached. Text is the sentence without the words that named it.
type There struct {
	Device Device
	Text   string
}

// Ambiguous may mean several devices: the person chooses. Text is the sentence without the words that named them.
type Ambiguous struct {
	Candidates []Device // by name
	Text       string
}

// Unreachable names devices that are away: one, or all there are. Deferrable says that the request may wait for it.
type Unreachable struct {
	Devices    []Device // the one last seen first
	Text       string
	Deferrable bool
}

// Unknown names a device that is none of the person's. Known are the names of those they have.
type Unknown struct {
	Name  string
	Known []string
}

// Between names more than one place: a request runs in one, and nothing is carried from one to another.
type Between struct{ Names []string }

func (Here) target()        {}
func (There) target()       {}
func (Ambiguous) target()   {}
func (Unreachable) target() {}
func (Unknown) target()     {}
func (Between) target()     {}

// Resolver tells where requests run. It may be used by many turns at once.
type Resolver struct{ devices Devices }

// New returns a resolver over a registry.
func New(devices Devices) *Resolver { return &Resolver{devices} }

// Resolve tells where a request runs. A registry that cannot be read is an error: not knowing the devices, it
// cannot tell that none was meant.
func (r *Resolver) Resolve(ctx context.Context, req Request) (Target, error) {
	if req.Owner == "" {
		return nil, sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "a destination without an owner")
	}
	devices, err := r.devices.Devices(ctx, req.Owner)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(devices, func(a, b Device) int {
		return strings.Compare(a.Name()+"\x00"+a.ID, b.Name()+"\x00"+b.ID)
	})
	phrases := reader{words: split(req.Text), devices: devices, places: req.Places}.read()
	if len(phrases) == 0 {
		return Here{req.Text}, nil
	}
	j := judge{req: req, devices: devices, phrases: phrases, text: without(req.Text, phrases), defers: r.devices.Defers()}
	return j.target(), nil
}

// judge makes one target of the phrases of a sentence.
type judge struct {
	req     Request
	devices []Device
	phrases []phrase
	text    string
	defers  bool
}

func (j judge) target() Target {
	for _, p := range j.phrases {
		if p.means == unknown {
			return Unknown{Name: p.name, Known: j.known()}
		}
	}
	if names := j.between(); names != nil {
		return Between{names}
	}
	first := j.phrases[0]
	switch first.means {
	case server:
		return Here{j.text}
	case thisOne:
		if i := slices.IndexFunc(j.devices, func(d Device) bool { return d.ID == j.req.From && j.req.From != "" }); i >= 0 && first.near {
			return j.at(j.devices[i : i+1])
		}
		if len(j.devices) == 0 { // the server is the only computer there is
			return Here{j.text}
		}
		reachable := slices.DeleteFunc(slices.Clone(j.devices), func(d Device) bool { return !d.Reachable })
		if len(reachable) == 0 {
			return j.at(j.devices)
		}
		return j.at(reachable)
	}
	return j.at(first.devices)
}

// at is the target once the candidates are known.
func (j judge) at(candidates []Device) Target {
	away := !slices.ContainsFunc(candidates, func(d Device) bool { return d.Reachable })
	switch {
	case len(candidates) == 1 && !away:
		return There{candidates[0], j.text}
	case away:
		list := slices.Clone(candidates)
		slices.SortStableFunc(list, func(a, b Device) int { return b.Seen.Compare(a.Seen) })
		return Unreachable{list, j.text, j.defers && len(list) == 1}
	}
	return Ambiguous{candidates, j.text}
}

// between returns the places a sentence names when they are not one, nil when they are. Taking something to a
// device names two: that one, and where it is taken from.
func (j judge) between() []string {
	var names []string
	for _, p := range j.phrases {
		name := ""
		switch {
		case p.means == thisOne && len(j.devices) == 0:
			continue // the server, whatever it is called
		case p.means == device && len(p.devices) == 1:
			name = p.devices[0].Name()
		default:
			name = p.name
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if p.towards && len(j.phrases) == 1 && p.means != server {
			return names
		}
	}
	if len(names) > 1 {
		return names
	}
	return nil
}

func (j judge) known() []string {
	names := []string{}
	for _, d := range j.devices {
		names = append(names, d.Name())
	}
	return names
}

// Sentence is what a target that does not run tells the person, as an error of the message catalogue; nil for
// [Here], [There] and [Ambiguous], whose question is [Choice].
func Sentence(t Target) error {
	switch t := t.(type) {
	case Unreachable:
		names := make([]string, len(t.Devices))
		for i, d := range t.Devices {
			names[i] = d.Name()
		}
		if len(names) > 1 {
			return sdk.Errorf(sdk.Unavailable, "devices_away", "no device can be reached").With("names", strings.Join(names, ", "))
		}
		return sdk.Errorf(sdk.Unavailable, "device_away", "the device cannot be reached").With("name", strings.Join(names, ", "))
	case Unknown:
		if len(t.Known) == 0 {
			return sdk.Errorf(sdk.NotFound, "device_none", "%q is no device", t.Name).With("name", t.Name)
		}
		return sdk.Errorf(sdk.NotFound, "device_unknown", "%q is no device", t.Name).With("name", t.Name).With("known", strings.Join(t.Known, ", "))
	case Between:
		return sdk.Errorf(sdk.OutOfScope, "device_between", "%d places", len(t.Names)).With("names", strings.Join(t.Names, ", "))
	}
	return nil
}

// Choice is the question an ambiguous target asks. The answer is one of the names.
func Choice(t Ambiguous) plan.Question {
	q := plan.Question{Code: "which_device"}
	for _, d := range t.Candidates {
		q.Options = append(q.Options, d.Name())
	}
	return q
}
