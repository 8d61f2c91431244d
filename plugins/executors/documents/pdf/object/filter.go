package object

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"

	"github.com/metnos/metnos/plugins/executors/documents/pdf/filter"
	"github.com/metnos/metnos/plugins/executors/entry"
)

const (
	maxStream = 64 << 20 // bytes a stream unpacks to
	maxAll    = 1 << 30  // bytes all of them unpack to
)

var (
	errStream = errors.New("a stream unpacks to too much")
	errAll    = errors.New("the streams unpack to too much")
)

// Data unpacks a stream. Together with an error it returns what could be unpacked.
func (f *File) Data(s *Stream) ([]byte, error) {
	raw := f.raw(s)
	raw, err := f.decipherStream(s, raw)
	if err != nil {
		return nil, err
	}
	filters, params := f.filters(s)
	for i, name := range filters {
		var param Dict
		if i < len(params) {
			param = f.Dict(params[i])
		}
		before := len(raw)
		if raw, err = f.unpack(raw, name, param); err != nil && len(raw) == 0 {
			return nil, err
		}
		if f.left -= before + len(raw); f.left < 0 {
			return nil, errAll
		}
		if err != nil {
			return raw, err
		}
	}
	return raw, nil
}

// raw are the bytes of a stream as they are in the file.
func (f *File) raw(s *Stream) []byte {
	if n := f.Int(s.Dict["Length"]); f.ends(s.at, n) {
		return f.data[s.at : s.at+n]
	}
	rest := f.data[s.at:]
	end := bytes.Index(rest, []byte("endstream"))
	if end < 0 {
		end = len(rest)
	}
	return bytes.TrimRight(rest[:end], "\r\n")
}

// filters are the filters of a stream with their parameters.
func (f *File) filters(s *Stream) (names []Name, params Array) {
	first := func(keys ...Name) any {
		for _, key := range keys {
			if v := f.Resolve(s.Dict[key]); v != nil {
				return v
			}
		}
		return nil
	}
	switch v := first("Filter", "F").(type) {
	case Name:
		names = []Name{v}
	case Array:
		for _, item := range v[:min(len(v), 8)] {
			names = append(names, f.Name(item))
		}
	}
	switch v := first("DecodeParms", "DP").(type) {
	case Dict:
		params = Array{v}
	case Array:
		params = v
	}
	return names, params
}

func (f *File) unpack(raw []byte, name Name, param Dict) ([]byte, error) {
	switch name {
	case "FlateDecode", "Fl":
		r, err := zlib.NewReader(bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		out, err := f.all(r)
		return f.predicted(out, param, err)
	case "LZWDecode", "LZW":
		early := 1
		if v, ok := param["EarlyChange"]; ok {
			early = f.Int(v)
		}
		out, err := filter.LZW(raw, early, maxStream)
		return f.predicted(out, param, err)
	case "ASCII85Decode", "A85":
		raw, _, _ = bytes.Cut(raw, []byte("~>"))
		return f.all(ascii85.NewDecoder(bytes.NewReader(bytes.TrimPrefix(bytes.TrimSpace(raw), []byte("<~")))))
	case "ASCIIHexDecode", "AHx":
		l := &Lexer{data: append(append([]byte{'<'}, raw...), '>')}
		v, err := l.hex()
		text, _ := v.(String)
		return []byte(text), err
	case "RunLengthDecode", "RL":
		return filter.Run(raw, maxStream)
	case "Crypt":
		return raw, nil
	}
	return nil, fmt.Errorf("no text is behind filter %s", name)
}

// all reads a stream to its end, or as far as it can be read.
func (f *File) all(r io.Reader) ([]byte, error) {
	var out bytes.Buffer
	buffer := make([]byte, 64<<10)
	for {
		if err := entry.Stopped(f.ctx); err != nil {
			return nil, err
		}
		n, err := r.Read(buffer)
		if out.Len()+n > maxStream {
			return nil, errStream
		}
		out.Write(buffer[:n])
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return out.Bytes(), err
		}
	}
}

// predicted undoes the differences rows were written as.
func (f *File) predicted(data []byte, param Dict, err error) ([]byte, error) {
	rows := filter.Rows{Predictor: f.Int(param["Predictor"]), Colors: f.Int(param["Colors"]), Bits: f.Int(param["BitsPerComponent"]), Columns: f.Int(param["Columns"])}
	out, wrong := rows.Undo(data)
	if wrong != nil {
		return nil, wrong
	}
	return out, err
}
