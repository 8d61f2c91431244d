package change

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Pour copies a stream until its end and returns how many bytes there were and their SHA-256 in hexadecimal.
// tick, when it is not nil, is told the bytes of each portion. The context ends it within one portion.
func Pour(ctx context.Context, to io.Writer, from io.Reader, tick func(int64)) (int64, string, error) {
	hash := sha256.New()
	buffer := make([]byte, 256<<10)
	total := int64(0)
	for {
		if err := entry.Stopped(ctx); err != nil {
			return total, "", err
		}
		n, err := from.Read(buffer)
		if n > 0 {
			hash.Write(buffer[:n])
			if _, err := to.Write(buffer[:n]); err != nil {
				return total, "", err
			}
			total += int64(n)
			if tick != nil {
				tick(int64(n))
			}
		}
		if errors.Is(err, io.EOF) {
			return total, hex.EncodeToString(hash.Sum(nil)), nil
		}
		if err != nil {
			return total, "", err
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
func Fill(ctx context.Context, files sdk.Files, p string, replace bool, from io.Reader, tick func(int64)) (int64, string, error) {
	open := files.Create
	if replace {
		open = files.Replace
	}
	file, err := open(p)
	if err != nil {
		return 0, "", err
	}
	n, sum, err := Pour(ctx, file, from, tick)
	if err != nil {
		_ = file.Abort()
		return n, "", err
	}
	return n, sum, file.Close()
}
