package tail

import (
	"slices"
	"sync"
)

// Packet is an encoded frame. Events are written only while the session is known to be good.
type Packet struct {
	Data  []byte
	Event bool
	Key   string // what it says, when saying it once more replaces it
}

// Queue is what waits to be written to one tab. One goroutine writes, any number add.
type Queue struct {
	frames, most int
	ready, room  chan struct{}

	mu    sync.Mutex
	list  []Packet
	bytes int
}

// spare is how many times its bounds a queue may hold of what is no event: answers come one to a request, and a
// replay keeps the queue full of events meanwhile.
const spare = 2

// NewQueue returns a queue of so many frames and bytes. A single frame may be larger than bytes.
func NewQueue(frames, bytes int) *Queue {
	return &Queue{frames: frames, most: bytes, ready: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// Offer adds a frame if there is room.
func (q *Queue) Offer(p Packet) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.supersede(p.Key)
	frames, most := q.frames, q.most
	if !p.Event {
		frames, most = frames*spare, most*spare
	}
	if len(q.list) > 0 && (len(q.list) >= frames || q.bytes+len(p.Data) > most) {
		return false
	}
	q.list = append(q.list, p)
	q.bytes += len(p.Data)
	wake(q.ready)
	return true
}

// supersede removes what waits and says the same. The head may be on its way already.
func (q *Queue) supersede(key string) {
	if key == "" || len(q.list) < 2 {
		return
	}
	if i := slices.IndexFunc(q.list[1:], func(p Packet) bool { return p.Key == key }); i >= 0 {
		q.bytes -= len(q.list[i+1].Data)
		q.list = slices.Delete(q.list, i+1, i+2)
	}
}

// Head is the next frame to write. It counts as waiting until Written.
func (q *Queue) Head() (Packet, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) == 0 {
		return Packet{}, false
	}
	return q.list[0], true
}

// Written removes the head.
func (q *Queue) Written() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= len(q.list[0].Data)
	q.list[0] = Packet{}
	if q.list = q.list[1:]; len(q.list) > 0 {
		wake(q.ready)
	}
	wake(q.room)
}

// Ready tells the writer that a frame waits.
func (q *Queue) Ready() <-chan struct{} { return q.ready }

// Room tells the one who waits for it that a frame was written.
func (q *Queue) Room() <-chan struct{} { return q.room }

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
