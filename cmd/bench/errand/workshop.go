package errand

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/broker"
	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/keys"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Report takes figures as they come. A target of 0 only informs.
type Report interface {
	Section(title string)
	Say(format string, args ...any)
	Miss(format string, args ...any)                                // what could not be measured and should have been
	Times(what string, ours, floor time.Duration, target float64)   // ours at most so many times the floor
	Bytes(what string, ours, floor int64, target float64)           // the same of sizes
	Absolute(what string, ours float64, unit string, bound float64) // ours at most the bound
}

// Bench is where it works and what it measures.
type Bench struct {
	Report
	Dir       string // temporary
	Libexec   string // the signed installation
	Quick     bool
	Megabytes int // of the csv that is read
}

// workshop is the installed executors, each in its own process under the strongest sandbox there is, called through the
// host as a turn calls them.
type workshop struct {
	Bench
	ctx     context.Context
	host    *host.Host
	catalog *catalog.Catalog
	home    string // what the executors may reach
}

// n is a count, smaller when the run is only a check that the benchmarks work.
func (b Bench) n(full int) int {
	if b.Quick {
		return max(8, full/50)
	}
	return full
}

func (b Bench) open(ctx context.Context) (*workshop, func(), error) {
	w := &workshop{Bench: b, ctx: ctx, home: filepath.Join(b.Dir, "work")}
	ring, err := keys.Open([]keys.TrustFile{{Role: manifest.Release, Path: filepath.Join(b.Libexec, "keys", "release.pub")}}, keys.InFolder(filepath.Join(b.Dir, "keys")))
	if err != nil {
		return nil, nil, err
	}
	if w.catalog, err = catalog.Open([]string{b.Libexec}, ring, new(keys.MemoryPins)); err != nil {
		return nil, nil, err
	}
	journal, err := undo.Open(filepath.Join(b.Dir, "work-undo"), time.Now)
	if err != nil {
		return nil, nil, err
	}
	desk := broker.New(broker.Config{Preimages: journal})
	w.host, err = host.New(host.Config{
		Mode: sandbox.Auto,
		Grants: func(core.Owner) []core.Grant {
			return []core.Grant{{Name: "work", Read: []string{w.home}, Write: []string{w.home}}}
		},
		Broker: func(s host.Session) sdk.Host {
			return desk.Session(broker.Scope{Owner: core.Owner(s.Call.Owner), Turn: s.Call.Turn, Executor: s.Executor.Manifest.Name, Roots: s.Roots, Deny: s.Profile.Deny, Progress: s.Progress})
		},
	})
	if err != nil {
		return nil, nil, err
	}
	return w, func() { _ = w.host.Close() }, nil
}

// invoke calls an installed executor; the result comes back as a turn gets it.
func (w *workshop) invoke(ctx context.Context, tool string, args map[string]any) (sdk.Result, error) {
	ex, err := w.catalog.Get(tool)
	if err != nil {
		return sdk.Result{}, err
	}
	r, _, err := w.host.Invoke(ctx, ex, sdk.Call{
		Executor: tool, Args: args, Owner: string(core.Host), Turn: "0123456789abcdef", Step: 1, Lang: "en", Zone: "Europe/Rome", Home: w.home, Now: time.Now(),
	}, nil)
	switch {
	case err != nil || r.OK:
	case r.Error != nil:
		err = r.Error
	default:
		err = fmt.Errorf("%s: %+v", tool, r.Failed)
	}
	return r, err
}

// rounds is how often each side of a comparison runs; the best time counts, because other work only adds to it.
func (b Bench) rounds(n int) int {
	if b.Quick {
		return 1
	}
	return n
}

// best runs ours and the others in turn and returns the best time of each.
func best(n int, runs ...func() error) ([]time.Duration, error) {
	out := make([]time.Duration, len(runs))
	for round := range n {
		for i, run := range runs {
			began := time.Now()
			if err := run(); err != nil {
				return nil, err
			}
			if took := time.Since(began); round == 0 || took < out[i] {
				out[i] = took
			}
		}
	}
	return out, nil
}

// against is one program to be compared with; target is how many of its times ours may take, 0 when it only informs.
type against struct {
	rival  rival
	target float64
}

// compare measures one kind of work beside every program that is here. What is not here is said so.
func (w *workshop) compare(what string, n int, ours func() error, others ...against) error {
	others = slices.DeleteFunc(others, func(a against) bool {
		if a.rival.here() {
			return false
		}
		w.Say("%s: not compared with %s, it is not here", what, a.rival.name)
		return true
	})
	runs := []func() error{ours}
	for _, a := range others {
		runs = append(runs, a.rival.run)
	}
	took, err := best(w.rounds(n), runs...)
	if err != nil { // what is wrong has no speed
		w.Miss("%s: %v", what, err)
		return nil
	}
	if len(others) == 0 {
		w.Absolute(what, float64(took[0])/1e6, "ms", 0)
	}
	for i, a := range others {
		w.Times(what+" / "+a.rival.name, took[0], took[i+1], a.target)
	}
	return nil
}

// Measure measures what people do with other programs today.
func (b Bench) Measure(ctx context.Context) error {
	w, done, err := b.open(ctx)
	if err != nil {
		return err
	}
	defer done()
	for _, part := range []func() error{w.finding, w.doubles, w.tables, w.packing} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}
