package object

import "bytes"

// maxPacked bounds the unpacked streams of objects that are kept, in bytes.
const maxPacked = 48 << 20

func (f *File) keepPacked(num int, data []byte) {
	total := len(data)
	for _, kept := range f.packed {
		total += len(kept)
	}
	if total > maxPacked {
		clear(f.packed)
	}
	if len(data) <= maxPacked {
		f.packed[num] = data
	}
}

// Resolve returns what a value stands for: itself, or the object it refers to; nil when that is not there.
func (f *File) Resolve(v any) any {
	for range maxRefs {
		ref, ok := v.(Ref)
		if !ok {
			return v
		}
		v = f.load(ref.Num)
	}
	return nil
}

// load reads an object by number.
func (f *File) load(num int) any {
	if v, ok := f.cache[num]; ok {
		return v
	}
	p, ok := f.places[num]
	if !ok {
		return nil
	}
	var v any
	if p.stream != 0 {
		v = f.unpacked(p)
	} else {
		v = f.parse(num, p)
	}
	if len(f.cache) >= maxCache {
		clear(f.cache)
	}
	f.cache[num] = v
	return v
}

func (f *File) parse(num int, p place) any {
	l := &Lexer{data: f.data, pos: p.at, refs: true, left: maxElements}
	v := l.try()
	ref := Ref{num, p.gen}
	if dict, ok := v.(Dict); ok {
		l.skip()
		if bytes.HasPrefix(f.data[l.pos:], []byte("stream")) {
			s := &Stream{Dict: dict, at: f.streamStart(l.pos), ref: ref}
			f.decipherAll(dict, ref, 0)
			return s
		}
	}
	return f.decipherAll(v, ref, 0)
}

// unpacked reads an object inside a stream.
func (f *File) unpacked(p place) any {
	data, ok := f.packed[p.stream]
	if !ok {
		if inner := f.places[p.stream]; inner.stream != 0 {
			return nil // no such stream is inside another
		}
		s, isStream := f.load(p.stream).(*Stream)
		if !isStream {
			return nil
		}
		var err error
		if data, err = f.Data(s); err != nil && len(data) == 0 {
			return nil
		}
		f.keepPacked(p.stream, data)
	}
	if p.inside > len(data) {
		return nil
	}
	l := &Lexer{data: data, pos: p.inside, refs: true, left: maxElements}
	return l.try()
}

// Dict resolves a value to a dictionary: its own, or that of a stream; nil when it has none.
func (f *File) Dict(v any) Dict {
	switch v := f.Resolve(v).(type) {
	case Dict:
		return v
	case *Stream:
		return v.Dict
	}
	return nil
}

// Array resolves a value to a list, nil when it is none.
func (f *File) Array(v any) Array {
	a, _ := f.Resolve(v).(Array)
	return a
}

// Name resolves a value to a name.
func (f *File) Name(v any) Name {
	n, _ := f.Resolve(v).(Name)
	return n
}

// Int resolves a value to a whole number, 0 when it is none.
func (f *File) Int(v any) int { return int(f.Number(v)) }

// Number resolves a value to a number, 0 when it is none.
func (f *File) Number(v any) float64 {
	switch v := f.Resolve(v).(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// Stream resolves a value to a stream, nil when it is none.
func (f *File) Stream(v any) *Stream {
	s, _ := f.Resolve(v).(*Stream)
	return s
}
