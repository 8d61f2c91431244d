package imprint

import (
	"os"
	"syscall"
	"time"
)

// Imprint is how an object looked. Absent is a look too.
type Imprint struct {
	Absent   bool      `json:"absent,omitempty"`
	Dir      bool      `json:"dir,omitempty"`
	Size     int64     `json:"size,omitempty"`
	Modified time.Time `json:"modified,omitzero"`
	Node     uint64    `json:"node,omitempty"` // of a folder, which has no other mark of its own; 0 when unknown
}

// Of looks at a path, not following links.
func Of(path string) Imprint {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return Imprint{Absent: true}
	case info.IsDir(): // its time changes with what is inside
		p := Imprint{Dir: true}
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			p.Node = st.Ino
		}
		return p
	}
	return Imprint{Size: info.Size(), Modified: info.ModTime()}
}

// Same reports whether two looks show one and the same state. Folders are told apart by their place alone.
func (p Imprint) Same(q Imprint) bool {
	return p.Absent == q.Absent && p.Dir == q.Dir && p.Size == q.Size && p.Modified.Equal(q.Modified)
}

// Is reports whether two looks at different places show one object: a folder by its number, a file by how it looks.
func (p Imprint) Is(q Imprint) bool {
	return !p.Absent && p.Same(q) && (!p.Dir || p.Node != 0 && p.Node == q.Node)
}

// File reports whether it was a file or a link.
func (p Imprint) File() bool { return !p.Absent && !p.Dir }
