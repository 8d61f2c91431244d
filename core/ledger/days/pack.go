package days

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func (f Folder) point(name string) error {
	if f.At == nil {
		return nil
	}
	return f.At(name)
}

// Pack replaces a day's open file by a packed one that was read back and found equal. Until then the open one
// stays.
func (f Folder) Pack(d Day) error {
	if d.Packed {
		return nil
	}
	target := Day{Name: d.Name, Packed: true, dir: f.Dir}
	want, err := f.squeeze(d, target.Path()+unset)
	if err != nil {
		return err
	}
	if err := f.point("squeezed"); err != nil {
		return err
	}
	got, err := digestOf(target.Path() + unset)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("%s does not read back as it was written", target.File())
	}
	if err := errors.Join(os.Rename(target.Path()+unset, target.Path()), f.sync()); err != nil {
		return err
	}
	if err := f.point("packed"); err != nil {
		return err
	}
	return errors.Join(os.Remove(d.Path()), f.sync())
}

// squeeze writes a packed copy to the disk and returns the digest of what went in.
func (f Folder) squeeze(d Day, path string) (digest [sha256.Size]byte, err error) {
	in, err := os.Open(d.Path())
	if err != nil {
		return digest, err
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return digest, err
	}
	sum := sha256.New()
	zip := gzip.NewWriter(out)
	_, err = io.Copy(io.MultiWriter(zip, sum), in)
	if err == nil {
		err = f.point("squeezing")
	}
	if err = errors.Join(err, zip.Close(), out.Sync(), out.Close()); err != nil {
		return digest, err
	}
	return [sha256.Size]byte(sum.Sum(nil)), nil
}

func digestOf(path string) (digest [sha256.Size]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return digest, err
	}
	defer file.Close()
	in, err := gzip.NewReader(file)
	if err != nil {
		return digest, err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		return digest, err
	}
	return [sha256.Size]byte(sum.Sum(nil)), nil
}

// Drop anchors the chain at a, whose Day is the last to go, and removes the days up to it.
func (f Folder) Drop(a Anchor) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	path := filepath.Join(f.Dir, anchorFile)
	out, err := os.OpenFile(path+unset, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if err := f.point("anchor written"); err != nil {
		return err
	}
	if err := errors.Join(os.Rename(path+unset, path), f.sync()); err != nil {
		return err
	}
	if err := f.point("anchored"); err != nil {
		return err
	}
	return f.Tidy()
}

// Tidy removes what a crash left: files under way, and days up to the anchor.
func (f Folder) Tidy() error {
	anchor, err := f.Anchor()
	if err != nil {
		return err
	}
	all, err := f.files()
	if err != nil {
		return err
	}
	for _, d := range all {
		if d.Name > anchor.Day {
			continue
		}
		if err := os.Remove(d.Path()); err != nil {
			return err
		}
		if err := f.point("dropped"); err != nil {
			return err
		}
	}
	left, err := filepath.Glob(filepath.Join(f.Dir, "*"+unset))
	if err != nil {
		return err
	}
	for _, path := range left {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return f.sync()
}

const torn = ".torn-"

// SetAside moves what follows the first keep bytes of an open day, a line cut short, to a file beside it, and
// returns that file.
func (f Folder) SetAside(d Day, text []byte, keep int, now time.Time) (string, error) {
	aside := d.Path() + torn + strconv.FormatInt(now.UnixNano(), 16)
	if err := os.WriteFile(aside, text[keep:], 0o600); err != nil {
		return "", err
	}
	return aside, os.Truncate(d.Path(), int64(keep))
}

// Torn lists the lines that were set aside, by file.
func (f Folder) Torn() ([]string, error) { return filepath.Glob(filepath.Join(f.Dir, "*"+torn+"*")) }

// Clear removes the lines set aside before a time, and says how many.
func (f Folder) Clear(before time.Time) (int, error) {
	aside, err := f.Torn()
	if err != nil {
		return 0, err
	}
	n := 0
	for _, path := range aside {
		_, stamp, _ := strings.Cut(path, torn)
		at, err := strconv.ParseInt(stamp, 16, 64)
		if err != nil || !time.Unix(0, at).Before(before) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func (f Folder) sync() error { return Sync(f.Dir) }

// Sync makes what was named or removed in a folder durable.
func Sync(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
