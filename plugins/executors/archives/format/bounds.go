package format

import (
	"context"
	"io"
	"strconv"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/zipped"
	"github.com/metnos/metnos/sdk"
)

const (
	// MaxBytes is how much one archive may unpack to.
	MaxBytes = 8 << 30
	// MaxMembers is how many members one archive may have.
	MaxMembers = zipped.MaxMembers

	free     = 64 << 20 // bytes that may come out of however few
	maxRatio = 300      // bytes that may come out of each one beyond that
)

func tooMany() error {
	n := strconv.Itoa(MaxMembers)
	return sdk.Errorf(sdk.Oversize, "archive_too_many", "more than %s members", n).With("count", n).With("path", entry.Unnamed)
}

func tooLarge() error {
	return sdk.Errorf(sdk.Oversize, "archive_too_large", "it unpacks to more than 8 GiB").With("path", entry.Unnamed)
}

func bomb() error {
	return sdk.Errorf(sdk.PolicyDenied, "archive_bomb", "it unpacks to far more than an honest archive of its size").With("path", entry.Unnamed)
}

// proportion refuses what unpacks out of all proportion to the bytes it comes from.
func proportion(unpacked, packed int64) error {
	switch {
	case unpacked > MaxBytes:
		return tooLarge()
	case unpacked > free && unpacked/maxRatio > max(packed, 1):
		return bomb()
	}
	return nil
}

// counted counts what is read and stops with its context.
type counted struct {
	ctx  context.Context
	from io.Reader
	n    int64
}

func (c *counted) Read(p []byte) (int, error) {
	if err := entry.Stopped(c.ctx); err != nil {
		return 0, err
	}
	if len(p) > 256<<10 {
		p = p[:256<<10]
	}
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// inflated is a decompressed stream in proportion to what it comes from.
type inflated struct {
	from   counted
	packed func() int64 // bytes read of the compressed stream so far
}

func (i *inflated) Read(p []byte) (int, error) {
	n, err := i.from.Read(p)
	if out := proportion(i.from.n, i.packed()); out != nil {
		return 0, out
	}
	return n, err
}
