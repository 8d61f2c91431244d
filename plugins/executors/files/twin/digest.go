package twin

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"runtime"
	"sync"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

type digest [sha256.Size]byte

// ends is how many bytes of the start and of the end of a file are compared before the whole.
const ends = 16 << 10

// hasher reads files to their digests, a few at a time.
type hasher struct {
	files sdk.Files
	host  sdk.Host
	mu    sync.Mutex
	read  int64 // bytes
	total int64
}

// all replaces the digest of each file by that of its ends or of its whole, and returns those that could be
// read; the others are told to fail.
func (h *hasher) all(ctx context.Context, list []*twin, whole bool, fail func(string, error)) ([]*twin, error) {
	h.total = 0
	for _, t := range list {
		h.total += t.size
	}
	h.read = 0
	next := make(chan *twin)
	failed := map[*twin]error{}
	var group sync.WaitGroup
	for range min(4, max(1, runtime.NumCPU())) {
		group.Go(func() {
			buffer := make([]byte, 256<<10)
			for t := range next {
				sum, err := h.one(ctx, t, whole, buffer)
				h.mu.Lock()
				t.sum = sum
				if err != nil {
					failed[t] = err
				}
				h.mu.Unlock()
			}
		})
	}
	for _, t := range list {
		if ctx.Err() != nil {
			break
		}
		next <- t
	}
	close(next)
	group.Wait()
	if err := entry.Stopped(ctx); err != nil {
		return nil, err
	}
	kept := list[:0]
	for _, t := range list {
		if err := failed[t]; err != nil {
			fail(t.path, err)
			continue
		}
		kept = append(kept, t)
	}
	return kept, nil
}

func (h *hasher) one(ctx context.Context, t *twin, whole bool, buffer []byte) (digest, error) {
	var out digest
	if t.whole {
		return t.sum, nil
	}
	if whole = whole || t.size <= ends; whole {
		t.whole = true
	}
	file, err := h.files.Open(t.path)
	if err != nil {
		return out, err
	}
	defer file.Close()
	sum := sha256.New()
	if !whole {
		for _, at := range []int64{0, t.size - ends} {
			n, err := file.ReadAt(buffer[:ends], max(0, at))
			if err != nil && !errors.Is(err, io.EOF) {
				return out, err
			}
			sum.Write(buffer[:n])
		}
		return digest(sum.Sum(out[:0])), nil
	}
	read := int64(0)
	for {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		n, err := file.Read(buffer)
		sum.Write(buffer[:n])
		read += int64(n)
		h.progress(int64(n))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, err
		}
	}
	if read != t.size {
		return out, entry.Failed(sdk.Conflict, "changed_while_read", t.path, "changed while it was read")
	}
	return digest(sum.Sum(out[:0])), nil
}

func (h *hasher) progress(n int64) {
	h.mu.Lock()
	before := h.read
	h.read += n
	now, total := h.read, h.total
	h.mu.Unlock()
	if now>>27 != before>>27 {
		h.host.Progress(now, total, "")
	}
}
