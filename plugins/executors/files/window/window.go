package window

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/charset"
)

// Cut says which part of a file is wanted: the first lines, the last lines, or all when both are 0; in
// any case no more than Bytes bytes of text.
type Cut struct {
	First, Last int
	Bytes       int
}

// Part is what was read.
type Part struct {
	Text      string
	From      int  // number of the first line of Text, 1-based; 0 when it is not known
	Truncated bool // Text is less than what was wanted
	Counted   bool // the file was read to its end: the three counters are of all of it
	Lines     int
	Words     int
	// Characters counts Unicode code points.
	Characters int
}

// Read reads a part of a text file of the given size. At most scan bytes are read: of a longer file the
// counters stay unknown, and its last lines are looked for at its end.
func Read(ctx context.Context, file io.ReadSeeker, encoding charset.Encoding, size, scan int64, cut Cut) (Part, error) {
	long := size > scan
	start := int64(0)
	if long && cut.Last > 0 {
		start = max(0, size-4*int64(cut.Bytes)-4096) &^ 3
	}
	if _, err := file.Seek(start, io.SeekStart); err != nil {
		return Part{}, err
	}
	k := keeper{cut: cut}
	if start > 0 {
		k.skip = true // the first line is cut
	}
	source := encoding.Reader(file)
	buffer := make([]byte, 64<<10)
	for read := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return Part{}, err
		}
		n, err := source.Read(buffer)
		k.write(buffer[:n])
		read += int64(n)
		if errors.Is(err, io.EOF) {
			return k.part(start == 0), nil
		}
		if err != nil {
			return Part{}, err
		}
		if long && start == 0 && k.full() {
			return k.part(false), nil
		}
	}
}

// keeper counts a text as it goes by and keeps the part that is wanted.
type keeper struct {
	cut        Cut
	skip       bool // until the first line end
	kept       []byte
	dropped    int // line ends before kept
	clipped    bool
	done       bool // the first lines are complete
	ends       int  // line ends
	words      int
	characters int
	inWord     bool
	last       byte
	held       []byte // a rune cut by the end of a buffer
}

func (k *keeper) write(chunk []byte) {
	if k.skip {
		end := bytes.IndexByte(chunk, '\n')
		if end < 0 {
			return
		}
		k.skip, chunk = false, chunk[end+1:]
	}
	if len(chunk) == 0 {
		return
	}
	k.count(chunk)
	k.last = chunk[len(chunk)-1]
	switch {
	case k.cut.Last > 0:
		k.keepLast(chunk)
	case k.cut.First > 0:
		k.keepFirst(chunk)
	default:
		k.keep(chunk)
	}
}

func (k *keeper) count(chunk []byte) {
	text := chunk
	if len(k.held) > 0 {
		text = append(k.held, chunk...)
	}
	for len(text) > 0 {
		if !utf8.FullRune(text) {
			break
		}
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		k.characters++
		if r == '\n' {
			k.ends++
		}
		space := unicode.IsSpace(r)
		if !space && !k.inWord {
			k.words++
		}
		k.inWord = !space
	}
	k.held = append([]byte(nil), text...)
}

// keep takes text until the limit.
func (k *keeper) keep(chunk []byte) {
	room := k.cut.Bytes - len(k.kept)
	if room < len(chunk) {
		k.clipped = true
		chunk = chunk[:max(0, room)]
	}
	k.kept = append(k.kept, chunk...)
}

// keepFirst takes text until enough lines have ended.
func (k *keeper) keepFirst(chunk []byte) {
	if k.done {
		return
	}
	have := bytes.Count(k.kept, []byte{'\n'})
	for i, c := range chunk {
		if c == '\n' {
			if have++; have == k.cut.First {
				k.done = true
				chunk = chunk[:i+1]
				break
			}
		}
	}
	k.keep(chunk)
}

// keepLast keeps a tail of the text: twice the limit at most, so that trimming is rare.
func (k *keeper) keepLast(chunk []byte) {
	k.kept = append(k.kept, chunk...)
	if extra := len(k.kept) - 2*k.cut.Bytes; extra > 64<<10 {
		extra += k.cut.Bytes
		k.drop(extra)
	}
}

func (k *keeper) drop(n int) {
	k.dropped += bytes.Count(k.kept[:n], []byte{'\n'})
	k.clipped = true
	k.kept = append(k.kept[:0], k.kept[n:]...)
}

// full reports that nothing more can enter the part.
func (k *keeper) full() bool { return k.cut.Last == 0 && (k.done || k.clipped) }

// part ends the reading; whole tells that it went from the first byte to the last.
func (k *keeper) part(whole bool) Part {
	if len(k.held) > 0 {
		k.characters++
	}
	p := Part{From: 1, Counted: whole, Lines: k.ends, Words: k.words, Characters: k.characters}
	if k.last != '\n' && k.characters > 0 {
		p.Lines++
	}
	if k.cut.Last > 0 {
		k.trimLast(&p)
	} else {
		p.Truncated = k.clipped
	}
	if !whole && k.cut.Last > 0 {
		p.From = 0
	}
	if p.Truncated {
		k.kept = cutRune(k.kept)
	}
	p.Text = string(k.kept)
	return p
}

// trimLast leaves the last lines.
func (k *keeper) trimLast(p *Part) {
	start, need := len(k.kept), k.cut.Last
	if start > 0 && k.kept[start-1] == '\n' {
		start--
	}
	for ; start > 0; start-- {
		if k.kept[start-1] == '\n' {
			if need--; need == 0 {
				break
			}
		}
	}
	p.Truncated = k.clipped && need > 0
	if start > 0 {
		k.dropped += bytes.Count(k.kept[:start], []byte{'\n'})
		k.kept = k.kept[start:]
	}
	if extra := len(k.kept) - k.cut.Bytes; extra > 0 {
		k.dropped += bytes.Count(k.kept[:extra], []byte{'\n'})
		k.kept, p.Truncated = k.kept[extra:], true
	}
	for p.Truncated && len(k.kept) > 0 && !utf8.RuneStart(k.kept[0]) {
		k.kept = k.kept[1:]
	}
	p.From = k.dropped + 1
}

// cutRune drops a rune that the limit cut in two.
func cutRune(text []byte) []byte {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		tail := text[len(text)-back:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return text[:len(text)-back]
			}
			break
		}
	}
	return text
}

// Lines yields the lines of a text with their distance from the first.
func Lines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n := 0; text != ""; n++ {
			line, rest, _ := strings.Cut(text, "\n")
			if !yield(n, line) {
				return
			}
			text = rest
		}
	}
}

// Paragraphs yields the runs of lines between blank lines, with the distance of each from the first line.
func Paragraphs(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		start, block := 0, []string{}
		for n, line := range Lines(text) {
			line = strings.TrimSuffix(line, "\r")
			if strings.TrimSpace(line) != "" {
				if len(block) == 0 {
					start = n
				}
				block = append(block, line)
				continue
			}
			if len(block) > 0 && !yield(start, strings.Join(block, "\n")) {
				return
			}
			block = block[:0]
		}
		if len(block) > 0 {
			yield(start, strings.Join(block, "\n"))
		}
	}
}
