package disk

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/metnos/metnos/sdk"
)

// Sum is the check that stands before a value: CRC-32C of its key and its text.
func Sum(key, text []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(key, table), table, text)
}

// Inspect reads every file below data without changing any, and returns one error per damaged file. Files that a
// running core holds are not looked at: the error says who holds them.
func Inspect(data string) (damaged []error, err error) {
	nouns, err := nounsIn(filepath.Join(data, "store"))
	if err != nil {
		return nil, err
	}
	for _, noun := range nouns {
		f := &File{data: data, noun: noun}
		fault := f.guard(func() error {
			db, err := bbolt.Open(f.path(), 0o400, &bbolt.Options{ReadOnly: true, Timeout: patience})
			if err != nil {
				return err
			}
			return errors.Join(db.View(readValues), db.Close())
		})
		switch {
		case errors.Is(fault, berrors.ErrTimeout):
			return damaged, locked(f.path(), holderOf(f.path()))
		case errors.Is(fault, os.ErrPermission):
			return damaged, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", fault).With("path", f.path())
		case fault != nil:
			damaged = append(damaged, f.Damaged(fault))
		}
	}
	return damaged, nil
}

// readValues is readAll with the check of every value.
func readValues(tx *bbolt.Tx) error {
	if err := readAll(tx); err != nil {
		return err
	}
	return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return checkValues(b) })
}

func checkValues(b *bbolt.Bucket) error {
	return b.ForEach(func(k, v []byte) error {
		if v == nil {
			return checkValues(b.Bucket(k))
		}
		if len(v) < 4 || binary.BigEndian.Uint32(v) != Sum(k, v[4:]) {
			return errors.New("a value does not fit its check")
		}
		return nil
	})
}
