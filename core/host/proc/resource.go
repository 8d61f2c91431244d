package proc

import (
	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/sandbox"
)

// Resource is one resource limit.
type Resource struct {
	Kind  int
	Limit unix.Rlimit
}

// Resources are the limits a process is given; a core dump is never written.
func Resources(l sandbox.Limits) []Resource {
	out := []Resource{{unix.RLIMIT_CORE, unix.Rlimit{}}}
	for _, r := range []struct {
		kind int
		max  uint64
	}{{unix.RLIMIT_NOFILE, l.Files}, {unix.RLIMIT_NPROC, l.Processes}, {unix.RLIMIT_FSIZE, l.FileBytes}, {unix.RLIMIT_DATA, l.DataBytes}} {
		if r.max > 0 {
			out = append(out, Resource{r.kind, unix.Rlimit{Cur: r.max, Max: r.max}})
		}
	}
	return out
}
