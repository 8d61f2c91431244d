package trash

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/sdk"
)

// maxName is the longest file name, in bytes, less room for ".trashinfo" and a number.
const maxName = 255 - len(".trashinfo") - len(".99999")

// Can is one trash directory.
type Can struct {
	files sdk.Files
	dir   string // holds files/ and info/
	top   string // what Path= is relative to; "" when it is absolute
}

// Item is a file in the trash.
type Item struct {
	Path    string // where it was
	Trashed string // where it is
	Info    string // its .trashinfo file
}

// Find returns the trash a file belongs in: the one of the person's home when home is on the same disk
// and reachable, else the one at the top of the file's disk. The error has the code no_trash.
func Find(files sdk.Files, home, p string) (*Can, error) {
	root, ok := rootOf(files, p)
	if !ok || !root.Write {
		return nil, impossible(p, "no granted folder above it may be written")
	}
	top, device, err := mountTop(files, root.Path, p)
	if err != nil {
		return nil, err
	}
	if home == "" {
		home = root.Path // the only folder known to be the person's
	}
	homeRoot, reachable := rootOf(files, home)
	if reachable && homeRoot.Write {
		if info, err := files.Stat(home); err == nil && deviceOf(info) == device {
			return &Can{files: files, dir: path.Join(home, ".local/share/Trash")}, nil
		}
	}
	uid := strconv.Itoa(os.Getuid())
	if shared := path.Join(top, ".Trash"); sound(files, shared) {
		return &Can{files: files, dir: path.Join(shared, uid), top: top}, nil
	}
	return &Can{files: files, dir: path.Join(top, ".Trash-"+uid), top: top}, nil
}

func impossible(p, reason string) error {
	return sdk.Errorf(sdk.PermissionDenied, "no_trash", "%s: %s", p, reason).With("path", p)
}

// Contains reports whether p is inside a trash directory.
func Contains(p string) bool {
	for dir := path.Dir(p); dir != "/" && dir != "."; dir = path.Dir(dir) {
		name := path.Base(dir)
		if strings.HasPrefix(name, ".Trash-") || name == ".Trash" || strings.HasSuffix(dir, "/.local/share/Trash") {
			return true
		}
	}
	return false
}

// rootOf returns the innermost granted root above p.
func rootOf(files sdk.Files, p string) (sdk.Root, bool) {
	best, found := sdk.Root{}, false
	for _, root := range files.Roots() {
		above := root.Path == "/" || p == root.Path || strings.HasPrefix(p, root.Path+"/")
		if above && (!found || len(root.Path) > len(best.Path)) {
			best, found = root, true
		}
	}
	return best, found
}

// mountTop returns the highest folder between root and p that is on the same disk as p's folder.
func mountTop(files sdk.Files, root, p string) (string, uint64, error) {
	top := path.Dir(p)
	info, err := files.Stat(top)
	if err != nil {
		return "", 0, err
	}
	device := deviceOf(info)
	for top != root && top != "/" {
		above, err := files.Stat(path.Dir(top))
		if err != nil || deviceOf(above) != device {
			break
		}
		top = path.Dir(top)
	}
	return top, device, nil
}

// deviceOf returns the disk a file is on; 0 when the system does not tell, so that all are one.
func deviceOf(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Dev)
	}
	return 0
}

// sound tells whether a shared .Trash may be used: a real folder, with the sticky bit.
func sound(files sdk.Files, dir string) bool {
	info, err := files.Lstat(dir)
	return err == nil && info.IsDir() && info.Mode()&fs.ModeSticky != 0
}

// Dir is the trash directory.
func (c *Can) Dir() string { return c.dir }

// Put moves one file or link into the trash. The information is written first, under the name it claims,
// and taken back when the move fails.
func (c *Can) Put(p string, at time.Time) (Item, error) {
	for _, dir := range []string{path.Join(c.dir, "files"), path.Join(c.dir, "info")} {
		if _, err := c.files.MkdirAll(dir); err != nil {
			return Item{}, fmt.Errorf("%w", impossible(p, err.Error()))
		}
	}
	before, err := c.files.Lstat(p)
	if err != nil {
		return Item{}, err
	}
	item, err := c.claim(p, at)
	if err != nil {
		return Item{}, err
	}
	moveErr := c.files.Rename(p, item.Trashed)
	there, err := c.files.Lstat(item.Trashed)
	_, gone := c.files.Lstat(p)
	switch {
	case err == nil && there.Size() == before.Size() && sdk.ClassOf(gone) == sdk.NotFound:
		return item, nil
	case moveErr != nil:
		_ = c.files.Remove(item.Info)
		return Item{}, about(moveErr, p)
	}
	return item, sdk.Errorf(sdk.Uncertain, "trash_unsure", "%s: it was not seen in the trash", p).With("path", p)
}

// about is an error that names the person's file, not its place in the trash.
func about(err error, p string) error {
	var known *sdk.Error
	if errors.As(err, &known) {
		return known.With("path", p)
	}
	return err
}

// claim reserves a name in the trash by creating its information file, which fails when it is taken.
func (c *Can) claim(p string, at time.Time) (Item, error) {
	text := "[Trash Info]\nPath=" + c.recorded(p) + "\nDeletionDate=" + at.Format("2006-01-02T15:04:05") + "\n"
	for n := 1; n < 100_000; n++ {
		name := numbered(path.Base(p), n)
		item := Item{
			Path: p, Trashed: path.Join(c.dir, "files", name),
			Info: path.Join(c.dir, "info", name+".trashinfo"),
		}
		if _, err := c.files.Lstat(item.Trashed); err == nil {
			continue
		}
		file, err := c.files.Create(item.Info)
		if sdk.ClassOf(err) == sdk.Conflict {
			continue
		}
		if err != nil {
			return Item{}, err
		}
		if _, err = file.Write([]byte(text)); err != nil {
			_ = file.Abort()
			return Item{}, err
		}
		return item, file.Close()
	}
	return Item{}, sdk.Errorf(sdk.Conflict, "trash_full", "%s: no name is free in the trash", p).With("path", p)
}

// recorded is the path as Path= wants it: percent-encoded bytes, relative in a trash at the top of a disk.
func (c *Can) recorded(p string) string {
	if c.top != "" {
		p = strings.TrimPrefix(strings.TrimPrefix(p, c.top), "/")
	}
	return (&url.URL{Path: p}).EscapedPath()
}

// numbered puts a number between a name and its extension; the first keeps the name.
func numbered(name string, n int) string {
	extension := path.Ext(name)
	if extension == name || len(extension) > 32 {
		extension = ""
	}
	stem := strings.TrimSuffix(name, extension)
	if over := len(stem) + len(extension) - maxName; over > 0 {
		stem = stem[:max(0, len(stem)-over)]
		for len(stem) > 0 && !utf8.ValidString(stem) && utf8.ValidString(name) {
			stem = stem[:len(stem)-1] // a rune was cut
		}
	}
	if n == 1 {
		return stem + extension
	}
	return stem + "." + strconv.Itoa(n) + extension
}

// Restore brings an item back to where it was and makes the folders above it when they are gone. It reports
// false when the item had been brought back already. Something else in its place is a conflict.
func Restore(files sdk.Files, item Item) (bool, error) {
	_, inTrash := files.Lstat(item.Trashed)
	_, inPlace := files.Lstat(item.Path)
	switch {
	case inTrash != nil && inPlace == nil:
		if sdk.ClassOf(inTrash) == sdk.NotFound {
			_ = files.Remove(item.Info) // cut off after the move: the information means nothing any more
		}
		return false, nil
	case inTrash != nil && sdk.ClassOf(inTrash) == sdk.NotFound:
		return false, sdk.Errorf(sdk.NotFound, "not_in_trash", "%s: it is not in the trash any more", item.Path).With("path", item.Path)
	case inTrash != nil:
		return false, about(inTrash, item.Path)
	case inPlace == nil:
		return false, sdk.Errorf(sdk.Conflict, "place_taken", "%s: something else is there", item.Path).With("path", item.Path)
	}
	if _, err := files.MkdirAll(path.Dir(item.Path)); err != nil {
		return false, err
	}
	if err := files.Rename(item.Trashed, item.Path); err != nil {
		return false, about(err, item.Path)
	}
	if _, err := files.Lstat(item.Path); err != nil {
		return false, sdk.Errorf(sdk.Uncertain, "undo_unsure", "%s: it was not seen in its place", item.Path).With("path", item.Path)
	}
	_ = files.Remove(item.Info) // without its file the information means nothing
	return true, nil
}
