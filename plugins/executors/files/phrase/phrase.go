package phrase

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// excerptRunes is how much of a line an excerpt shows.
const excerptRunes = 160

// Phrase is a text looked for inside files, one after the other.
type Phrase struct {
	needle    []byte // folded unless sensitive
	word      bool
	sensitive bool
	spent     time.Duration // on documents
}

// New looks for a text: as a whole word, with its capitals, or neither.
func New(text string, word, sensitive bool) *Phrase {
	if !sensitive {
		text = fold.Text(text)
	}
	return &Phrase{needle: []byte(text), word: word, sensitive: sensitive}
}

// Hits is where a phrase was found in one file.
type Hits struct {
	Lines   int // lines that have it
	First   int // number of the first of them, 1-based
	Excerpt string
}

// Search looks for the phrase in one file. One that is neither text nor a document has no hits; a document that cannot be
// read is an error about it.
func (p *Phrase) Search(ctx context.Context, files sdk.Files, name string) (Hits, error) {
	file, err := files.Open(name)
	if err != nil {
		return Hits{}, err
	}
	defer file.Close()
	if read := reader(name); read != nil {
		h, err := p.document(ctx, read, file, name)
		if sdk.ClassOf(err) != sdk.WrongArgs || entry.Stopped(ctx) != nil {
			return h, err
		}
		if plain, is, other := p.text(ctx, io.NewSectionReader(file, 0, math.MaxInt64), name); is && other == nil { // a text with the name of a document
			return plain, nil
		}
		return h, err
	}
	h, _, err := p.text(ctx, file, name)
	return h, err
}

// text looks for the phrase in a text; what is none has no hits. A document of an old program is an error.
func (p *Phrase) text(ctx context.Context, file io.Reader, name string) (h Hits, is bool, err error) {
	head := make([]byte, charset.Sample)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return Hits{}, false, err
	}
	encoding := charset.Detect(head[:n], n < len(head))
	if encoding == charset.Binary {
		if bytes.HasPrefix(head[:n], []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
			err = entry.Failed(sdk.WrongTool, "document_old", name, "is in the format of an old program")
		} else {
			err = nil
		}
		return Hits{}, false, err
	}
	h, err = p.scan(ctx, encoding.Reader(io.MultiReader(bytes.NewReader(head[:n]), file)))
	return h, true, err
}

// scan counts the lines that have the phrase. A line longer than the buffer is searched in pieces that
// overlap by the length of the phrase.
func (p *Phrase) scan(ctx context.Context, r io.Reader) (Hits, error) {
	var h Hits
	buffer := bufio.NewReaderSize(r, 64<<10)
	var piece, scratch, carry []byte
	line, seen := 1, false
	for round := 0; ; round++ {
		if round%256 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return h, err
			}
		}
		chunk, err := buffer.ReadSlice('\n')
		piece = append(append(piece[:0], carry...), chunk...)
		if !seen && len(chunk) > 0 {
			var at int
			if at, scratch = p.find(piece, scratch); at >= 0 {
				seen = true
				h.Lines++
				if h.Lines == 1 {
					h.First, h.Excerpt = line, excerpt(piece, at)
				}
			}
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			carry = append(carry[:0], piece[max(0, len(piece)-4*len(p.needle)):]...)
			continue
		case errors.Is(err, io.EOF):
			return h, nil
		case err != nil:
			return h, err
		}
		line, seen, carry = line+1, false, carry[:0]
	}
}

// find returns where in text (folded when the phrase is) the phrase is, or -1.
func (p *Phrase) find(text, scratch []byte) (int, []byte) {
	if !p.sensitive {
		scratch = folded(text, scratch)
		text = scratch
	}
	for from := 0; ; {
		at := bytes.Index(text[from:], p.needle)
		if at < 0 {
			return -1, scratch
		}
		at += from
		if !p.word || alone(text, at, at+len(p.needle)) {
			return at, scratch
		}
		_, size := utf8.DecodeRune(text[at:])
		from = at + size
	}
}

// folded writes the folded text into scratch; ASCII costs no allocation.
func folded(text, scratch []byte) []byte {
	scratch = scratch[:0]
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return append(scratch[:0], fold.Text(string(text))...)
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		scratch = append(scratch, c)
	}
	return scratch
}

// alone reports that neither side of text[start:end] continues a word.
func alone(text []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(text[:start])
	after, _ := utf8.DecodeRune(text[end:])
	return (start == 0 || !inWord(before)) && (end == len(text) || !inWord(after))
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// excerpt shows a line around a byte offset.
func excerpt(line []byte, at int) string {
	text := []rune(strings.TrimSpace(string(line)))
	if len(text) <= excerptRunes {
		return string(text)
	}
	start := max(0, min(utf8.RuneCount(line[:min(at, len(line))])-excerptRunes/3, len(text)-excerptRunes))
	return "…" + string(text[start:start+excerptRunes]) + "…"
}
