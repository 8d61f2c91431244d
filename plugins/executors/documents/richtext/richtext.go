package richtext

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/entry"
	"golang.org/x/text/encoding/charmap"
)

const (
	maxFile  = 512 << 20
	maxDepth = 1000
)

// group is what a brace opens: its settings end with it.
type group struct {
	silent bool // its text is not the document's
	hidden bool
	narrow int // how many characters stand for one that older programs cannot show
}

// document is one being read.
type document struct {
	in     *bufio.Reader
	take   paper.Taker
	facts  paper.Facts
	groups []group
	page   *charmap.Charmap
	bytes  []byte // of the encoding, not decoded yet
	text   strings.Builder
	cells  []string
	size   int // bytes of cells
	row    bool
	skip   int  // characters that only stand for the one before
	high   rune // first half of a pair
}

// Read reads an RTF document.
func Read(ctx context.Context, s paper.Source, take paper.Taker) (paper.Facts, error) {
	if s.Size > maxFile {
		return paper.Facts{}, paper.TooLarge()
	}
	d := &document{in: bufio.NewReaderSize(io.NewSectionReader(s, 0, s.Size), 64<<10), take: take, page: charmap.Windows1252, groups: []group{{narrow: 1}}}
	if head, err := d.in.Peek(5); err != nil || string(head) != `{\rtf` {
		return paper.Facts{}, paper.Unknown("rtf")
	}
	for n := 0; ; n++ {
		if n%4096 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return d.facts, err
			}
		}
		c, err := d.in.ReadByte()
		if errors.Is(err, io.EOF) {
			if d.row {
				return d.facts, d.endRow()
			}
			return d.facts, d.end()
		}
		if err == nil {
			err = d.char(c)
		}
		if err != nil {
			return d.facts, err
		}
	}
}

func (d *document) top() *group { return &d.groups[len(d.groups)-1] }

func (d *document) char(c byte) error {
	switch c {
	case '{':
		if len(d.groups) >= maxDepth {
			return paper.Broken(errors.New("groups are nested too deep"))
		}
		d.skip = 0
		d.groups = append(d.groups, *d.top())
	case '}':
		d.skip = 0
		if err := d.flush(); err != nil {
			return err
		}
		if len(d.groups) > 1 {
			d.groups = d.groups[:len(d.groups)-1]
		}
	case '\\':
		return d.control()
	case '\r', '\n', 0:
	default:
		return d.put(c)
	}
	return nil
}

// put takes one byte of text.
func (d *document) put(c byte) error {
	if d.skip > 0 {
		d.skip--
		return nil
	}
	if d.top().silent || d.top().hidden {
		return nil
	}
	d.bytes = append(d.bytes, c)
	if len(d.bytes) >= 4096 {
		return d.flush()
	}
	return nil
}

// flush decodes the bytes taken so far.
func (d *document) flush() error {
	if len(d.bytes) == 0 {
		return nil
	}
	text, err := d.page.NewDecoder().Bytes(d.bytes)
	d.bytes = d.bytes[:0]
	if err != nil {
		return paper.Broken(err)
	}
	return d.write(string(text))
}

func (d *document) write(text string) error {
	if d.top().silent || d.top().hidden {
		return nil
	}
	if d.text.Len()+len(text) > paper.MaxBlock {
		return paper.TooLarge()
	}
	d.text.WriteString(text)
	return nil
}

// control reads a control word or symbol.
func (d *document) control() error {
	c, err := d.in.ReadByte()
	if err != nil {
		return nil
	}
	switch {
	case c == '\'':
		return d.hex()
	case c == '\\' || c == '{' || c == '}':
		return d.put(c)
	case c == '~':
		return d.symbol("\u00a0")
	case c == '_':
		return d.symbol("-")
	case c == '*':
		d.top().silent = true
		return nil
	case c == '\r' || c == '\n':
		return d.end()
	case c < 'a' || c > 'z':
		return nil
	}
	word := []byte{c}
	for len(word) < 32 {
		if c, err = d.in.ReadByte(); err != nil || c < 'a' || c > 'z' {
			break
		}
		word = append(word, c)
	}
	number, given := 0, false
	if err == nil {
		number, given, c, err = d.number(c)
	}
	if err == nil && c != ' ' {
		_ = d.in.UnreadByte()
	}
	return d.word(string(word), number, given)
}

// number reads the number after a control word, whose first byte was read, and the byte after it.
func (d *document) number(c byte) (n int, given bool, next byte, err error) {
	var digits []byte
	for c == '-' && len(digits) == 0 || c >= '0' && c <= '9' {
		if len(digits) < 10 {
			digits = append(digits, c)
		}
		if c, err = d.in.ReadByte(); err != nil {
			break
		}
	}
	n, wrong := strconv.Atoi(string(digits))
	return n, wrong == nil, c, err
}

func (d *document) hex() error {
	var pair [2]byte
	if _, err := io.ReadFull(d.in, pair[:]); err != nil {
		return nil
	}
	n, err := strconv.ParseUint(string(pair[:]), 16, 8)
	if err != nil {
		return nil
	}
	return d.put(byte(n))
}

// symbol writes a text that a control word stands for.
func (d *document) symbol(text string) error {
	if d.skip > 0 {
		d.skip--
		return nil
	}
	if err := d.flush(); err != nil {
		return err
	}
	return d.write(text)
}

// unicode writes one UTF-16 unit.
func (d *document) unicode(n int) error {
	if err := d.flush(); err != nil {
		return err
	}
	d.skip = d.top().narrow
	r := rune(uint16(n))
	switch {
	case utf16.IsSurrogate(r) && r < 0xdc00:
		d.high = r
		return nil
	case utf16.IsSurrogate(r):
		r = utf16.DecodeRune(d.high, r)
	}
	d.high = 0
	return d.write(string(r))
}

// end ends a paragraph; in a row it is a part of the cell.
func (d *document) end() error {
	if err := d.flush(); err != nil {
		return err
	}
	if d.top().silent {
		return nil
	}
	if d.row {
		return d.write(" ")
	}
	text := paper.Tidy(d.text.String())
	d.text.Reset()
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return d.take(paper.Block{Style: paper.Paragraph, Text: text})
}

func (d *document) endCell() error {
	if err := d.flush(); err != nil {
		return err
	}
	text := d.text.String()
	d.text.Reset()
	if d.size += len(text) + 1; d.size > paper.MaxBlock {
		return paper.TooLarge()
	}
	d.cells, d.row = append(d.cells, text), true
	return nil
}

func (d *document) endRow() error {
	text := ""
	if err := d.flush(); err != nil {
		return err
	}
	if rest := d.text.String(); strings.TrimSpace(rest) != "" {
		d.cells = append(d.cells, rest)
	}
	text = paper.Cells(d.cells)
	d.text.Reset()
	d.cells, d.size, d.row = nil, 0, false
	if text == "" {
		return nil
	}
	return d.take(paper.Block{Style: paper.Row, Text: text})
}

// codePage is the encoding of a Windows code page, Windows-1252 when it has none here.
func codePage(n int) *charmap.Charmap {
	pages := map[int]*charmap.Charmap{
		437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 1250: charmap.Windows1250, 1251: charmap.Windows1251,
		1253: charmap.Windows1253, 1254: charmap.Windows1254, 1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257,
		1258: charmap.Windows1258, 10000: charmap.Macintosh,
	}
	if page, ok := pages[n]; ok {
		return page
	}
	return charmap.Windows1252
}
