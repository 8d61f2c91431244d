package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/metnos/metnos/core/ledger/days"
	"github.com/metnos/metnos/sdk"
)

// Options of Open. The zero value is ready.
type Options struct {
	Secrets func() []string  // secrets known by value: they never reach the disk, in any encoding
	Now     func() time.Time // names the day's file; nil means the system clock
}

// Ledger is an open ledger. It is safe for concurrent use; one process at a time may hold a folder open.
type Ledger struct {
	dir    string
	files  days.Folder
	redact *Redactor
	now    func() time.Time
	head   *os.File // the end of the chain, as far as it was synced
	Torn   string   // file that keeps a line cut short by a crash, found by Open; "" when there was none

	mu      sync.Mutex
	end     link // of what is queued
	queue   []*entry
	busy    bool // somebody writes
	closed  bool
	waiting map[step]bool // steps recorded pending: their outcome must be durable

	file *os.File // of the day; touched by the writer alone
	day  string
	size int64
	done link // of what is on the disk

	retaining sync.Mutex // one Retain at a time
}

type step struct {
	turn string
	n    int
}

// entry is one queued line.
type entry struct {
	line    []byte
	end     link
	durable bool
	err     error
	wake    chan bool // true: write the queue; false: err is final
}

// Open prepares dir (0700) and finds the end of the chain. A last line cut short by a crash is set aside.
func Open(dir string, o Options) (*Ledger, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	l := &Ledger{dir: dir, files: days.Folder{Dir: dir}, redact: NewRedactor(o.Secrets), now: o.Now, waiting: map[step]bool{}}
	err := errors.Join(os.MkdirAll(dir, 0o700), os.Chmod(dir, 0o700))
	if err == nil {
		l.head, err = os.OpenFile(filepath.Join(dir, "head"), os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err == nil {
		err = l.resume()
	}
	if err != nil {
		if l.head != nil {
			l.head.Close()
		}
		return nil, failed(dir, err)
	}
	return l, nil
}

func failed(dir string, err error) error {
	return sdk.Errorf(sdk.IOError, "ledger_failed", "ledger: %w", err).With("path", dir)
}

// resume finds where the chain goes on: after the last whole line, or after the head when lines the head
// knows are gone, so that Verify will show the gap.
func (l *Ledger) resume() error {
	anchor, list, err := l.files.List()
	if err != nil {
		return err
	}
	l.end = link{anchor.Seq, anchor.Hash}
	for i, day := range slices.Backward(list) {
		if i == len(list)-1 {
			if err := l.setTornAside(day); err != nil {
				return err
			}
			l.day = day.Name
		}
		last, found, err := lastLink(day)
		if err != nil {
			return err
		}
		if found {
			l.end = last
			break
		}
	}
	l.done = l.end
	head, err := readHead(l.dir)
	switch {
	case err != nil:
		return err
	case head.Seq > l.end.Seq:
		l.end, l.done = head, head
	case head.Seq < 0 && len(list) == 0:
		return l.promise()
	}
	return nil
}

// setTornAside moves what follows the last newline of a day's file to a file beside it.
func (l *Ledger) setTornAside(day days.Day) error {
	if day.Packed {
		return nil
	}
	text, err := os.ReadFile(day.Path())
	if err != nil {
		return err
	}
	keep := bytes.LastIndexByte(text, '\n') + 1
	if keep == len(text) {
		return nil
	}
	l.Torn, err = l.files.SetAside(day, text, keep, l.now())
	return err
}

// lastLink returns the last line of a day that fits its hash.
func lastLink(day days.Day) (end link, found bool, err error) {
	err = day.Lines(func(_ int, line []byte, _ bool) error {
		if _, at, ok, err := unchained(line); err == nil && ok {
			end, found = at, true
		}
		return nil
	})
	var damaged *days.Damaged
	if errors.As(err, &damaged) {
		err = nil
	}
	return end, found, err
}

// Append records r. When it returns nil the line is written, and synced when something depends on it. A
// failure leaves the ledger as it was before.
func (l *Ledger) Append(ctx context.Context, r Record) error {
	if err := ctx.Err(); err != nil {
		return sdk.Errorf(sdk.Cancelled, "", "ledger: %w", err)
	}
	if r.Owner == "" || r.Kind == "" {
		return sdk.Errorf(sdk.PolicyDenied, "ledger_without_owner", "a record without owner or kind")
	}
	text, err := json.Marshal(r)
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "ledger_record", "%s of turn %s: %w", r.Kind, r.Turn, err)
	}
	text, redacted, err := l.redact.record(text)
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "ledger_record", "%s of turn %s: %w", r.Kind, r.Turn, err)
	}
	if len(text) > maxLine {
		return sdk.Errorf(sdk.Oversize, "ledger_record", "%s of turn %s holds %d bytes", r.Kind, r.Turn, len(text))
	}
	me := &entry{wake: make(chan bool, 1)}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return sdk.Errorf(sdk.Unavailable, "ledger_closed", "the ledger is closed")
	}
	me.durable = l.relied(r)
	me.line, me.end = chained(l.end, text, redacted)
	l.end = me.end
	l.queue = append(l.queue, me)
	return l.finish(me)
}

// relied reports whether somebody acts on the record having been kept.
func (l *Ledger) relied(r Record) bool {
	at := step{r.Turn, r.N}
	switch r.Kind {
	case "opened", "plan", "verdict":
		return false
	case "pending":
		l.waiting[at] = true
	case "step":
		mutated := l.waiting[at]
		delete(l.waiting, at)
		return mutated
	}
	return true
}

// finish writes the queue, or waits for who does. The caller holds mu, and me is queued.
func (l *Ledger) finish(me *entry) error {
	if l.busy {
		l.mu.Unlock()
		if lead := <-me.wake; !lead {
			return me.err
		}
		l.mu.Lock()
	}
	l.busy = true
	batch := l.queue
	l.queue = nil
	l.mu.Unlock()

	err := l.write(batch)

	l.mu.Lock()
	if err != nil { // lines queued meanwhile follow lines that are not there
		batch = append(batch, l.queue...)
		l.queue, l.end = nil, l.done
	}
	for _, e := range batch {
		if e.err = err; e != me {
			e.wake <- false
		}
	}
	l.pass()
	return me.err
}

// pass hands the writing on and releases mu.
func (l *Ledger) pass() {
	if len(l.queue) > 0 {
		l.queue[0].wake <- true
	} else {
		l.busy = false
	}
	l.mu.Unlock()
}

// write puts a batch on the disk. On failure the file is as it was.
func (l *Ledger) write(batch []*entry) error {
	if err := l.turnPage(); err != nil {
		return failed(l.dir, err)
	}
	var text []byte
	durable := false
	for _, e := range batch {
		text = append(text, e.line...)
		durable = durable || e.durable
	}
	_, err := l.file.WriteAt(text, l.size)
	if err == nil && durable {
		err = l.file.Sync()
	}
	if err != nil {
		return failed(l.dir, errors.Join(err, l.file.Truncate(l.size)))
	}
	l.size += int64(len(text))
	l.done = batch[len(batch)-1].end
	if !durable {
		return nil
	}
	return l.promise()
}

// promise writes the head. It comes after the lines were synced: a head that a power cut left behind is
// harmless, one ahead shows a loss.
func (l *Ledger) promise() error {
	if _, err := l.head.WriteAt(l.done.encode(), 0); err != nil {
		return failed(l.dir, err)
	}
	return nil
}

// turnPage opens the day's file. A clock that goes back stays on the later day: files follow the chain.
func (l *Ledger) turnPage() error {
	today := l.now().UTC().Format("2006-01-02")
	if l.file != nil && today <= l.day {
		return nil
	}
	if today < l.day {
		today = l.day
	}
	file, err := os.OpenFile(filepath.Join(l.dir, today+".jsonl"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		err = days.Sync(l.dir)
	}
	if err != nil {
		file.Close()
		return err
	}
	if l.file != nil {
		if err := errors.Join(l.file.Sync(), l.file.Close()); err != nil {
			file.Close()
			return err
		}
	}
	l.file, l.day, l.size = file, today, size
	return nil
}

// Close syncs and releases the ledger.
func (l *Ledger) Close() error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	l.closed = true
	for l.busy {
		l.mu.Unlock()
		time.Sleep(time.Millisecond)
		l.mu.Lock()
	}
	defer l.mu.Unlock()
	var err error
	if l.file != nil {
		if err = l.file.Sync(); err == nil {
			err = l.promise()
		}
		err = errors.Join(err, l.file.Close())
	}
	return errors.Join(err, l.head.Sync(), l.head.Close())
}
