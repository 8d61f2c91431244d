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
	// MaxListed is how many members of one archive are looked over.
	MaxListed = 200_000

	free     = 64 << 20 // bytes that may come out of however few
	maxRatio = 300      // bytes that may come out of each one beyond that
)

// bounds are what an archive may be like.
type bounds struct {
	members int
	sizes   bool // what it says it unpacks to is judged
}

// tooMany is the error for an archive with more members than that.
func (b bounds) tooMany() error {
	n := strconv.Itoa(b.members)
	if !b.sizes {
		return sdk.Errorf(sdk.Oversize, "archive_long", "more than %s members", n).With("count", n).With("path", entry.Unnamed)
	}
	return sdk.Errorf(sdk.Oversize, "archive_too_many", "more than %s members", n).With("count", n).With("path", entry.Unnamed)
}

// promised adds the size a member is said to have to the total of an archive of so many bytes, and judges that.
func (b bounds) promised(total *int64, size, packed int64) error {
	if !b.sizes {
		return nil
	}
	if *total += max(0, size); *total > MaxBytes || *total < 0 {
		return tooLarge()
	}
	return proportion(*total, packed)
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
