package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
)

// Table is a noun's values of type T by owner and key, as JSON. Writes are durable when they return.
type Table[T any] struct {
	store *Store
	noun  string
}

// TableOf returns the table in the file of noun (lower-case letters and _). The file is opened on first use.
func TableOf[T any](s *Store, noun string) Table[T] { return Table[T]{s, noun} }

// Get returns the value at key; found is false when there is none.
func (t Table[T]) Get(owner core.Owner, key string) (value T, found bool, err error) {
	err = t.view(owner, func(b bucket) error {
		value, found, err = get[T](t, b, key)
		return err
	})
	return value, found, err
}

// Put sets the value at key.
func (t Table[T]) Put(owner core.Owner, key string, value T) error {
	return t.commit(owner, func(b bucket) error { return put(b, key, value) })
}

// Delete removes the value at key, if there.
func (t Table[T]) Delete(owner core.Owner, key string) error {
	return t.commit(owner, func(b bucket) error { return b.Delete([]byte(key)) })
}

// Update replaces the value at key by what change makes of it, in one transaction; when change fails
// nothing is written and its error returned. change may run more than once and must not block.
func (t Table[T]) Update(owner core.Owner, key string, change func(value T, found bool) (T, error)) (T, error) {
	var after T
	err := t.commit(owner, func(b bucket) error {
		before, found, err := get[T](t, b, key)
		if err != nil {
			return err
		}
		if after, err = change(before, found); err != nil {
			return err
		}
		return put(b, key, after)
	})
	return after, err
}

// Each calls visit for every key that starts with prefix, in order, until visit returns false. visit must
// not call the store. Without a prefix it leaves out keys that start with NUL: those are a table's index.
func (t Table[T]) Each(owner core.Owner, prefix string, visit func(key string, value T) bool) error {
	return t.view(owner, func(b bucket) error {
		return walk(t, b, prefix, func(key string, value T) (bool, error) { return visit(key, value), nil })
	})
}

// DeleteWhere removes the values that match, and returns how many. It leaves an index alone.
func (t Table[T]) DeleteWhere(owner core.Owner, match func(key string, value T) bool) (int, error) {
	return sweep(t, owner, "", match)
}

// Owners lists the owners that have something in the table: for sweeps and recovery at start.
func (t Table[T]) Owners() ([]core.Owner, error) {
	f, err := t.store.File(t.noun)
	if err != nil {
		return nil, err
	}
	var out []core.Owner
	err = f.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, _ bucket) error {
			out = append(out, core.Owner(name))
			return nil
		})
	})
	return out, err
}

// view reads below the owner's bucket, which is nil while the owner has nothing.
func (t Table[T]) view(owner core.Owner, do func(bucket) error) error {
	name, err := bucketOf(owner)
	if err != nil {
		return err
	}
	f, err := t.store.File(t.noun)
	if err != nil {
		return err
	}
	return f.View(func(tx *bbolt.Tx) error { return do(tx.Bucket(name)) })
}

// commit writes below the owner's bucket.
func (t Table[T]) commit(owner core.Owner, do func(bucket) error) error {
	name, err := bucketOf(owner)
	if err != nil {
		return err
	}
	f, err := t.store.File(t.noun)
	if err != nil {
		return err
	}
	return f.Commit(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(name)
		if err != nil {
			return err
		}
		return do(b)
	})
}

// bucket is an owner's part of a file, cursor a walk over it.
type (
	bucket = *bbolt.Bucket
	cursor = *bbolt.Cursor
)

// bytesOf a value: CRC-32C of key and JSON, then the JSON. bbolt does not check the pages it reads.
func bytesOf[T any](key string, value T) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "store_value", "%q: %w", key, err)
	}
	out := make([]byte, 4, 4+len(text))
	binary.BigEndian.PutUint32(out, disk.Sum([]byte(key), text))
	return append(out, text...), nil
}

func decode[T any](t Table[T], key, data []byte) (value T, err error) {
	if len(data) < 4 || binary.BigEndian.Uint32(data) != disk.Sum(key, data[4:]) {
		err = errors.New("checksum")
	} else {
		err = json.Unmarshal(data[4:], &value)
	}
	if err != nil {
		f, fault := t.store.File(t.noun)
		if fault != nil {
			return value, fault
		}
		return value, f.Damaged(fmt.Errorf("value at %q: %w", key, err))
	}
	return value, nil
}

func get[T any](t Table[T], b bucket, key string) (value T, found bool, err error) {
	if b == nil {
		return value, false, nil
	}
	data := b.Get([]byte(key))
	if data == nil {
		return value, false, nil
	}
	value, err = decode[T](t, []byte(key), data)
	return value, err == nil, err
}

func put[T any](b bucket, key string, value T) error {
	data, err := bytesOf(key, value)
	if err != nil {
		return err
	}
	if err := b.Put([]byte(key), data); err != nil {
		return sdk.Errorf(sdk.ContractViolation, "store_value", "%q: %w", key, err)
	}
	return nil
}

// walk visits the values below a prefix in order, until visit returns false.
func walk[T any](t Table[T], b bucket, prefix string, visit func(key string, value T) (bool, error)) error {
	if b == nil {
		return nil
	}
	from := prefix
	if from == "" {
		from = "\x01"
	}
	c := b.Cursor()
	for k, data := c.Seek([]byte(from)); k != nil && bytes.HasPrefix(k, []byte(prefix)); k, data = c.Next() {
		if data == nil { // a bucket
			continue
		}
		value, err := decode(t, k, data)
		if err != nil {
			return err
		}
		if more, err := visit(string(k), value); err != nil || !more {
			return err
		}
	}
	return nil
}

// sweep removes the values below a prefix that match, and returns how many.
func sweep[T any](t Table[T], owner core.Owner, prefix string, match func(key string, value T) bool) (removed int, err error) {
	err = t.commit(owner, func(b bucket) error {
		var gone []string
		err := walk(t, b, prefix, func(key string, value T) (bool, error) {
			if match(key, value) {
				gone = append(gone, key)
			}
			return true, nil
		})
		for _, key := range gone {
			err = errors.Join(err, b.Delete([]byte(key)))
		}
		removed = len(gone)
		return err
	})
	return removed, err
}
