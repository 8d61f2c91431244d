package object

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/entry"
)

const (
	maxFile    = 192 << 20 // bytes of a file
	maxObjects = 1_000_000
	maxCache   = 20_000
	maxRefs    = 32 // references to references
	maxTrailer = 64 // trailers looked at, from the end
)

// place is where an object is: at an offset of the file, or in a stream of objects.
type place struct {
	at     int // offset after "obj", or of the stream it is in
	gen    int
	stream int // number of the stream it is in, 0 for none
	inside int // its offset in the unpacked stream
}

// File is an open PDF file.
type File struct {
	Trailer Dict
	ctx     context.Context
	data    []byte
	places  map[int]place
	packs   []int // numbers of streams that hold objects, in the order of the file
	cache   map[int]any
	packed  map[int][]byte
	lock    *lock
	left    int // bytes streams may still unpack to
	catalog Ref
}

// Open reads a PDF file and finds its objects.
func Open(ctx context.Context, s paper.Source) (*File, error) {
	if s.Size > maxFile {
		return nil, paper.TooLarge()
	}
	data := make([]byte, s.Size)
	for at := 0; at < len(data); {
		if err := entry.Stopped(ctx); err != nil {
			return nil, err
		}
		n, err := s.ReadAt(data[at:min(len(data), at+8<<20)], int64(at))
		at += n
		if errors.Is(err, io.EOF) && n == 0 {
			data = data[:at]
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	if !bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")) {
		return nil, paper.Unknown("pdf")
	}
	f := &File{ctx: ctx, data: data, places: map[int]place{}, cache: map[int]any{}, packed: map[int][]byte{}, left: maxAll}
	if err := f.scan(); err != nil {
		return nil, err
	}
	f.trailers()
	if f.Trailer == nil {
		return nil, paper.Broken(errors.New("it has no trailer"))
	}
	if err := f.unlock(); err != nil {
		return nil, err
	}
	return f, f.unpackAll()
}

// scan finds the objects of the file. Of several with one number the last counts, as in a file that was changed.
func (f *File) scan() error {
	waste := 4 * len(f.data)
	for i, n := 0, 0; ; n++ {
		if n%1024 == 0 {
			if err := entry.Stopped(f.ctx); err != nil {
				return err
			}
		}
		j := bytes.Index(f.data[i:], []byte("obj"))
		if j < 0 {
			return nil
		}
		at := i + j
		i = at + 3
		num, gen, ok := f.numbered(at)
		if !ok {
			continue
		}
		if len(f.places) >= maxObjects {
			return paper.TooLarge()
		}
		l := &Lexer{data: f.data, pos: at + 3, refs: true, left: maxElements}
		v, err := l.object(0)
		if err != nil {
			if waste -= l.pos - at; waste < 0 {
				i = l.pos
			}
			continue
		}
		f.places[num] = place{at: at + 3, gen: gen}
		i = l.pos
		if dict, ok := v.(Dict); ok {
			i = f.note(num, gen, dict, l)
		}
	}
}

// numbered reads the two numbers before "obj".
func (f *File) numbered(at int) (num, gen int, ok bool) {
	i := at
	if gen, i, ok = f.before(i); !ok {
		return 0, 0, false
	}
	num, i, ok = f.before(i)
	return num, gen, ok && num > 0 && (i == 0 || !regular(f.data[i-1]))
}

func regular(c byte) bool { return !space(c) && !delimiter(c) && (c < 'a' || c > 'z') }

// before reads a number that ends before offset i, and where it begins.
func (f *File) before(i int) (n, start int, ok bool) {
	for i > 0 && space(f.data[i-1]) {
		i--
	}
	end := i
	for i > 0 && f.data[i-1] >= '0' && f.data[i-1] <= '9' && end-i < 9 {
		i--
	}
	for _, c := range f.data[i:end] {
		n = n*10 + int(c-'0')
	}
	return n, i, i < end
}

// note keeps what a dictionary found tells of the file, and returns where to go on: after its stream if it has one.
func (f *File) note(num, gen int, dict Dict, l *Lexer) int {
	if dict["Type"] == Name("Catalog") {
		f.catalog = Ref{num, gen}
	}
	l.skip()
	if !bytes.HasPrefix(f.data[l.pos:], []byte("stream")) {
		return l.pos
	}
	switch dict["Type"] {
	case Name("ObjStm"):
		f.packs = append(f.packs, num)
	case Name("XRef"):
		if dict["Root"] != nil {
			f.Trailer = dict
		}
	}
	start := f.streamStart(l.pos)
	if n, ok := dict["Length"].(int); ok && f.ends(start, n) {
		return start + n
	}
	end := bytes.Index(f.data[start:], []byte("endstream"))
	if end < 0 {
		return len(f.data)
	}
	return start + end
}

// streamStart is where the bytes of a stream begin whose keyword is at pos.
func (f *File) streamStart(pos int) int {
	pos += len("stream")
	if pos < len(f.data) && f.data[pos] == '\r' {
		pos++
	}
	if pos < len(f.data) && f.data[pos] == '\n' {
		pos++
	}
	return min(pos, len(f.data))
}

// ends reports whether a stream of n bytes from start ends as it says.
func (f *File) ends(start, n int) bool {
	if n < 0 || n > len(f.data)-start {
		return false
	}
	tail := f.data[start+n : min(len(f.data), start+n+20)]
	return bytes.HasPrefix(bytes.TrimLeft(tail, " \r\n\t\x00"), []byte("endstream"))
}

// trailers finds the dictionary that leads to the rest: the last one that does.
func (f *File) trailers() {
	end := len(f.data)
	for range maxTrailer {
		at := bytes.LastIndex(f.data[:end], []byte("trailer"))
		if at < 0 {
			break
		}
		end = at
		l := &Lexer{data: f.data, pos: at + len("trailer"), refs: true, left: maxElements}
		if dict, ok := l.try().(Dict); ok && dict["Root"] != nil {
			if f.Trailer == nil || f.Trailer["Root"] == nil || f.Trailer["Encrypt"] == nil {
				f.Trailer = dict
			}
			break
		}
	}
	if f.Trailer == nil && f.catalog.Num > 0 {
		f.Trailer = Dict{"Root": f.catalog}
	}
}

// try reads an object, nil when it is malformed.
func (l *Lexer) try() any {
	v, err := l.object(0)
	if err != nil {
		return nil
	}
	return v
}

// unpackAll finds the objects inside streams.
func (f *File) unpackAll() error {
	for _, num := range f.packs {
		s, ok := f.load(num).(*Stream)
		if !ok {
			continue
		}
		data, err := f.Data(s)
		if stop := f.Fatal(err); stop != nil {
			return stop
		}
		first, n := f.Int(s.Dict["First"]), f.Int(s.Dict["N"])
		l := &Lexer{data: data[:max(0, min(first, len(data)))]}
		at := f.places[num].at
		for range min(max(0, n), maxObjects) {
			l.left = 4
			id, ok1 := l.try().(int)
			off, ok2 := l.try().(int)
			if !ok1 || !ok2 || id <= 0 || off < 0 {
				break
			}
			if there, ok := f.places[id]; ok && there.at > at {
				continue // changed later
			}
			if len(f.places) >= maxObjects {
				return paper.TooLarge()
			}
			f.places[id] = place{at: at, stream: num, inside: first + off}
		}
		f.keepPacked(num, data)
	}
	if f.Trailer["Root"] == nil || f.Dict(f.Trailer["Root"]) == nil {
		f.Trailer["Root"] = f.search()
	}
	return nil
}

// search finds the catalog among the objects inside streams.
func (f *File) search() any {
	for num, p := range f.places {
		if p.stream == 0 {
			continue
		}
		if d, ok := f.load(num).(Dict); ok && d["Type"] == Name("Catalog") {
			return Ref{Num: num}
		}
	}
	if f.catalog.Num > 0 {
		return f.catalog
	}
	return nil
}

// Fatal passes on an error that ends the reading of the file, not of one stream.
func (f *File) Fatal(err error) error {
	if stop := entry.Stopped(f.ctx); stop != nil {
		return stop
	}
	if errors.Is(err, errAll) {
		return paper.TooLarge()
	}
	return nil
}
