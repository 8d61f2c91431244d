package ahead

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/metnos/metnos/sdk/files/fault"
)

// deep is how many folders below each other a walk keeps open; below that it opens each by its whole path.
const deep = 64

// Walk visits folders in name order, reading them ahead.
type Walk struct {
	Root  int                        // the open directory paths are below
	Hides map[string]map[string]bool // names left out, by folder
	Lstat func(path string) (fs.FileInfo, error)
	Visit fs.WalkDirFunc
	Ahead *Reader
}

// From visits the folder rel below the root and everything below it; path is what it is called.
func (w *Walk) From(rel, path string, d fs.DirEntry) error {
	return w.dir(w.Ahead.Folder(w.Root, rel, w.Hides[rel]), rel, path, d, 0)
}

// dir visits one directory, rel below the root.
func (w *Walk) dir(pending *Pending, rel, path string, d fs.DirEntry, depth int) error {
	if err := w.Visit(path, d, nil); err != nil {
		pending.Drop()
		if err == fs.SkipDir {
			return nil
		}
		return err
	}
	found := pending.Wait()
	if err := found.Err; err != nil {
		if w.Ahead.ctx.Err() != nil && errors.Is(err, w.Ahead.ctx.Err()) {
			return err
		}
		if err := w.Visit(path, d, fault.At("readdir", path, err)); err != fs.SkipDir {
			return err
		}
		return nil
	}
	in := &Open{Lstat: w.Lstat, Path: path, FD: found.FD}
	defer in.Close()
	if depth > deep {
		in.Close()
	}
	below := w.below(in.FD, found.Names, rel)
	defer below.Drop()
	if path == "/" {
		path = ""
	}
	for _, is := range found.Names {
		if err := w.Ahead.ctx.Err(); err != nil {
			return err
		}
		e := in.Entry(is)
		var err error
		if e.IsDir() {
			err = w.dir(below.Next(), filepath.Join(rel, is.Name.Name), path+"/"+is.Name.Name, e, depth+1)
		} else {
			err = w.Visit(path+"/"+is.Name.Name, e, nil)
		}
		if err == fs.SkipDir {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// below has the folders of a folder read, by their own names while it is open.
func (w *Walk) below(fd int, names []Name, rel string) *Queue {
	q := w.Ahead.Queue()
	for _, is := range names {
		if !is.Type.IsDir() {
			continue
		}
		at, name, inner := fd, is.Name.Name, filepath.Join(rel, is.Name.Name)
		if fd < 0 {
			at, name = w.Root, inner
		}
		q.Add(w.Ahead.Folder(at, name, w.Hides[inner]))
	}
	return q
}
