package body

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string. Without escapes it is a part of the message.
func (d *decoder) text() (string, error) {
	if d.peek() != '"' {
		return "", d.fail("a string")
	}
	start := d.i + 1
	for i := start; ; {
		i = plain(d.s, i)
		if i == len(d.s) {
			d.i = i
			return "", d.fail("a quote")
		}
		switch c := d.s[i]; {
		case c == '"':
			d.i = i + 1
			return d.s[start:i], nil
		case c == '\\':
			return d.escaped(start)
		case c < 0x20:
			d.i = i
			return "", d.fail("a character of a string")
		}
		_, size := utf8.DecodeRuneInString(d.s[i:])
		if size == 1 {
			return d.escaped(start)
		}
		i += size
	}
}

// escaped reads a string that is not what it says: with escapes, or with bytes that are no UTF-8.
func (d *decoder) escaped(start int) (string, error) {
	var b strings.Builder
	for d.i = start; ; {
		n := plain(d.s, d.i)
		b.WriteString(d.s[d.i:n])
		if d.i = n; d.i == len(d.s) {
			return "", d.fail("a quote")
		}
		switch c := d.s[d.i]; {
		case c == '"':
			d.i++
			return b.String(), nil
		case c == '\\':
			if err := d.escape(&b); err != nil {
				return "", err
			}
		case c < 0x20:
			return "", d.fail("a character of a string")
		default:
			r, size := utf8.DecodeRuneInString(d.s[d.i:])
			b.WriteRune(r)
			d.i += size
		}
	}
}

const simple = "\"\"\\\\//b\bf\fn\nr\rt\t" // what follows a backslash, and what it stands for

func (d *decoder) escape(b *strings.Builder) error {
	d.i++
	c := d.peek()
	for i := 0; i < len(simple); i += 2 {
		if simple[i] == c {
			b.WriteByte(simple[i+1])
			d.i++
			return nil
		}
	}
	if c != 'u' {
		return d.fail("an escape")
	}
	r, ok := d.hex()
	if !ok {
		return d.fail("an escape")
	}
	d.i += 5
	if utf16.IsSurrogate(r) {
		second := rune(0)
		if d.peek() == '\\' && d.i+1 < len(d.s) && d.s[d.i+1] == 'u' {
			d.i++
			if second, ok = d.hex(); !ok {
				return d.fail("an escape")
			}
			d.i--
		}
		if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
			d.i += 6
		}
	}
	b.WriteRune(r)
	return nil
}

// hex reads the four digits behind the u of an escape and stays there.
func (d *decoder) hex() (rune, bool) {
	if d.i+5 > len(d.s) {
		return 0, false
	}
	n, err := strconv.ParseUint(d.s[d.i+1:d.i+5], 16, 16)
	return rune(n), err == nil
}
