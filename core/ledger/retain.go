package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger/days"
)

// What is kept, and how long. The latest day always stays open: the chain goes on from it.
const (
	OpenFor     = 60 * 24 * time.Hour  // as a file to read
	PackedFor   = 365 * 24 * time.Hour // after that, packed
	PackedBytes = 2048 << 20           // of all packed days; beyond, the oldest go first
	TornFor     = 7 * 24 * time.Hour   // lines a crash cut short
)

// Retained is what Retain did, by day.
type Retained struct {
	Packed  []string `json:"packed"`
	Dropped []string `json:"dropped"`
	Torn    int      `json:"torn"` // lines set aside that went
}

// dropped is the kind of the record that tells of an anchor: N is its line, Digest its hash, State its day.
const dropped = "dropped"

// Retain packs old days, drops the oldest and leaves a chain that Verify can follow, whatever it is
// interrupted by. Records may be appended meanwhile.
func (l *Ledger) Retain(now time.Time) (Retained, error) { return l.retain(now, PackedBytes) }

func (l *Ledger) retain(now time.Time, space int64) (Retained, error) {
	l.retaining.Lock()
	defer l.retaining.Unlock()
	var out Retained
	err := l.files.Tidy()
	if err == nil {
		err = l.pack(now.Add(-OpenFor), &out)
	}
	if err == nil {
		err = l.drop(now, space, &out)
	}
	if err == nil {
		out.Torn, err = l.files.Clear(now.Add(-TornFor))
	}
	if err != nil {
		return out, failed(l.dir, err)
	}
	return out, nil
}

// ended reports whether a whole day lies before a time.
func ended(d days.Day, before time.Time) bool { return !d.Date().AddDate(0, 0, 1).After(before) }

func (l *Ledger) pack(before time.Time, out *Retained) error {
	_, list, err := l.files.List()
	for i, day := range list {
		if err != nil || i == len(list)-1 || !ended(day, before) {
			break
		}
		if day.Packed {
			continue
		}
		if err = l.files.Pack(day); err == nil {
			out.Packed = append(out.Packed, day.Name)
		}
	}
	return err
}

// drop finds the oldest days that have to go and the last line of theirs that holds. That line is written into
// the chain first, then anchored; only then do they go.
func (l *Ledger) drop(now time.Time, space int64, out *Retained) error {
	anchor, list, err := l.files.List()
	if err != nil {
		return err
	}
	var total int64
	sizes := make([]int64, len(list))
	for i, day := range list {
		if info, err := os.Stat(day.Path()); err == nil && day.Packed {
			sizes[i] = info.Size()
			total += info.Size()
		}
	}
	end := link{anchor.Seq, anchor.Hash}
	for i, day := range list {
		if !day.Packed || i == len(list)-1 || !ended(day, now.Add(-OpenFor-PackedFor)) && total <= space {
			break
		}
		total -= sizes[i]
		last, found, err := lastLink(day)
		if err != nil {
			return err
		}
		if found {
			end = last
		}
		out.Dropped = append(out.Dropped, day.Name)
	}
	if len(out.Dropped) == 0 {
		return nil
	}
	next := days.Anchor{Seq: end.Seq, Hash: end.Hash, Day: out.Dropped[len(out.Dropped)-1]}
	if end.Seq == 0 { // nothing in them was a line: there is no chain to hold on to
		out.Dropped = nil
		return nil
	}
	err = l.Append(context.Background(), Record{Kind: dropped, At: now, Owner: core.Host, N: int(next.Seq), Digest: next.Hash, State: next.Day})
	if err != nil {
		out.Dropped = nil
		return err
	}
	return errors.Join(l.point("told"), l.files.Drop(next))
}

func (l *Ledger) point(name string) error {
	if l.files.At == nil {
		return nil
	}
	return l.files.At(name)
}

// tells reports whether a record is the one that tells of an anchor.
func tells(record json.RawMessage, a days.Anchor) bool {
	if !bytes.Contains(record, []byte(`"`+dropped+`"`)) {
		return false
	}
	var r Record
	return json.Unmarshal(record, &r) == nil && r.Kind == dropped && int64(r.N) == a.Seq && r.Digest == a.Hash && r.State == a.Day
}
