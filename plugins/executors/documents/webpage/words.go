package webpage

import (
	"strings"
	"unicode"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
)

const (
	maxTitle = 4096
	maxLink  = 2048 // bytes of an address or of the text of a link
	maxCells = 10_000
)

// words takes characters: white space is one space, but not where it is kept.
func (p *page) words(text string) error {
	switch {
	case p.hidden != "":
		return nil
	case p.inside == "title":
		if len(p.facts.Title)+len(text) < maxTitle {
			p.facts.Title += text
		}
		return nil
	case p.pre > 0:
		return p.write(text)
	}
	var out strings.Builder
	last := byte(' ')
	if written := p.text.String(); written != "" {
		last = written[len(written)-1]
	}
	for _, r := range text {
		if unicode.IsSpace(r) && r != '\u00a0' {
			if last == ' ' || last == '\n' {
				continue
			}
			r = ' '
		}
		if r == '\u00ad' || r == '\u200b' {
			continue // where a word may be divided
		}
		out.WriteRune(r)
		last = byte(min(r, 0x7f))
	}
	return p.write(out.String())
}

func (p *page) write(text string) error {
	if p.hidden != "" {
		return nil
	}
	if p.text.Len()+len(text) > paper.MaxBlock {
		return paper.TooLarge()
	}
	if p.link.URL != "" && len(p.link.Text)+len(text) <= maxLink {
		p.link.Text += text
	}
	p.text.WriteString(text)
	return nil
}

// flush ends the block being read; inside a row it is a part of the cell.
func (p *page) flush() error {
	if p.text.Len() == 0 {
		return nil
	}
	text := paper.Tidy(p.text.String())
	if p.pre == 0 {
		text = strings.TrimSpace(text)
	}
	p.text.Reset()
	style := p.style
	p.style = paper.Paragraph
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if p.cells != nil {
		return p.cell(text)
	}
	if style == paper.Item {
		text = "- " + text
	}
	return p.take(paper.Block{Style: style, Text: text})
}

func (p *page) beginRow() error {
	if err := p.endRow(); err != nil { // a row inside a cell begins another
		return err
	}
	p.cells, p.size = []string{}, 0
	return nil
}

func (p *page) beginCell() error {
	if err := p.flush(); err != nil || p.cells == nil {
		return err
	}
	if len(p.cells) >= maxCells {
		return paper.TooLarge()
	}
	p.cells = append(p.cells, "")
	return nil
}

func (p *page) cell(text string) error {
	if p.size += len(text) + 1; p.size > paper.MaxBlock {
		return paper.TooLarge()
	}
	if len(p.cells) == 0 {
		p.cells = append(p.cells, "")
	}
	last := &p.cells[len(p.cells)-1]
	if *last != "" {
		*last += " "
	}
	*last += text
	return nil
}

func (p *page) endRow() error {
	if err := p.flush(); err != nil || p.cells == nil {
		return err
	}
	text := paper.Cells(p.cells)
	p.cells = nil
	if text == "" {
		return nil
	}
	return p.take(paper.Block{Style: paper.Row, Text: text})
}

// endLink lists a link whose address leads somewhere.
func (p *page) endLink() {
	l := p.link
	p.link = paper.Link{}
	low := strings.ToLower(l.URL)
	if l.URL == "" || len(l.URL) > maxLink || strings.HasPrefix(low, "#") || strings.HasPrefix(low, "javascript:") || strings.HasPrefix(low, "data:") || len(p.facts.Links) >= paper.MaxLinks {
		return
	}
	p.facts.Links = append(p.facts.Links, paper.Link{Text: paper.Squeeze(l.Text), URL: l.URL})
}
