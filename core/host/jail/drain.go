package jail

import (
	"fmt"
	"io"
	"sync"
)

// drainBytes is how much of the end of a process's output is kept.
const drainBytes = 64 << 10

// drain reads what a process writes to its standard output and error for as long as anyone holds the other
// end: a plugin that prints megabytes never blocks, and what it printed last can be told.
type drain struct {
	mu    sync.Mutex
	ring  []byte
	at    int   // next byte to overwrite once ring is full
	total int64 // bytes read
	done  chan struct{}
}

func newDrain(r io.Reader) *drain {
	d := &drain{done: make(chan struct{})}
	go func() {
		defer close(d.done)
		buf := make([]byte, 32<<10)
		for {
			n, err := r.Read(buf)
			d.add(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	return d
}

func (d *drain) add(p []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.total += int64(len(p))
	if len(p) > drainBytes {
		p = p[len(p)-drainBytes:]
	}
	if room := drainBytes - len(d.ring); room > 0 {
		n := min(room, len(p))
		d.ring = append(d.ring, p[:n]...)
		p = p[n:]
	}
	for len(p) > 0 {
		n := copy(d.ring[d.at:], p)
		p = p[n:]
		d.at = (d.at + n) % drainBytes
	}
}

// tail returns the last n bytes at most, and says how much came before.
func (d *drain) tail(n int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := append(append([]byte{}, d.ring[d.at:]...), d.ring[:d.at]...)
	if len(all) > n {
		all = all[len(all)-n:]
	}
	if cut := d.total - int64(len(all)); cut > 0 {
		return fmt.Sprintf("[%d bytes before] %s", cut, all)
	}
	return string(all)
}
