package letter

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/mail"
	"net/textproto"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/documents/webpage"
	"golang.org/x/net/html/charset"
)

const (
	maxFile   = 256 << 20
	maxHeader = 1 << 20
	maxBody   = 16 << 20 // bytes of one text of a message
	maxParts  = 1000
	maxDepth  = 12
	maxField  = 64 << 10 // bytes of one header that is told
)

// message is one being read.
type message struct {
	ctx         context.Context
	facts       paper.Facts
	plain, html string // the texts found, "" when there is none
	parts       int
}

// Read reads a message.
func Read(ctx context.Context, s paper.Source, take paper.Taker) (paper.Facts, error) {
	if s.Size > maxFile {
		return paper.Facts{}, paper.TooLarge()
	}
	in := bufio.NewReaderSize(watched{ctx, io.NewSectionReader(s, 0, s.Size)}, 64<<10)
	header, err := readHeader(in)
	if err != nil {
		return paper.Facts{}, err
	}
	m := &message{ctx: ctx}
	m.facts = envelope(header)
	if err := m.part(header, in, 0); err != nil {
		return m.facts, err
	}
	if err := m.heads(take); err != nil {
		return m.facts, err
	}
	return m.facts, m.body(take)
}

// readHeader reads the header of a message, after the line a mailbox may put before it.
func readHeader(in *bufio.Reader) (textproto.MIMEHeader, error) {
	if head, _ := in.Peek(5); string(head) == "From " {
		if _, err := in.ReadSlice('\n'); err != nil {
			return nil, paper.Unknown("eml")
		}
	}
	block, err := headerBytes(in)
	if err != nil {
		return nil, err
	}
	header := parseHeader(block)
	for _, name := range []string{"From", "To", "Subject", "Date", "Received", "Message-Id", "Mime-Version", "Content-Type"} {
		if header.Get(name) != "" {
			return header, nil
		}
	}
	return nil, paper.Unknown("eml")
}

// headerBytes takes everything up to the first empty line.
func headerBytes(in *bufio.Reader) ([]byte, error) {
	var block []byte
	for {
		line, err := in.ReadSlice('\n')
		if len(block)+len(line) > maxHeader {
			return nil, paper.TooLarge()
		}
		whole := !errors.Is(err, bufio.ErrBufferFull)
		if whole && len(line) > 0 && len(bytes.TrimRight(line, "\r\n")) == 0 && (len(block) == 0 || block[len(block)-1] == '\n') {
			return block, nil
		}
		block = append(block, line...)
		switch {
		case errors.Is(err, io.EOF):
			return block, nil
		case err != nil && whole:
			return nil, err
		}
	}
}

// parseHeader reads header lines one by one: a line that is none costs only itself.
func parseHeader(block []byte) textproto.MIMEHeader {
	header := textproto.MIMEHeader{}
	last := ""
	for line := range bytes.Lines(block) {
		text := strings.TrimRight(string(line), "\r\n")
		if text != "" && (text[0] == ' ' || text[0] == '\t') {
			if values := header[last]; len(values) > 0 && len(values[len(values)-1]) < maxField {
				values[len(values)-1] += " " + strings.TrimSpace(text)
			}
			continue
		}
		name, value, ok := strings.Cut(text, ":")
		if last = ""; !ok || strings.ContainsAny(name, " \t") && strings.TrimSpace(name) == "" {
			continue
		}
		last = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		header[last] = append(header[last], strings.TrimSpace(value))
	}
	return header
}

// envelope tells who wrote to whom, when and about what.
func envelope(h textproto.MIMEHeader) paper.Facts {
	f := paper.Facts{
		From: addresses(h.Get("From")), To: addresses(strings.Join(h.Values("To"), ", ")), Cc: addresses(strings.Join(h.Values("Cc"), ", ")),
		Subject: words(h.Get("Subject")),
	}
	if at, err := mail.ParseDate(h.Get("Date")); err == nil && at.Year() > 0 && at.Year() < 10000 {
		f.Date = at.Format(time.RFC3339)
	}
	f.Title = f.Subject
	return f
}

// addresses shows a list of addresses with the names as they are meant.
func addresses(text string) string {
	list, err := mail.ParseAddressList(text)
	if err != nil {
		return words(text)
	}
	out := make([]string, len(list))
	for i, a := range list {
		if out[i] = a.Address; a.Name != "" {
			out[i] = words(a.Name) + " <" + a.Address + ">"
		}
	}
	return strings.Join(out, ", ")
}

// words decodes the words of a header.
func words(text string) string {
	if len(text) > maxField {
		text = text[:maxField]
	}
	decoder := mime.WordDecoder{CharsetReader: func(name string, in io.Reader) (io.Reader, error) { return charset.NewReaderLabel(name, in) }}
	decoded, err := decoder.DecodeHeader(text)
	if err != nil {
		decoded = text
	}
	return paper.Squeeze(strings.ToValidUTF8(decoded, "\ufffd"))
}

// heads hands over the header as a reader of mail shows it.
func (m *message) heads(take paper.Taker) error {
	for _, line := range [][2]string{{"From", m.facts.From}, {"To", m.facts.To}, {"Cc", m.facts.Cc}, {"Date", m.facts.Date}, {"Subject", m.facts.Subject}} {
		if line[1] == "" {
			continue
		}
		if err := take(paper.Block{Style: paper.Paragraph, Text: line[0] + ": " + line[1]}); err != nil {
			return err
		}
	}
	return nil
}

// body hands over the text: the plain one when the message has it.
func (m *message) body(take paper.Taker) error {
	if strings.TrimSpace(m.plain) == "" && m.html != "" {
		facts, err := webpage.Blocks(m.ctx, strings.NewReader(m.html), take)
		m.facts.Links = facts.Links
		return err
	}
	var lines []string
	give := func() error {
		text := paper.Tidy(strings.Join(lines, "\n"))
		lines = lines[:0]
		if text == "" {
			return nil
		}
		return take(paper.Block{Style: paper.Paragraph, Text: text})
	}
	for line := range strings.Lines(m.plain) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
			continue
		}
		if err := give(); err != nil {
			return err
		}
	}
	return give()
}
