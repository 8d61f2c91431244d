package paper

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Style is what a block is in its document.
type Style string

// The styles.
const (
	Paragraph Style = "paragraph"
	Heading   Style = "heading"
	Item      Style = "item" // of a list
	Row       Style = "row"  // of a table
	Note      Style = "note" // at the foot
)

// Block is a piece of a document: its text may run over several lines.
type Block struct {
	Style Style
	Text  string
	Page  int // 1-based, 0 when the format has no pages
}

// Taker takes the blocks of a document in their order. Its error ends the reading.
type Taker func(Block) error

// Facts is what a document tells of itself.
type Facts struct {
	Title                       string
	Pages                       int    // 0 when the format has none
	Bare                        int    // pages with no text at all
	From, To, Cc, Subject, Date string // of a message; Date is RFC 3339
	Attachments                 []Attachment
	Links                       []Link
}

// Attachment is a file inside a document.
type Attachment struct {
	Name, Media string
	Size        int64 // bytes
}

// Link is an address a document leads to.
type Link struct{ Text, URL string }

// Limits of what is kept of one document.
const (
	MaxBlock       = 4 << 20 // bytes of one block
	MaxLinks       = 500
	MaxAttachments = 500
)

// Source is a document to read.
type Source struct {
	io.ReaderAt
	Size     int64
	Lang     string // of the person
	From, To int    // pages wanted, 1-based; 0 for no bound
	Tick     func(done, total int64)
}

// Reader reads one format.
type Reader func(ctx context.Context, s Source, take Taker) (Facts, error)

// TooLarge is a document that unpacks to more than is read.
func TooLarge() *sdk.Error {
	return sdk.Errorf(sdk.Oversize, "document_too_large", "the document is larger than is read").With("path", entry.Unnamed)
}

// Locked is a document behind a password.
func Locked() *sdk.Error {
	return sdk.Errorf(sdk.PermissionDenied, "document_locked", "the document is protected by a password").With("path", entry.Unnamed)
}

// Unknown is a file that is not in the format its name says.
func Unknown(format string) *sdk.Error {
	return sdk.Errorf(sdk.WrongArgs, "document_unknown", "not a %s document", format).With("path", entry.Unnamed).With("format", format)
}

// Broken gives what is wrong with the document itself its class; errors that have one keep it.
func Broken(err error) error {
	var known *sdk.Error
	if errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return sdk.Errorf(sdk.WrongArgs, "document_broken", "the document is damaged: %w", err).With("path", entry.Unnamed)
}

// Squeeze makes one line of a text: runs of white space become one space, none at its ends.
func Squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

// Tidy drops the space at the end of every line and the empty lines at both ends.
func Tidy(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r\u00a0")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// Cells makes the text of a row out of its cells.
func Cells(cells []string) string {
	for i, cell := range cells {
		cells[i] = Squeeze(cell)
	}
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return strings.Join(cells, " | ")
}
