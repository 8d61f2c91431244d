package scratch

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

const keyBytes = 32

// unlock reads the instance's key, making it when there is none. A key others may read protects nothing.
func (p *Pad) unlock(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeKey(path); err != nil {
			return p.failed(err)
		}
		info, err = os.Lstat(path)
	}
	if err != nil {
		return p.failed(err)
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return sdk.Errorf(sdk.PolicyDenied, "scratch_key_open", "%s may be read by others", path).With("path", path)
	}
	secret, err := os.ReadFile(path)
	if err != nil {
		return p.failed(err)
	}
	if len(secret) != keyBytes {
		return sdk.Errorf(sdk.IOError, "scratch_key_damaged", "%s holds %d bytes", path, len(secret)).With("path", path)
	}
	if p.naming, err = hkdf.Key(sha256.New, secret, nil, "metnos/scratch/v1/name", keyBytes); err != nil {
		return p.failed(err)
	}
	sealing, err := hkdf.Key(sha256.New, secret, nil, "metnos/scratch/v1/seal", keyBytes)
	if err != nil {
		return p.failed(err)
	}
	block, err := aes.NewCipher(sealing)
	if err == nil {
		p.seal, err = cipher.NewGCMWithRandomNonce(block)
	}
	if err != nil {
		return p.failed(err)
	}
	return nil
}

// makeKey puts a new key in its place whole or not at all; one that another process made meanwhile stays.
func makeKey(path string) error {
	secret := make([]byte, keyBytes)
	_, _ = rand.Read(secret) // crypto/rand never fails: it ends the program instead
	tmp, err := fill(filepath.Dir(path), secret)
	if err != nil {
		return err
	}
	defer os.Remove(tmp)
	if err := os.Link(tmp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// fill writes a file of its own, 0600 and on the disk, and returns its path.
func fill(dir string, parts ...[]byte) (string, error) {
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return "", err
	}
	for _, part := range parts {
		if _, err = f.Write(part); err != nil {
			break
		}
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// place binds a sealed row to where it belongs: elsewhere it does not open.
func place(owner core.Owner, turn, id string) []byte {
	return []byte("metnos/scratch/v1\x00" + string(owner) + "\x00" + turn + "\x00" + id)
}

// name is the id of a content: the same for the same owner, turn and bytes, and guessed by nobody.
func (p *Pad) name(owner core.Owner, turn string, content []byte) string {
	h := hmac.New(sha256.New, p.naming)
	h.Write(place(owner, turn, ""))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil)[:16])
}
