package letter

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"path"
	"strings"

	localcharset "github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/entry"
	"golang.org/x/net/html/charset"
)

// part reads one part of a message: it is a text, something attached, or holds other parts.
func (m *message) part(h textproto.MIMEHeader, body io.Reader, depth int) error {
	if m.parts++; m.parts > maxParts || depth > maxDepth {
		return nil // nobody writes so many: the rest is left out
	}
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if media == "" || err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		media, params = "text/plain", map[string]string{}
	}
	if strings.HasPrefix(media, "multipart/") && params["boundary"] != "" {
		return m.several(params["boundary"], body, depth)
	}
	disposition, more, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	name := attachedName(more, params)
	shown := disposition != "attachment" && name == ""
	content := transfer(h.Get("Content-Transfer-Encoding"), body)
	if shown && (media == "text/plain" && m.plain == "" || media == "text/html" && m.html == "") {
		text, err := textOf(content, params["charset"])
		if media == "text/html" {
			m.html = text
		} else {
			m.plain = text
		}
		return err
	}
	size, err := io.Copy(io.Discard, content)
	if err := m.readable(err); err != nil {
		return err
	}
	if !shown || !strings.HasPrefix(media, "text/") {
		m.attach(name, media, size)
	}
	return nil
}

func (m *message) several(boundary string, body io.Reader, depth int) error {
	parts := multipart.NewReader(body, boundary)
	for m.parts <= maxParts {
		p, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return m.readable(err)
		}
		if err := m.part(p.Header, p, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// readable keeps an error that ends the reading. A part that is damaged ends only itself: the rest of a message
// is worth reading.
func (m *message) readable(err error) error {
	if stop := entry.Stopped(m.ctx); stop != nil {
		return stop
	}
	return nil
}

func (m *message) attach(name, media string, size int64) {
	if len(m.facts.Attachments) >= paper.MaxAttachments {
		return
	}
	if name == "" {
		name = media
	}
	m.facts.Attachments = append(m.facts.Attachments, paper.Attachment{Name: name, Media: media, Size: size})
}

// attachedName is the name of an attached file, without a folder.
func attachedName(disposition, media map[string]string) string {
	name := disposition["filename"]
	if name == "" {
		name = media["name"]
	}
	if name == "" {
		return ""
	}
	name = path.Base("/" + strings.ReplaceAll(words(name), `\`, "/"))
	if name == "/" || name == "." || name == ".." {
		return ""
	}
	return entry.Shown(name[:min(len(name), 255)])
}

// transfer undoes what was done to a part so that it could travel.
func transfer(name string, body io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.RawStdEncoding, &letters{from: body})
	}
	return body
}

// letters passes on what base64 is made of: mail adds line ends, some programs more, and not all fill up the end.
type letters struct{ from io.Reader }

func (l *letters) Read(b []byte) (int, error) {
	for {
		n, err := l.from.Read(b)
		kept := 0
		for _, c := range b[:n] {
			if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
				b[kept] = c
				kept++
			}
		}
		if kept > 0 || err != nil {
			return kept, err
		}
	}
}

// textOf decodes a text. What cannot be decoded to its end is kept as far as it goes.
func textOf(content io.Reader, label string) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(content, maxBody+1))
	if sdkErr := stopped(err); sdkErr != nil {
		return "", sdkErr
	}
	if len(raw) > maxBody {
		return "", paper.TooLarge()
	}
	known := label != "" && !strings.EqualFold(label, "us-ascii")
	if known {
		if r, err := charset.NewReaderLabel(label, bytes.NewReader(raw)); err == nil {
			if text, err := io.ReadAll(r); err == nil {
				return strings.ToValidUTF8(string(text), "\ufffd"), nil
			}
		}
	}
	found := localcharset.Detect(raw, true)
	if found == localcharset.Binary {
		found = localcharset.Windows1252
	}
	text, err := io.ReadAll(found.Reader(bytes.NewReader(raw)))
	if err != nil {
		return "", nil
	}
	return strings.ToValidUTF8(string(text), "\ufffd"), nil
}

// stopped passes on the end of the context alone.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// watched ends a stream with its context.
type watched struct {
	ctx  context.Context
	from io.Reader
}

func (w watched) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.from.Read(p)
}
