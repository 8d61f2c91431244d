package aftermath

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"syscall"
)

// Prove returns the digest of a file as the evidence of its writing. source, when it is not "", is what the file must
// hold, or the beginning of it: a copy that was cut off is one. False means that nobody can vouch for the file.
func Prove(ctx context.Context, path, source string) (string, bool) {
	file, err := regular(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	var from io.Reader
	if source != "" {
		f, err := regular(source)
		if err != nil {
			return "", false
		}
		defer f.Close()
		from = bufio.NewReaderSize(f, portion)
	}
	sum, read, held := sha256.New(), make([]byte, portion), make([]byte, portion)
	for ctx.Err() == nil {
		n, err := file.Read(read)
		sum.Write(read[:n])
		if from != nil {
			if _, fault := io.ReadFull(from, held[:n]); fault != nil || !bytes.Equal(read[:n], held[:n]) {
				return "", false
			}
		}
		switch {
		case err == io.EOF:
			return hex.EncodeToString(sum.Sum(nil)), true
		case err != nil:
			return "", false
		}
	}
	return "", false
}

// regular opens a file, and nothing else: a pipe would wait for somebody.
func regular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, f.Close(), os.ErrInvalid)
	}
	return f, nil
}

const portion = 256 << 10 // bytes
