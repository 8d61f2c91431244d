package webpage

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/entry"
	"golang.org/x/net/html"
	htmlcharset "golang.org/x/net/html/charset"
	"golang.org/x/text/transform"
)

const (
	maxPage  = 256 << 20 // bytes of a page
	maxToken = 4 << 20   // bytes of a tag or between two
	sample   = 8 << 10   // bytes from the start that tell the encoding
)

// Read reads an HTML file.
func Read(ctx context.Context, s paper.Source, take paper.Taker) (paper.Facts, error) {
	if s.Size > maxPage {
		return paper.Facts{}, paper.TooLarge()
	}
	head := make([]byte, sample)
	n, err := s.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return paper.Facts{}, err
	}
	text, err := decoded(head[:n], int64(n) >= s.Size, io.NewSectionReader(s, 0, s.Size))
	if err != nil {
		return paper.Facts{}, err
	}
	return Blocks(ctx, text, take)
}

// decoded gives the page as UTF-8. What it says of its encoding counts, a mark at its start more; else it is
// found out.
func decoded(head []byte, whole bool, r io.Reader) (io.Reader, error) {
	found := charset.Detect(head, whole)
	if found == charset.Binary && len(head) > 0 {
		return nil, paper.Unknown("html")
	}
	if found == charset.UTF16LE || found == charset.UTF16BE || found == charset.UTF8BOM {
		return found.Reader(r), nil
	}
	if declared := bytes.ToLower(head[:min(len(head), 1024)]); bytes.Contains(declared, []byte("charset")) || bytes.Contains(declared, []byte("encoding=")) {
		if enc, _, _ := htmlcharset.DetermineEncoding(head, ""); enc != nil {
			return transform.NewReader(r, enc.NewDecoder()), nil
		}
	}
	return found.Reader(r), nil
}

// page is a page being read.
type page struct {
	tokens *html.Tokenizer
	take   paper.Taker
	facts  paper.Facts
	text   strings.Builder
	style  paper.Style
	cells  []string // of the row being read, nil outside of one
	size   int      // bytes of them
	pre    int      // open elements that keep white space
	lists  int
	hidden string // the element whose inside is not shown, "" when none
	depth  int    // elements of its name that are open in it
	inside string // "title" while the title is read
	link   paper.Link
}

// Blocks reads HTML that is UTF-8.
func Blocks(ctx context.Context, r io.Reader, take paper.Taker) (paper.Facts, error) {
	p := &page{tokens: html.NewTokenizer(r), take: take, style: paper.Paragraph}
	p.tokens.SetMaxBuf(maxToken)
	for n := 0; ; n++ {
		if n%64 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return p.facts, err
			}
		}
		kind := p.tokens.Next()
		if kind == html.ErrorToken {
			return p.facts, p.finish()
		}
		if err := p.token(kind); err != nil {
			return p.facts, err
		}
	}
}

func (p *page) finish() error {
	switch err := p.tokens.Err(); {
	case errors.Is(err, html.ErrBufferExceeded):
		return paper.TooLarge()
	case !errors.Is(err, io.EOF):
		return err
	}
	if err := p.flush(); err != nil {
		return err
	}
	return p.endRow()
}

func (p *page) token(kind html.TokenType) error {
	switch kind {
	case html.TextToken:
		return p.words(html.UnescapeString(string(p.tokens.Raw())))
	case html.StartTagToken, html.SelfClosingTagToken:
		name, more := p.tokens.TagName()
		return p.start(string(name), p.attributes(more), kind == html.SelfClosingTagToken)
	case html.EndTagToken:
		name, _ := p.tokens.TagName()
		return p.end(string(name))
	}
	return nil
}

// attributes are those that matter.
func (p *page) attributes(more bool) map[string]string {
	var out map[string]string
	for more {
		var key, value []byte
		key, value, more = p.tokens.TagAttr()
		switch name := string(key); name {
		case "href", "style", "hidden", "aria-hidden":
			if out == nil {
				out = map[string]string{}
			}
			if _, again := out[name]; !again {
				out[name] = string(value)
			}
		}
	}
	return out
}

// unseen reports an element whose inside nobody sees.
func unseen(name string, attributes map[string]string) bool {
	switch name {
	case "script", "style", "template", "noscript", "svg", "math", "object", "iframe", "audio", "video", "canvas", "select", "datalist", "textarea":
		return true
	}
	if _, hidden := attributes["hidden"]; hidden || attributes["aria-hidden"] == "true" {
		return !void(name)
	}
	style := strings.ToLower(strings.ReplaceAll(attributes["style"], " ", ""))
	return !void(name) && (strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden"))
}

// void reports an element that has no inside.
func void(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

func (p *page) start(name string, attributes map[string]string, closed bool) error {
	if p.hidden != "" {
		if name == p.hidden && !closed {
			p.depth++
		}
		return nil
	}
	if !closed && unseen(name, attributes) {
		p.hidden, p.depth = name, 1
		return nil
	}
	switch name {
	case "title":
		p.inside = "title"
	case "br":
		return p.write("\n")
	case "a":
		p.endLink()
		p.link.URL = strings.TrimSpace(attributes["href"])
	case "pre":
		p.pre++
		return p.flush()
	case "ul", "ol", "menu":
		p.lists++
		return p.flush()
	case "tr":
		return p.beginRow()
	case "td", "th":
		return p.beginCell()
	}
	if !breaks(name) {
		return nil
	}
	if err := p.flush(); err != nil {
		return err
	}
	p.style = paper.Paragraph
	switch {
	case len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6':
		p.style = paper.Heading
	case name == "li":
		p.style = paper.Item
	}
	return nil
}

func (p *page) end(name string) error {
	if p.hidden != "" {
		if name == p.hidden {
			if p.depth--; p.depth == 0 {
				p.hidden = ""
			}
		}
		return nil
	}
	switch name {
	case "title":
		if p.inside == "title" {
			p.inside, p.facts.Title = "", paper.Squeeze(p.facts.Title)
		}
	case "a":
		p.endLink()
	case "pre":
		err := p.flush()
		p.pre = max(0, p.pre-1)
		return err
	case "ul", "ol", "menu":
		p.lists = max(0, p.lists-1)
		return p.flush()
	case "tr", "table":
		return p.endRow()
	case "td", "th":
		return p.flush()
	case "p": // one that nothing opened is a paragraph too
		return p.flush()
	}
	if breaks(name) {
		err := p.flush()
		p.style = paper.Paragraph
		return err
	}
	return nil
}

// breaks reports an element that begins a line of its own.
func breaks(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "label",
		"legend", "li", "main", "nav", "option", "p", "section", "summary", "table", "tbody", "tfoot", "thead":
		return true
	}
	return false
}
