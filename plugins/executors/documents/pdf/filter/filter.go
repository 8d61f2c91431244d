package filter

import (
	"bytes"
	"errors"
)

// Errors of unpacking.
var (
	ErrTooLarge = errors.New("a stream unpacks to too much")
	ErrBroken   = errors.New("a stream is malformed")
)

// Rows says how data were written as differences: to the left or above, in rows of so many columns.
type Rows struct{ Predictor, Colors, Bits, Columns int }

// Undo gives back the data. It works in place where it can.
func (r Rows) Undo(data []byte) ([]byte, error) {
	if r.Predictor < 2 || len(data) == 0 {
		return data, nil
	}
	colors, bits, columns := or(r.Colors, 1), or(r.Bits, 8), or(r.Columns, 1)
	if colors > 64 || bits > 32 || columns > 1<<20 {
		return nil, ErrBroken
	}
	pixel, row := (colors*bits+7)/8, (colors*bits*columns+7)/8
	if r.Predictor == 2 {
		if bits == 8 {
			for start := 0; start < len(data); start += row {
				for i := start + pixel; i < min(start+row, len(data)); i++ {
					data[i] += data[i-pixel]
				}
			}
		}
		return data, nil
	}
	out := make([]byte, 0, len(data))
	above := make([]byte, row)
	for len(data) > 1 {
		tag, line := data[0], data[1:min(len(data), row+1)]
		data = data[1+len(line):]
		unfilter(tag, line, above, pixel)
		out = append(out, line...)
		copy(above, line)
	}
	return out, nil
}

func or(n, otherwise int) int {
	if n <= 0 {
		return otherwise
	}
	return n
}

// unfilter undoes one row of a PNG filter.
func unfilter(tag byte, line, above []byte, pixel int) {
	for i := range line {
		var left, corner byte
		if i >= pixel {
			left, corner = line[i-pixel], above[i-pixel]
		}
		switch tag {
		case 1:
			line[i] += left
		case 2:
			line[i] += above[i]
		case 3:
			line[i] += byte((int(left) + int(above[i])) / 2)
		case 4:
			line[i] += nearest(left, above[i], corner)
		}
	}
}

// nearest is the Paeth predictor.
func nearest(a, b, c byte) byte {
	distance := func(x byte) int {
		d := int(a) + int(b) - int(c) - int(x)
		return max(d, -d)
	}
	switch da, db, dc := distance(a), distance(b), distance(c); {
	case da <= db && da <= dc:
		return a
	case db <= dc:
		return b
	}
	return c
}

// Run unpacks runs of bytes.
func Run(raw []byte, limit int) ([]byte, error) {
	var out []byte
	for i := 0; i < len(raw); {
		n := int(raw[i])
		i++
		switch {
		case n == 128:
			return out, nil
		case n < 128:
			end := min(len(raw), i+n+1)
			out = append(out, raw[i:end]...)
			i = end
		case i < len(raw):
			out = append(out, bytes.Repeat(raw[i:i+1], 257-n)...)
			i++
		}
		if len(out) > limit {
			return nil, ErrTooLarge
		}
	}
	return out, nil
}

// LZW unpacks LZW as PDF and TIFF have it: codes grow one early, unless early is 0.
func LZW(raw []byte, early, limit int) ([]byte, error) {
	type piece struct {
		before int
		last   byte
		length int
	}
	table := make([]piece, 258, 4096)
	for i := range 256 {
		table[i] = piece{-1, byte(i), 1}
	}
	var out []byte
	bits, have, width, previous := 0, 0, 9, -1
	for _, c := range raw {
		bits, have = bits<<8|int(c), have+8
		if have < width {
			continue
		}
		code := bits >> (have - width) & (1<<width - 1)
		have -= width
		bits &= 1<<have - 1
		switch {
		case code == 256:
			table, width, previous = table[:258], 9, -1
			continue
		case code == 257:
			return out, nil
		case code > len(table) || code == len(table) && previous < 0:
			return out, ErrBroken
		}
		shown := code
		if code == len(table) {
			shown = previous
		}
		n := table[shown].length
		start := len(out)
		out = append(out, make([]byte, n)...)
		for at, i := shown, n-1; at >= 0 && i >= 0; at, i = table[at].before, i-1 {
			out[start+i] = table[at].last
		}
		if code == len(table) {
			out = append(out, out[start])
		}
		if len(out) > limit {
			return nil, ErrTooLarge
		}
		if previous >= 0 && len(table) < 4096 {
			table = append(table, piece{previous, out[start], table[previous].length + 1})
		}
		previous = code
		for width < 12 && len(table)+early >= 1<<width {
			width++
		}
	}
	return out, nil
}
