package main

import (
	"context"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// calm is how often a core looks whether it rests, and how much it allocates at most meanwhile, in bytes.
const (
	calmEvery = 30 * time.Second
	calmBytes = 4 << 20
)

// rest tells, from all that was ever allocated, when a core came to rest: once for each time it had something to do.
type rest struct{ seen, freed uint64 }

func (r *rest) begins(allocated uint64) bool {
	calm := allocated-r.seen < calmBytes
	if r.seen = allocated; !calm || allocated-r.freed < calmBytes {
		return false
	}
	r.freed = allocated
	return true
}

// settle returns to the system what nothing uses at this moment.
func (in *Instance) settle() {
	runtime.GC() // what pools hold goes with the second one
	debug.FreeOSMemory()
	letGo(filepath.Join(in.Config.Data, "store"))
	letGoProgram()
}

// giveBack returns memory to the system that a core at rest does not need, until the instance closes: the garbage of
// busy times would stay with it for hours.
func (in *Instance) giveBack(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(calmEvery)
		defer tick.Stop()
		total := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
		metrics.Read(total)
		r := rest{seen: total[0].Value.Uint64()} // the start itself was busy, and is over
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if metrics.Read(total); r.begins(total[0].Value.Uint64()) {
					in.settle()
					metrics.Read(total)
					r.freed = total[0].Value.Uint64()
				}
			}
		}
	}()
	in.onClose(func() error { stop(); <-done; return nil })
}
