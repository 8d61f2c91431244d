package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/sdk"
)

// However long a conversation is, one answer to a resume is bounded, and asking on brings all of it, each event once.
func TestResumeComesInPages(t *testing.T) {
	disk, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	f := NewFeed(disk.Conversations())
	text, err := json.Marshal(string(bytes.Repeat([]byte("x"), 10<<10)))
	if err != nil {
		t.Fatal(err)
	}
	huge, err := json.Marshal(string(bytes.Repeat([]byte("y"), pageSize*2)))
	if err != nil {
		t.Fatal(err)
	}
	const total = 200
	for n := range total {
		data := text
		if n == total/2 {
			data = huge
		}
		f.Emit(context.Background(), "anna", "web", "c", sdk.Event{Kind: "delta", Data: data})
	}
	last, pages := int64(0), 0
	for {
		page, err := f.Resume("anna", "web", "c", last)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		size := 0
		for _, e := range page {
			if size += len(e.Data); e.Seq != last+1 {
				t.Fatalf("event %d after %d", e.Seq, last)
			}
			last = e.Seq
		}
		if size > pageSize && len(page) > 1 {
			t.Errorf("%d events of %d bytes at once", len(page), size)
		}
		pages++
	}
	if last != total || pages < 5 {
		t.Errorf("%d events in %d pages", last, pages)
	}
	for after, first := range map[int64]int64{total - 1: total, total + 1: 1, 1 << 40: 1} { // beyond the end it begins again
		if page, err := f.Resume("anna", "web", "c", after); err != nil || len(page) == 0 || page[0].Seq != first {
			t.Errorf("after %d: %d events, %v", after, len(page), err)
		}
	}
}
