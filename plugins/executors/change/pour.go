package change

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Pour copies a stream until its end and returns how many bytes there were. tick, when it is not nil, is told
// the bytes of each portion. The context ends it within one portion.
func Pour(ctx context.Context, to io.Writer, from io.Reader, tick func(int64)) (int64, error) {
	buffer := make([]byte, 256<<10)
	total := int64(0)
	for {
		if err := entry.Stopped(ctx); err != nil {
			return total, err
		}
		n, err := from.Read(buffer)
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return total, err
			}
			total += int64(n)
			if tick != nil {
				tick(int64(n))
			}
		}
		if errors.Is(err, io.EOF) {
			return total, nil
		}
		if err != nil {
			return total, err
		}
	}
}

// Keep prepares to replace a file: it returns the digest of its content and the reference of the copy kept
// for undo.
func Keep(ctx context.Context, host sdk.Host, p string) (before, backup string, err error) {
	if before, err = Sum(ctx, host.Files(), p); err != nil {
		return "", "", err
	}
	backup, err = host.Backup(ctx, p)
	return before, backup, err
}

// Fill writes a whole file from a stream: a new one, or in place of the old one when replace is set. What
// fails or is stopped leaves things as they were.
func Fill(ctx context.Context, files sdk.Files, p string, replace bool, from io.Reader, tick func(int64)) (size int64, sum string, err error) {
	return Put(files, p, replace, func(to io.Writer) error {
		_, err := Pour(ctx, to, from, tick)
		return err
	})
}

// Put writes a whole file by fn, like [Fill], and returns its size and SHA-256.
func Put(files sdk.Files, p string, replace bool, fn func(to io.Writer) error) (size int64, sum string, err error) {
	open := files.Create
	if replace {
		open = files.Replace
	}
	file, err := open(p)
	if err != nil {
		return 0, "", err
	}
	w := &written{to: file, hash: sha256.New()}
	if err := fn(w); err != nil {
		_ = file.Abort()
		return 0, "", err
	}
	return w.size, hex.EncodeToString(w.hash.Sum(nil)), file.Close()
}

// written counts and digests what goes into a file.
type written struct {
	to   io.Writer
	hash hash.Hash
	size int64
}

func (w *written) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	w.hash.Write(b[:n])
	w.size += int64(n)
	return n, err
}
