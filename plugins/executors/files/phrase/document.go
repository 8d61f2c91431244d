package phrase

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/documents/format"
	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/plugins/executors/zipped"
	"github.com/metnos/metnos/sdk"
)

const (
	maxDocument = 64 << 20          // bytes of a document that is searched
	maxWords    = 64 << 20          // bytes of the unpacked parts of a sheet or a presentation
	maxTime     = 15 * time.Second  // for one document
	maxAll      = 200 * time.Second // for all those of a search
)

// errSlow ends the search of one document.
var errSlow = errors.New("it takes too long")

// reader is what gives the text of a file, nil for one that is a text itself.
func reader(name string) paper.Reader {
	extension := kind.Extension(path.Base(name))
	if f, ok := format.Known(extension); ok {
		return f.Read
	}
	switch extension {
	case "xlsx", "xlsm":
		return parts("xl/sharedStrings.xml", "xl/worksheets/")
	case "pptx":
		return parts("ppt/slides/", "ppt/notesSlides/")
	case "ods", "odp":
		return parts("content.xml")
	}
	return nil
}

// document looks for the phrase in what a reader gives.
func (p *Phrase) document(ctx context.Context, read paper.Reader, file sdk.ReadFile, name string) (Hits, error) {
	info, err := file.Stat()
	if err != nil {
		return Hits{}, err
	}
	if info.Size() > maxDocument {
		return Hits{}, entry.Failed(sdk.Oversize, "document_too_large", name, "is larger than is searched")
	}
	if p.spent >= maxAll {
		return Hits{}, entry.Failed(sdk.Timeout, "document_not_searched", name, "the time for documents is over")
	}
	inner, stop := context.WithTimeoutCause(ctx, min(maxTime, maxAll-p.spent), errSlow)
	defer stop()
	start, h, line := time.Now(), Hits{}, 0
	var scratch []byte
	facts, err := read(inner, paper.Source{ReaderAt: file, Size: info.Size(), Tick: func(int64, int64) {}}, func(b paper.Block) error {
		if err := entry.Stopped(inner); err != nil {
			return err
		}
		for text := range strings.SplitSeq(b.Text, "\n") {
			line++
			var at int
			if at, scratch = p.find([]byte(text), scratch); at < 0 {
				continue
			}
			if h.Lines++; h.Lines == 1 {
				h.First, h.Excerpt = line, excerpt([]byte(text), at)
			}
		}
		return nil
	})
	p.spent += time.Since(start)
	switch {
	case entry.Stopped(ctx) != nil:
		return h, entry.Stopped(ctx)
	case h.Lines > 0:
		return h, nil // whatever comes after
	case errors.Is(context.Cause(inner), errSlow):
		return h, entry.Failed(sdk.Timeout, "document_not_searched", name, "takes too long")
	case err == nil && facts.Pages > 0 && facts.Bare == facts.Pages:
		return h, entry.Failed(sdk.WrongTool, "document_scanned", name, "holds no text")
	}
	return h, err
}

// parts reads the words in some parts of a package of XML files: one block for each of its paragraphs, cells or strings.
func parts(prefixes ...string) paper.Reader {
	return func(ctx context.Context, s paper.Source, take paper.Taker) (paper.Facts, error) {
		z, err := zipped.Open(s, s.Size)
		if errors.Is(err, zipped.ErrNoZip) {
			return paper.Facts{}, paper.Unknown("office")
		}
		if err != nil {
			return paper.Facts{}, paper.Broken(err)
		}
		left := int64(maxWords)
		for _, f := range z.File {
			if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(f.Name, p) }) || !strings.HasSuffix(f.Name, ".xml") {
				continue
			}
			body, err := f.Open()
			if err != nil {
				return paper.Facts{}, paper.Broken(err)
			}
			limited := &io.LimitedReader{R: body, N: left + 1}
			err = words(ctx, limited, take)
			body.Close()
			if left = limited.N - 1; left < 0 {
				return paper.Facts{}, paper.TooLarge()
			}
			if err != nil {
				return paper.Facts{}, paper.Broken(err)
			}
		}
		return paper.Facts{}, nil
	}
}

// words takes the text between the tags of one part.
func words(ctx context.Context, r io.Reader, take paper.Taker) error {
	d := xml.NewDecoder(r)
	var text bytes.Buffer
	flush := func() error {
		said := strings.TrimSpace(text.String())
		if text.Reset(); said == "" {
			return nil
		}
		return take(paper.Block{Style: paper.Row, Text: said})
	}
	pointer := false // a cell that holds the number of a string, not what is said
	for n := 0; ; n++ {
		if n%4096 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return flush()
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			pointer = t.Name.Local == "c" && slices.ContainsFunc(t.Attr, func(a xml.Attr) bool { return a.Name.Local == "t" && a.Value == "s" }) || pointer && t.Name.Local != "c"
		case xml.CharData:
			if !pointer && text.Len()+len(t) <= paper.MaxBlock {
				text.Write(t)
			}
		case xml.EndElement: // of a paragraph, a string of a sheet, a cell
			if slices.Contains([]string{"p", "si", "c", "table-cell"}, t.Name.Local) {
				pointer = false
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
}
