package exif

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"time"
)

// Moment is when a picture was taken. Time shows the clock of the camera; Zoned tells that its offset is known.
type Moment struct {
	Time  time.Time
	Zoned bool
}

// In is the moment as an instant: a clock without an offset is taken to have stood in the zone.
func (m Moment) In(zone *time.Location) time.Time {
	if m.Zoned {
		return m.Time.In(zone)
	}
	t := m.Time
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, zone)
}

// Bounds of what is followed.
const (
	maxBlock   = 4 << 20 // bytes of a TIFF block inside another file
	maxParts   = 4096    // segments, chunks or boxes of a container
	maxEntries = 4096    // of one directory
)

// Taken reads when a picture was taken; false when it does not say so.
func Taken(r io.ReaderAt, size int64) (Moment, bool) {
	head := make([]byte, 12)
	if !read(r, size, 0, head) {
		return Moment{}, false
	}
	block, ok := find(r, size, head)
	if !ok {
		return Moment{}, false
	}
	return block.taken()
}

// Orientation reads how a picture is to be turned to stand upright, 1 to 8 as EXIF counts; 1 when it does not say so.
func Orientation(r io.ReaderAt, size int64) int {
	head := make([]byte, 12)
	if !read(r, size, 0, head) {
		return 1
	}
	b, ok := find(r, size, head)
	if !ok {
		return 1
	}
	order, first, ok := b.first(tagOrientation)
	if value := first[tagOrientation]; ok && len(value) >= 2 {
		if n := int(order.Uint16(value)); n >= 1 && n <= 8 {
			return n
		}
	}
	return 1
}

// block is a TIFF file, or a part of another file that is one.
type block struct {
	io.ReaderAt
	size int64
}

func find(r io.ReaderAt, size int64, head []byte) (block, bool) {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return jpeg(r, size)
	case bytes.HasPrefix(head, []byte("II*\x00")), bytes.HasPrefix(head, []byte("MM\x00*")), bytes.HasPrefix(head, []byte("IIRO")), bytes.HasPrefix(head, []byte("IIU\x00")):
		return block{r, size}, true
	case string(head[4:8]) == "ftyp":
		return boxes(r, size)
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return chunks(r, size, 8, binary.BigEndian, "eXIf", true)
	case string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return chunks(r, size, 12, binary.LittleEndian, "EXIF", false)
	}
	return block{}, false
}

// read fills b from offset at, or reports that the file ends before.
func read(r io.ReaderAt, size, at int64, b []byte) bool {
	if at < 0 || at > size || int64(len(b)) > size-at {
		return false
	}
	n, err := r.ReadAt(b, at)
	return n == len(b) && (err == nil || err == io.EOF)
}

func section(r io.ReaderAt, size, at, length int64) (block, bool) {
	if at < 0 || length < 8 || length > maxBlock || at > size || length > size-at {
		return block{}, false
	}
	return block{io.NewSectionReader(r, at, length), length}, true
}

// jpeg finds the first APP1 segment with Exif before the picture itself.
func jpeg(r io.ReaderAt, size int64) (block, bool) {
	at := int64(2)
	head := make([]byte, 10)
	for range maxParts {
		if !read(r, size, at, head[:2]) || head[0] != 0xff {
			return block{}, false
		}
		marker := head[1]
		if marker == 0xff || marker == 0x01 || marker >= 0xd0 && marker <= 0xd7 {
			at += map[bool]int64{true: 1, false: 2}[marker == 0xff] // padding, or a marker alone
			continue
		}
		if marker == 0xd9 || marker == 0xda || !read(r, size, at, head[:4]) {
			return block{}, false
		}
		length := int64(binary.BigEndian.Uint16(head[2:]))
		if length < 2 {
			return block{}, false
		}
		if marker == 0xe1 && length >= 16 && read(r, size, at, head) && string(head[4:10]) == "Exif\x00\x00" {
			return section(r, size, at+10, length-8)
		}
		at += 2 + length
	}
	return block{}, false
}

// chunks finds the chunk of a name in PNG (length, name, data, checksum) or RIFF (name, length, data, padding).
func chunks(r io.ReaderAt, size, at int64, order binary.ByteOrder, name string, png bool) (block, bool) {
	head := make([]byte, 8)
	for range maxParts {
		if !read(r, size, at, head) {
			return block{}, false
		}
		called, length := string(head[:4]), int64(order.Uint32(head[4:]))
		if png {
			called, length = string(head[4:]), int64(order.Uint32(head[:4]))
		}
		if called == name {
			start := at + 8
			mark := make([]byte, 6)
			if read(r, size, start, mark) && string(mark) == "Exif\x00\x00" { // some programs repeat the mark of JPEG
				start, length = start+6, length-6
			}
			return section(r, size, start, length)
		}
		at += 8 + length + map[bool]int64{true: 4, false: length & 1}[png]
	}
	return block{}, false
}

// Tags that are read.
const (
	tagOrientation  = 0x0112
	tagExif         = 0x8769
	tagOriginal     = 0x9003 // DateTimeOriginal
	tagDigitized    = 0x9004
	tagOffset       = 0x9010
	tagOffsetTaken  = 0x9011
	tagOffsetDigits = 0x9012
)

// taken reads the moment out of a TIFF block. DateTime is left aside: it is when the file was changed.
func (b block) taken() (Moment, bool) {
	order, first, ok := b.first(tagExif)
	if !ok || len(first[tagExif]) < 4 {
		return Moment{}, false
	}
	fields, ok := b.directory(order, int64(order.Uint32(first[tagExif])), tagOriginal, tagDigitized, tagOffset, tagOffsetTaken, tagOffsetDigits)
	if !ok {
		return Moment{}, false
	}
	if m, ok := moment(fields[tagOriginal], fields[tagOffsetTaken], fields[tagOffset]); ok {
		return m, true
	}
	return moment(fields[tagDigitized], fields[tagOffsetDigits], fields[tagOffset])
}

// first reads some tags of the first directory, and in which order the block has its bytes.
func (b block) first(tags ...uint16) (binary.ByteOrder, map[uint16][]byte, bool) {
	head := make([]byte, 8)
	if !read(b, b.size, 0, head) {
		return nil, nil, false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(head[:2]) == "MM" {
		order = binary.BigEndian
	} else if string(head[:2]) != "II" {
		return nil, nil, false
	}
	fields, ok := b.directory(order, int64(order.Uint32(head[4:])), tags...)
	return order, fields, ok
}

// directory reads the values of some tags: up to 64 bytes of each.
func (b block) directory(order binary.ByteOrder, at int64, tags ...uint16) (map[uint16][]byte, bool) {
	count := make([]byte, 2)
	if at < 8 || !read(b, b.size, at, count) {
		return nil, false
	}
	n := min(int(order.Uint16(count)), maxEntries)
	list := make([]byte, 12*n)
	if !read(b, b.size, at+2, list) {
		return nil, false
	}
	out := map[uint16][]byte{}
	for i := range n {
		e := list[12*i : 12*i+12]
		tag := order.Uint16(e)
		wanted := false
		for _, t := range tags {
			wanted = wanted || t == tag
		}
		unit := map[uint16]int64{1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 13: 4}[order.Uint16(e[2:])]
		length := min(unit*int64(order.Uint32(e[4:])), 64)
		if !wanted || length == 0 {
			continue
		}
		value := e[8 : 8+min(length, 4)]
		if length > 4 {
			value = make([]byte, length)
			if !read(b, b.size, int64(order.Uint32(e[8:])), value) {
				continue
			}
		}
		out[tag] = value
	}
	return out, true
}

// moment reads "2023:07:14 18:20:00" and an offset such as "+02:00", the first there is.
func moment(text []byte, offsets ...[]byte) (Moment, bool) {
	t, err := time.Parse("2006:01:02 15:04:05", clean(text))
	if err != nil {
		if t, err = time.Parse("2006-01-02 15:04:05", clean(text)); err != nil {
			return Moment{}, false
		}
	}
	if t.Year() < 1800 {
		return Moment{}, false // the clock of the camera was never set
	}
	for _, offset := range offsets {
		if z, err := time.Parse("-07:00", clean(offset)); err == nil {
			return Moment{time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, z.Location()), true}, true
		}
	}
	return Moment{Time: t}, true
}

func clean(b []byte) string {
	text, _, _ := strings.Cut(string(b), "\x00")
	return strings.TrimSpace(text)
}
