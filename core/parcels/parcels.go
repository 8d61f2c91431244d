package parcels

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files"
)

const (
	MaxSize = 64 << 20 // bytes of one file that comes in
	MaxAdd  = 1 << 20  // bytes of one piece, in either direction

	maxOpen  = 4               // files on their way, per person
	maxAll   = 32              // and all together
	patience = 2 * time.Minute // without a piece a file is given up
	maxName  = 120             // bytes
	maxTries = 100             // names tried before a folder counts as full of them
)

// Reach is what a person's files are: the roots granted to them, what is hidden below, and their home. What they send
// goes into their home, or where only folders of it may be written, into the first of these.
type Reach struct {
	Roots []sdk.Root
	Deny  []string
	Home  string
}

// Parcels is every file on its way. It may be used by many calls at once.
type Parcels struct {
	reach func(owner core.Owner) (Reach, error)
	now   func() time.Time
	newID func() string
	seal  seal

	mu   sync.Mutex
	open map[string]*incoming
}

// incoming is a file that comes in.
type incoming struct {
	mu    sync.Mutex // one piece at a time
	owner core.Owner
	part  string // where it grows
	name  string // what it will be called
	media string
	file  sdk.WriteFile
	size  int64 // announced
	have  int64
	heard time.Time
	over  bool
}

// New returns an empty desk. newID makes names nobody guesses.
func New(reach func(owner core.Owner) (Reach, error), now func() time.Time, newID func() string) *Parcels {
	return &Parcels{reach: reach, now: now, newID: newID, seal: newSeal(), open: map[string]*incoming{}}
}

// Close gives up what is on its way.
func (p *Parcels) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, in := range p.open {
		in.abandon()
		delete(p.open, id)
	}
}

func (in *incoming) abandon() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.over {
		in.over = true
		_ = in.file.Abort()
	}
}

// Begin makes room for a file of a size in the inbox of its owner's home and returns the id of its pieces. inbox is
// the name of that folder, media what the sender says the file is.
func (p *Parcels) Begin(owner core.Owner, inbox, name, media string, size int64) (string, error) {
	if size < 0 || size > MaxSize {
		return "", sdk.Errorf(sdk.Oversize, "parcel_too_large", "%d bytes", size).With("limit", strconv.Itoa(MaxSize>>20))
	}
	reach, err := p.reach(owner)
	if err != nil {
		return "", err
	}
	if err := p.room(owner); err != nil {
		return "", err
	}
	set, err := files.Open(reach.Roots, reach.Deny)
	if err != nil {
		return "", err
	}
	defer set.Close()
	place, ok := reach.desk()
	if !ok {
		return "", sdk.Errorf(sdk.PolicyDenied, "parcel_nowhere", "%s may write no folder", owner)
	}
	folder := filepath.Join(place, inbox)
	if _, err := set.MkdirAll(folder); err != nil {
		return "", err
	}
	p.sweep(set, folder)
	id := p.newID()
	in := &incoming{owner: owner, part: filepath.Join(folder, partOf(id)), name: Name(name), media: media, size: size, heard: p.now()}
	if in.file, err = set.Create(in.part); err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[id] = in
	return id, nil
}

// desk is the folder the inbox lies in; there is none where nothing may be written.
func (r Reach) desk() (string, bool) {
	best := ""
	for _, root := range r.Roots {
		path := filepath.Clean(root.Path)
		switch {
		case !root.Write:
		case around(path, r.Home):
			return r.Home, true
		case best == "" || !around(r.Home, best) && around(r.Home, path):
			best = path
		}
	}
	return best, best != ""
}

// around reports whether inner is outer or lies in it.
func around(outer, inner string) bool {
	return inner == outer || strings.HasPrefix(inner, strings.TrimSuffix(outer, "/")+"/")
}

// room gives up what nobody has heard of for a while and refuses one file too many.
func (p *Parcels) room(owner core.Owner) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	theirs := 0
	for id, in := range p.open {
		switch {
		case p.now().Sub(in.last()) > patience:
			in.abandon()
			delete(p.open, id)
		case in.owner == owner:
			theirs++
		}
	}
	if theirs >= maxOpen || len(p.open) >= maxAll {
		return sdk.Errorf(sdk.RateLimited, "parcel_too_many", "%d files of %s are on their way", theirs, owner)
	}
	return nil
}

func (in *incoming) last() time.Time {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.heard
}

func partOf(id string) string { return ".metnos-" + id + ".part" }

// sweep removes parts of files that no process brings to an end: their core was killed.
func (p *Parcels) sweep(set *files.Set, folder string) {
	entries, err := set.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		id, part := strings.CutPrefix(e.Name(), ".metnos-")
		if id, whole := strings.CutSuffix(id, ".part"); part && whole && !p.onItsWay(id) {
			_ = set.Remove(filepath.Join(folder, e.Name())) // it stays for the next time
		}
	}
}

func (p *Parcels) onItsWay(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[id] != nil
}

// settle gives a part its name, or the next that is free: "nota.txt", "nota (2).txt" and so on.
func settle(set *files.Set, part, name string) (string, error) {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 1; ; n++ {
		path := filepath.Join(filepath.Dir(part), name)
		if n > 1 {
			path = filepath.Join(filepath.Dir(part), stem+" ("+strconv.Itoa(n)+")"+ext)
		}
		if err := set.Rename(part, path); sdk.ClassOf(err) != sdk.Conflict || n == maxTries {
			return path, err
		}
	}
}

// find returns a file on its way, to its owner alone.
func (p *Parcels) find(owner core.Owner, id string) (*incoming, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	in, there := p.open[id]
	if !there || in.owner != owner {
		return nil, sdk.Errorf(sdk.NotFound, "parcel_unknown", "no file %q is on its way", id)
	}
	return in, nil
}

// Add takes the next piece. One that came already is taken as said; one too early, or beyond the size, ends the file.
func (p *Parcels) Add(owner core.Owner, id string, offset int64, piece []byte) error {
	in, err := p.find(owner, id)
	if err != nil {
		return err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case in.over:
		return sdk.Errorf(sdk.NotFound, "parcel_unknown", "the file %q is over", id)
	case offset+int64(len(piece)) <= in.have && offset >= 0:
		return nil
	case offset != in.have || len(piece) > MaxAdd || in.have+int64(len(piece)) > in.size:
		return sdk.Errorf(sdk.WrongArgs, "parcel_broken", "a piece of %d bytes at %d, %d of %d are there", len(piece), offset, in.have, in.size)
	}
	if _, err := in.file.Write(piece); err != nil {
		return err
	}
	in.have, in.heard = in.have+int64(len(piece)), p.now()
	return nil
}

// End closes a file that is complete and tells where it is.
func (p *Parcels) End(owner core.Owner, id string) (sdk.Attachment, error) {
	in, err := p.find(owner, id)
	if err != nil {
		return sdk.Attachment{}, err
	}
	p.mu.Lock()
	delete(p.open, id)
	p.mu.Unlock()
	in.mu.Lock()
	short := in.have != in.size
	in.mu.Unlock()
	if short {
		in.abandon()
		return sdk.Attachment{}, sdk.Errorf(sdk.WrongArgs, "parcel_broken", "%d bytes of %d", in.have, in.size)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.over = true
	if err := in.file.Close(); err != nil {
		return sdk.Attachment{}, err
	}
	reach, err := p.reach(owner)
	if err != nil {
		return sdk.Attachment{}, err
	}
	set, err := files.Open(reach.Roots, reach.Deny)
	if err != nil {
		return sdk.Attachment{}, err
	}
	defer set.Close()
	path, err := settle(set, in.part, in.name)
	return sdk.Attachment{Path: path, Name: filepath.Base(path), Media: in.media, Size: in.size}, err
}

// Drop gives a file up and removes what came of it.
func (p *Parcels) Drop(owner core.Owner, id string) error {
	in, err := p.find(owner, id)
	if err != nil {
		return err
	}
	p.mu.Lock()
	delete(p.open, id)
	p.mu.Unlock()
	in.abandon()
	return nil
}

// Name makes a file name of what a sender says: one component, nothing hidden, nothing that moves the text around it.
func Name(said string) string {
	said = said[max(strings.LastIndexByte(said, '/'), strings.LastIndexByte(said, '\\'))+1:]
	said = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, said)
	said = strings.Trim(said, ". ")
	ext := filepath.Ext(said)
	if len(ext) > 20 {
		ext = ""
	}
	stem := strings.TrimSuffix(said, ext)
	for len(stem)+len(ext) > maxName {
		_, n := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-n]
	}
	return cmp.Or(strings.Trim(stem, ". "), "file") + ext
}

// RootsOf is what grants give: each folder once, writable when any of them says so.
func RootsOf(grants []core.Grant) (roots []sdk.Root, deny []string) {
	for _, g := range grants {
		for _, list := range []struct {
			paths []string
			write bool
		}{{g.Read, false}, {g.Write, true}} {
			for _, path := range list.paths {
				i := slices.IndexFunc(roots, func(r sdk.Root) bool { return r.Path == path })
				if i < 0 {
					roots = append(roots, sdk.Root{Path: path, Write: list.write})
					continue
				}
				roots[i].Write = roots[i].Write || list.write
			}
		}
		deny = append(deny, g.Deny...)
	}
	return roots, deny
}
