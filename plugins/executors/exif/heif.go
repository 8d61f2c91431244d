package exif

import (
	"encoding/binary"
	"io"
)

// maxMeta is the size in bytes of the largest description of a HEIF file that is read.
const maxMeta = 1 << 20

// boxes finds the Exif item of a HEIF file (HEIC, AVIF): the meta box names the items (iinf) and tells where they lie
// (iloc). The item begins with the offset of its TIFF block.
func boxes(r io.ReaderAt, size int64) (block, bool) {
	meta := metaBox(r, size)
	if len(meta) < 4 {
		return block{}, false
	}
	var item uint32
	var found, placed bool
	var at, length int64
	each(meta[4:], func(name string, body []byte) bool {
		if name == "iinf" {
			item, found = exifItem(body)
		}
		return !found
	})
	if !found {
		return block{}, false
	}
	each(meta[4:], func(name string, body []byte) bool {
		if name == "iloc" {
			at, length, placed = extent(body, item)
		}
		return !placed
	})
	skip := make([]byte, 4)
	if !placed || !read(r, size, at, skip) {
		return block{}, false
	}
	before := int64(binary.BigEndian.Uint32(skip)) + 4
	return section(r, size, at+before, length-before)
}

// metaBox is the body of the meta box among the boxes of a file.
func metaBox(r io.ReaderAt, size int64) []byte {
	at := int64(0)
	head := make([]byte, 16)
	for range maxParts {
		if !read(r, size, at, head[:8]) {
			return nil
		}
		length, start := int64(binary.BigEndian.Uint32(head)), int64(8)
		if length == 1 {
			if !read(r, size, at, head) {
				return nil
			}
			length, start = int64(binary.BigEndian.Uint64(head[8:])), 16
		}
		if length == 0 {
			length = size - at
		}
		if length < start || length > size-at {
			return nil
		}
		if string(head[4:8]) == "meta" {
			if length-start > maxMeta {
				return nil
			}
			body := make([]byte, length-start)
			if !read(r, size, at+start, body) {
				return nil
			}
			return body
		}
		at += length
	}
	return nil
}

// each goes through the boxes of a body until fn returns false.
func each(body []byte, fn func(name string, body []byte) bool) {
	for range maxParts {
		if len(body) < 8 {
			return
		}
		n := int64(binary.BigEndian.Uint32(body))
		if n < 8 || n > int64(len(body)) || !fn(string(body[4:8]), body[8:n]) {
			return
		}
		body = body[n:]
	}
}

// exifItem is the number of the item of type Exif.
func exifItem(iinf []byte) (item uint32, found bool) {
	skip := 6
	if len(iinf) > 0 && iinf[0] > 0 {
		skip = 8
	}
	if len(iinf) < skip {
		return 0, false
	}
	each(iinf[skip:], func(name string, infe []byte) bool {
		c := cursor{left: infe}
		version := c.number(1)
		c.number(3)
		if name != "infe" || version < 2 {
			return true
		}
		id := uint32(c.number(map[bool]int{true: 4, false: 2}[version > 2]))
		c.number(2)
		if kind := c.number(4); !c.short && kind == 0x45786966 { // Exif
			item, found = id, true
		}
		return !found
	})
	return item, found
}

// extent is where an item lies in the file: its first part, which holds all of it or is of no use.
func extent(iloc []byte, item uint32) (at, length int64, ok bool) {
	c := cursor{left: iloc}
	version := c.number(1)
	c.number(3)
	sizes, more := c.number(1), c.number(1)
	wide := map[bool]int{true: 4, false: 2}[version > 1]
	count := c.number(wide)
	for range min(count, maxEntries) {
		id := uint32(c.number(wide))
		method := uint64(0)
		if version > 0 {
			method = c.number(2) & 15
		}
		c.number(2)
		base := c.number(int(more >> 4))
		extents := c.number(2)
		for i := range min(extents, maxEntries) {
			if version > 0 {
				c.number(int(more & 15))
			}
			offset, n := c.number(int(sizes>>4)), c.number(int(sizes&15))
			if c.short {
				return 0, 0, false
			}
			if id == item && i == 0 {
				at, length = int64(base+offset), int64(n)
				return at, length, method == 0 && extents == 1 && at >= 0 && length >= 0
			}
		}
		if c.short {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// cursor takes numbers off the front of a body; short is set when one was missing.
type cursor struct {
	left  []byte
	short bool
}

func (c *cursor) number(size int) (n uint64) {
	if size > len(c.left) || size > 8 {
		c.short, c.left = true, nil
		return 0
	}
	for _, b := range c.left[:size] {
		n = n<<8 | uint64(b)
	}
	c.left = c.left[size:]
	return n
}
