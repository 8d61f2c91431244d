package main

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/store"
)

// records measures what is durable when a call returns, against one small write and fsync.
func (b *bench) records() error {
	b.section("durable record, against append and fsync")
	fsync, done, err := fsyncFloor(b.dir)
	if err != nil {
		return err
	}
	defer done()
	s, err := store.Open(filepath.Join(b.dir, "state"))
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := ledger.Open(filepath.Join(b.dir, "ledger"), ledger.Options{})
	if err != nil {
		return err
	}
	defer l.Close()
	table := store.TableOf[core.Effects](s, "bench")
	var n atomic.Int64
	put := func() error {
		i := n.Add(1)
		return table.Put(core.Host, fmt.Sprintf("k%d", i%512), core.Effects{Items: int(i)})
	}
	record := func() error {
		return l.Append(b.ctx, ledger.Record{Kind: "closed", At: time.Now(), Owner: core.Host, Turn: "0123456789abcdef", Text: "bench"})
	}
	for _, one := range []struct {
		name string
		fn   func() error
	}{{"store, 1 writer, p50", put}, {"ledger, 1 writer, p50", record}} {
		ours, lowest, err := alternate(b.n(800), one.fn, fsync)
		if err != nil {
			return err
		}
		b.times(one.name, ours.at(.5), lowest.at(.5), 4)
	}
	span := 2 * time.Second
	if b.quick {
		span = 100 * time.Millisecond
	}
	for _, one := range []struct {
		name string
		fn   func() error
	}{{"store, 64 writers", put}, {"ledger, 64 writers", record}} {
		got, err := rate(b.ctx, 64, span, one.fn)
		if err != nil {
			return err
		}
		b.add(figure{what: one.name, ours: fmt.Sprintf("%.0f/s", got), floor: "10000/s", ratio: got / 10000, target: 1, more: true})
	}
	return nil
}
