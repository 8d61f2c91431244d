package keys

import (
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/manifest/seal"
)

// maxFile caps what is read as a key, rotation or signature.
const maxFile = 8 << 10

func readSmall(file string) ([]byte, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, sdk.Errorf(sdk.ContractViolation, "key_unreadable", "%s is not a regular file", file).With("file", file)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		return nil, sdk.Errorf(sdk.Oversize, "file_too_big", "%s: more than %d bytes", file, maxFile).With("file", file)
	}
	return data, err
}

// trustedFiles reads the configured keys.
func trustedFiles(files []TrustFile) (entries []Entry, faults []error) {
	for _, t := range files {
		k, err := readPublic(t.Path)
		if err == nil && k.Role != t.Role {
			err = sdk.Errorf(sdk.ContractViolation, "key_other_role", "%s is a %s key, trusted as %s", t.Path, k.Role, t.Role).
				With("file", t.Path).With("role", string(k.Role)).With("want", string(t.Role))
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		entries = append(entries, Entry{Key: k, File: t.Path})
	}
	return entries, faults
}

// trusted reads the folder's trusted keys.
func (f Folder) trusted() (entries []Entry, faults []error) {
	files, err := f.list("trusted", ".pub")
	if err != nil {
		return nil, []error{err}
	}
	for _, file := range files {
		k, err := readPublic(file)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		entries = append(entries, Entry{Key: k, File: file})
	}
	return entries, faults
}

func readPublic(file string) (manifest.PublicKey, error) {
	data, err := readSmall(file)
	if err != nil {
		return manifest.PublicKey{}, unreadable(file, err)
	}
	return seal.DecodePublicKey(file, data)
}

// fingerprint tells whether the files a ring was read from are still the same.
type fingerprint struct {
	list    []state
	settled bool // nothing had changed just before it was taken
}

// state identifies one state of a file or folder.
type state struct {
	inode        uint64
	size         int64
	mtime, ctime int64
}

// settle is how long after a change two states may still look alike.
const settle = 50 * time.Millisecond

func take(files []TrustFile, folder Folder) fingerprint {
	p := fingerprint{settled: true, list: []state{}}
	now := time.Now().UnixNano()
	look := func(path string) {
		info, err := os.Stat(path)
		m := stateOf(info, err)
		p.settled = p.settled && now-m.ctime > int64(settle)
		p.list = append(p.list, m)
	}
	for _, t := range files {
		look(t.Path)
	}
	if folder.dir != "" {
		look(folder.path("trusted"))
		look(folder.path("revoked"))
	}
	return p
}

func stateOf(info fs.FileInfo, err error) state {
	if err != nil {
		return state{}
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return state{size: info.Size(), mtime: info.ModTime().UnixNano(), ctime: info.ModTime().UnixNano()}
	}
	return state{inode: st.Ino, size: info.Size(), mtime: info.ModTime().UnixNano(), ctime: st.Ctim.Nano()}
}

func (p fingerprint) empty() bool { return p.list == nil }

func (p fingerprint) current(files []TrustFile, folder Folder) bool {
	if !p.settled {
		return false
	}
	now := take(files, folder)
	if len(now.list) != len(p.list) {
		return false
	}
	for i := range now.list {
		if now.list[i] != p.list[i] {
			return false
		}
	}
	return true
}
