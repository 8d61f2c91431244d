package line

import (
	"context"

	"github.com/metnos/metnos/sdk"
)

// task is one request being answered.
type task struct {
	method Method
	in     Envelope
	stop   context.CancelFunc
	cost   int // charged while it waits for its turn
}

// taskExtra is what a waiting request takes beside its bytes.
const taskExtra = 1 << 10

// begin gives a request its context before the next frame is read, so that a cancel always finds its call,
// and answers it beside the others. Beyond Most it waits, at the expense of the slack.
func (l *Line) begin(method Method, h head, body []byte) error {
	t := &task{method: method, in: Envelope{ID: h.ID, Call: h.Call, Body: body, limit: l.Limits.Response}}
	if method == nil {
		return l.refuse(h.ID, "unknown_method", "there is no method %q", h.Method)
	}
	t.in.Ctx, t.stop = withDeadline(l.Base, h.Deadline)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.stops[h.ID] != nil:
		t.stop()
		return l.refuse(h.ID, "malformed_message", "the call number %d is taken", h.ID)
	case l.Most > 0 && l.running >= l.Most:
		t.cost = len(body) + taskExtra
		if l.Waste != nil && !l.Waste(t.cost) {
			t.stop()
			return flooded()
		}
		l.delayed = append(l.delayed, t)
	default:
		l.running++
		go l.run(t)
	}
	l.stops[h.ID] = t.stop
	return nil
}

// refuse answers a request that is none, without waiting.
func (l *Line) refuse(id uint64, code, format string, args ...any) error {
	return l.out.post(&head{ID: id, Error: sdk.Errorf(sdk.ContractViolation, code, format, args...)}, nil, false)
}

// run answers t and then whatever waits.
func (l *Line) run(t *task) {
	for t != nil {
		var out Envelope
		t.method(&t.in, &out)
		t.stop()
		l.mu.Lock()
		delete(l.stops, t.in.ID)
		crowd := l.running > 1
		l.mu.Unlock()
		_ = l.out.deliver(&head{ID: t.in.ID, Error: out.Error}, out.Body, crowd) // or the line is lost
		t = l.following()
	}
}

// following takes the next waiting request, nil when there is none.
func (l *Line) following() *task {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.delayed) == 0 {
		l.running--
		return nil
	}
	t := l.delayed[0]
	l.delayed = l.delayed[1:]
	if l.Waste != nil {
		l.Waste(-t.cost)
	}
	return t
}
