package ahead

import (
	"context"
	"io/fs"
	"runtime"

	"github.com/metnos/metnos/sdk/files/beneath"
	"golang.org/x/sys/unix"
)

// Pick tells of a name that is no folder whether it is visited, and whether it is described ahead. It is called from
// several goroutines.
type Pick func(name string, kind fs.FileMode) (visit, describe bool)

// Reader reads folders ahead. A nil Pick visits everything and describes nothing.
type Reader struct {
	ctx  context.Context
	pick Pick
	busy chan struct{}
}

// New returns a reader that works on as many folders at a time as there are processors, and one more. With one processor
// it reads nothing ahead.
func New(ctx context.Context, pick Pick) *Reader {
	slots := 0
	if n := runtime.GOMAXPROCS(0); n > 1 {
		slots = min(8, n+1)
	}
	return &Reader{ctx: ctx, pick: pick, busy: make(chan struct{}, slots)}
}

// Name is a name of a folder and, when it was described ahead, what it is.
type Name struct {
	beneath.Name
	Info fs.FileInfo // nil: it was not described, or could not be
}

// Listing is an open folder and what is in it, in name order. Who gets it closes FD, which is -1 with an error.
type Listing struct {
	FD    int
	Names []Name
	Err   error
}

// Pending is a folder that is being read, or will be once it is waited for.
type Pending struct {
	read func() Listing
	done chan Listing // nil: nobody has started
}

// Folder prepares the folder name below the open directory at, which stays open until the folder was waited for. hidden
// names are left out.
func (r *Reader) Folder(at int, name string, hidden map[string]bool) *Pending {
	return &Pending{read: func() Listing { return r.list(at, name, hidden) }}
}

// start reads the folder in the background, if somebody is free to.
func (r *Reader) start(p *Pending) {
	if p.done != nil {
		return
	}
	select {
	case r.busy <- struct{}{}:
	default:
		return
	}
	p.done = make(chan Listing, 1)
	go func() {
		defer func() { <-r.busy }()
		p.done <- p.read()
	}()
}

// Wait returns the listing, reading it now when nobody has.
func (p *Pending) Wait() Listing {
	if p.done == nil {
		return p.read()
	}
	return <-p.done
}

// Drop forgets a folder nobody visits.
func (p *Pending) Drop() {
	if p.done == nil {
		return
	}
	if l := <-p.done; l.FD >= 0 {
		unix.Close(l.FD)
	}
}

func (r *Reader) list(at int, name string, hidden map[string]bool) Listing {
	if err := r.ctx.Err(); err != nil {
		return Listing{FD: -1, Err: err}
	}
	fd, err := beneath.Open(at, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return Listing{FD: -1, Err: err}
	}
	found, err := beneath.List(r.ctx, fd, hidden)
	if err != nil {
		unix.Close(fd)
		return Listing{FD: -1, Err: err}
	}
	names := make([]Name, 0, len(found))
	for i, n := range found {
		if i%256 == 0 && r.ctx.Err() != nil {
			unix.Close(fd)
			return Listing{FD: -1, Err: r.ctx.Err()}
		}
		is := Name{Name: n}
		if r.pick != nil && !n.Type.IsDir() {
			visit, describe := r.pick(n.Name, n.Type)
			if !visit {
				continue
			}
			if describe {
				if info, err := beneath.Lstat(fd, n.Name); err == nil {
					is.Info = info
				}
			}
		}
		names = append(names, is)
	}
	return Listing{FD: fd, Names: names}
}
