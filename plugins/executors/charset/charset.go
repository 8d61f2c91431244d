package charset

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Sample is how many bytes from the start of a file decide its encoding.
const Sample = 8 << 10

// Encoding is the name of a text encoding. Its zero value, Binary, means that the bytes are no text.
type Encoding string

// The encodings that are recognised.
const (
	Binary      Encoding = ""
	UTF8        Encoding = "utf-8"
	UTF8BOM     Encoding = "utf-8-bom"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1252 Encoding = "windows-1252"
	Latin1      Encoding = "iso-8859-1"
)

// Detect recognises the encoding from the first bytes of a file; whole tells that sample is all of it.
// A byte order mark decides; then valid UTF-8; then UTF-16 by where its zero bytes are; then
// Windows-1252, or Latin-1 when the sample uses bytes Windows-1252 leaves undefined.
func Detect(sample []byte, whole bool) Encoding {
	switch {
	case bytes.HasPrefix(sample, []byte{0xEF, 0xBB, 0xBF}):
		return UTF8BOM
	case bytes.HasPrefix(sample, []byte{0xFF, 0xFE, 0, 0}):
		return Binary // UTF-32
	case bytes.HasPrefix(sample, []byte{0xFF, 0xFE}):
		return UTF16LE
	case bytes.HasPrefix(sample, []byte{0xFE, 0xFF}):
		return UTF16BE
	}
	if bytes.IndexByte(sample, 0) >= 0 {
		return wide(sample)
	}
	if controls(sample) {
		return Binary
	}
	if validUTF8(sample, whole) {
		return UTF8
	}
	return narrow(sample)
}

// wide tells UTF-16 without a mark from binary: almost every high byte of Western text is zero, and
// no low byte is.
func wide(sample []byte) Encoding {
	pairs := len(sample) / 2
	if pairs < 2 {
		return Binary
	}
	even, odd := 0, 0
	for i := 0; i+1 < len(sample); i += 2 {
		if sample[i] == 0 {
			even++
		}
		if sample[i+1] == 0 {
			odd++
		}
	}
	candidate := Binary
	switch {
	case even == 0 && odd*10 >= pairs*7:
		candidate = UTF16LE
	case odd == 0 && even*10 >= pairs*7:
		candidate = UTF16BE
	default:
		return Binary
	}
	text, err := candidate.decoder().Bytes(sample[:pairs*2])
	if err != nil || controls(text) || bytes.ContainsRune(text, utf8.RuneError) {
		return Binary
	}
	return candidate
}

// controls reports control characters no text file has.
func controls(sample []byte) bool {
	for _, c := range sample {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\b' && c != 0x1B {
			return true
		}
	}
	return false
}

// validUTF8 accepts a last rune cut by the end of the sample.
func validUTF8(sample []byte, whole bool) bool {
	if utf8.Valid(sample) {
		return true
	}
	if whole {
		return false
	}
	for cut := 1; cut < utf8.UTFMax && cut < len(sample); cut++ {
		head, tail := sample[:len(sample)-cut], sample[len(sample)-cut:]
		if utf8.RuneStart(tail[0]) {
			return !utf8.FullRune(tail) && utf8.Valid(head)
		}
	}
	return false
}

// narrow tells one-byte text from binary: most bytes must be printable ASCII.
func narrow(sample []byte) Encoding {
	high, undefined := 0, false
	for _, c := range sample {
		if c >= 0x80 {
			high++
		}
		switch c {
		case 0x81, 0x8D, 0x8F, 0x90, 0x9D:
			undefined = true
		}
	}
	if high*2 > len(sample) {
		return Binary
	}
	if undefined {
		return Latin1
	}
	return Windows1252
}

func (e Encoding) decoder() *encoding.Decoder {
	switch e {
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	case UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()
	case Windows1252:
		return charmap.Windows1252.NewDecoder()
	case Latin1:
		return charmap.ISO8859_1.NewDecoder()
	}
	return unicode.UTF8BOM.NewDecoder() // drops a mark, replaces invalid bytes by U+FFFD
}

// Reader decodes r to UTF-8, without a byte order mark.
func (e Encoding) Reader(r io.Reader) io.Reader { return transform.NewReader(r, e.decoder()) }

// Bytes encodes text as a file in this encoding continues: without a mark of its own.
func (e Encoding) Bytes(text string) ([]byte, error) {
	switch e {
	case UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(text))
	case UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte(text))
	case Windows1252:
		return charmap.Windows1252.NewEncoder().Bytes([]byte(text))
	case Latin1:
		return charmap.ISO8859_1.NewEncoder().Bytes([]byte(text))
	}
	return []byte(text), nil
}
