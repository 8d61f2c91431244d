package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
)

// cut says which lines are wanted: the first, the last, or all when both are 0; in any case no more than bytes
// bytes of text.
type cut struct{ first, last, bytes int }

// line is one line of a document.
type line struct {
	text   string
	number int // 1-based
	block  int // 1-based number of the paragraph it is of
	page   int
	style  paper.Style
}

// pad counts the lines of a document as they go by and keeps those wanted.
type pad struct {
	cut
	kept       []line
	size       int // bytes of kept, with a line end each
	clipped    bool
	lines      int
	blocks     int
	words      int
	characters int
}

// take is a paper.Taker.
func (p *pad) take(b paper.Block) error {
	p.blocks++
	for text := range strings.SplitSeq(b.Text, "\n") {
		p.lines++
		p.count(text)
		p.keep(line{text: text, number: p.lines, block: p.blocks, page: b.Page, style: b.Style})
	}
	return nil
}

func (p *pad) count(text string) {
	p.characters += utf8.RuneCountInString(text) + 1
	inWord := false
	for _, r := range text {
		blank := unicode.IsSpace(r)
		if !blank && !inWord {
			p.words++
		}
		inWord = !blank
	}
}

func (p *pad) keep(l line) {
	switch {
	case p.last > 0:
		p.kept = append(p.kept, l)
		p.size += len(l.text) + 1
		drop := 0
		for len(p.kept)-drop > p.last || p.size > p.bytes && len(p.kept)-drop > 1 {
			p.clipped = p.clipped || len(p.kept)-drop <= p.last
			p.size -= len(p.kept[drop].text) + 1
			drop++
		}
		if p.kept = p.kept[drop:]; p.size > p.bytes {
			p.kept[0].text = strings.ToValidUTF8(l.text[max(0, len(l.text)-p.bytes):], "")
			p.size, p.clipped = len(p.kept[0].text), true
		}
		return
	case p.first > 0 && len(p.kept) >= p.first || p.clipped:
		p.clipped = p.clipped || p.first == 0
		return
	}
	if room := p.bytes - p.size; len(l.text) > room {
		p.clipped = true
		if l.text = strings.ToValidUTF8(l.text[:room], ""); l.text == "" {
			return
		}
	}
	p.kept = append(p.kept, l)
	p.size += len(l.text) + 1
}

// text is all that was kept; pages are set apart by an empty line.
func (p *pad) text() string {
	var out strings.Builder
	for i, l := range p.kept {
		if i > 0 && l.page != p.kept[i-1].page {
			out.WriteByte('\n')
		}
		out.WriteString(l.text)
		if i < len(p.kept)-1 || !p.clipped {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// piece is what one item is made of.
type piece struct {
	line
	parts []string
}

// pieces puts the lines kept together: one by one, or those of one paragraph or page.
func (p *pad) pieces(unit string) []piece {
	var out []piece
	for _, l := range p.kept {
		if n := len(out); n > 0 && unit != "line" {
			last := out[n-1]
			if unit == "paragraph" && last.block == l.block || unit == "page" && last.page == l.page {
				out[n-1].parts = append(out[n-1].parts, l.text)
				continue
			}
		}
		out = append(out, piece{l, []string{l.text}})
	}
	return out
}
