package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/meter"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/sdk"
)

// openMeter makes the meter, with what it reads when somebody looks.
func (in *Instance) openMeter(*App) error {
	channels := []string{cliChannel}
	for _, c := range in.Config.Channels {
		channels = append(channels, c.Name())
	}
	in.Meter = meter.New(version, channels...)
	figure := func(n float64) map[string]float64 { return map[string]float64{"": n} }
	in.Meter.Watch("metnos_turns_waiting", "Messages that wait for a place, or for those before them.", "", false, func() map[string]float64 {
		_, waiting := in.Gateway.Load()
		return figure(float64(waiting))
	})
	in.Meter.Watch("metnos_plugin_starts_total", "Processes of executors and models that were started, by outcome.", "outcome", true, func() map[string]float64 {
		s := in.Host.Status().Starts
		return map[string]float64{"ok": float64(s.Made), "failed": float64(s.Failed)}
	})
	in.Meter.Watch("metnos_plugin_processes", "Plugin processes that run, by the confinement measured inside them.", "sandbox", false, in.processes)
	in.Meter.Watch("metnos_sandbox_level", "How strongly this machine confines plugins: 2 bwrap, 1 landlock, 0 process, -1 none starts.", "", false, func() map[string]float64 {
		level, _, err := in.Host.Level()
		if err != nil {
			return figure(-1)
		}
		return figure(float64(level))
	})
	in.Meter.Watch("metnos_executors", "Executors of the catalog, by whether they may act.", "state", false, func() map[string]float64 {
		return map[string]float64{"active": float64(len(in.Catalog.Active())), "refused": float64(len(in.Catalog.Refused()))}
	})
	in.Meter.Watch("metnos_data_bytes", "Bytes on disk, by what they are for.", "part", false, in.sizes)
	in.Meter.Watch("metnos_connections", "Open connections of browsers to the page.", "", false, func() map[string]float64 {
		return figure(float64(connections(in.address)))
	})
	return nil
}

// processes counts by level, also those there are none of.
func (in *Instance) processes() map[string]float64 {
	count := map[string]float64{core.LevelBwrap.String(): 0, core.LevelLandlock.String(): 0, core.LevelProcess.String(): 0}
	for _, p := range in.Host.Status().Processes {
		if _, known := count[p.Sandbox.Level]; known {
			count[p.Sandbox.Level]++
		}
	}
	return count
}

// parts are the folders of the data folder whose size is told.
var parts = []string{"store", "ledger", "undo", "scratch", "backups"}

func (in *Instance) sizes() map[string]float64 {
	out := make(map[string]float64, len(parts))
	for _, part := range parts {
		out[part] = 0
		_ = filepath.WalkDir(filepath.Join(in.Config.Data, part), func(_ string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				if info, err := e.Info(); err == nil {
					out[part] += float64(info.Size())
				}
			}
			return nil // what goes meanwhile counts for nothing
		})
	}
	return out
}

// connections counts what is connected to the port of an address of ours, as the kernel lists it; on another system none.
func connections(address string) (n int) {
	port := portOf(address)
	if port == "" {
		return 0
	}
	for _, table := range [...]string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		text, err := os.ReadFile(table)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			const established = "01"
			if f := strings.Fields(line); len(f) > 3 && f[3] == established && strings.HasSuffix(f[1], ":"+port) {
				n++
			}
		}
	}
	return n
}

// meteredTurns times every turn that goes through the gateway.
type meteredTurns struct {
	gateway.Turns
	meter *meter.Meter
}

func (m meteredTurns) Run(ctx context.Context, in turn.Opening) core.Outcome {
	ctx, end := m.meter.Turn(ctx, in.Channel, in.ID)
	out := m.Turns.Run(ctx, in)
	end(out)
	return out
}

func (m meteredTurns) Undo(ctx context.Context, in turn.Opening, id string) core.Outcome {
	ctx, end := m.meter.Turn(ctx, in.Channel, in.ID)
	out := m.Turns.Undo(ctx, in, id)
	end(out)
	return out
}

// meteredComposer times the composer.
type meteredComposer struct {
	plan.Proposer
	meter *meter.Meter
}

func (m meteredComposer) Propose(ctx context.Context, req plan.Request) (plan.Draft, error) {
	ctx, end := m.meter.Composition(ctx)
	draft, err := m.Proposer.Propose(ctx, req)
	end(draft.Accepted, err)
	return draft, err
}

// meteredInvoker times the calls of executors.
type meteredInvoker struct {
	course.Invoker
	meter *meter.Meter
}

func (m meteredInvoker) Invoke(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error) {
	ctx, end := m.meter.Step(ctx, "step", ex.Manifest.Name)
	result, box, err := m.Invoker.Invoke(ctx, ex, call, progress)
	end(box, classOf(result, err))
	return result, box, err
}

func (m meteredInvoker) Preview(ctx context.Context, ex core.Executor, call sdk.Call) (sdk.Effects, core.Sandbox, error) {
	ctx, end := m.meter.Step(ctx, "preview", ex.Manifest.Name)
	effects, box, err := m.Invoker.Preview(ctx, ex, call)
	end(box, classOf(sdk.Result{OK: true}, err))
	return effects, box, err
}

func (m meteredInvoker) Reverse(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error) {
	ctx, end := m.meter.Step(ctx, "reverse", ex.Manifest.Name)
	result, box, err := m.Invoker.Reverse(ctx, ex, call, progress)
	end(box, classOf(result, err))
	return result, box, err
}

// classOf is the class of what went wrong, "" when nothing did.
func classOf(result sdk.Result, err error) sdk.Class {
	switch {
	case err != nil:
		return course.ClassOf(err)
	case result.OK:
		return ""
	case result.Error != nil:
		return result.Error.Class
	case len(result.Failed) > 0:
		return result.Failed[0].Class
	}
	return sdk.ContractViolation
}
