package formula

import (
	"io"

	"github.com/xuri/excelize/v2"
)

const (
	maxBook     = 64 << 20  // bytes of a workbook that is calculated: it is held in memory
	maxUnpacked = 512 << 20 // bytes of its parts
)

// Book calculates the formulas of a workbook, which is opened when the first is asked for.
type Book struct {
	In   io.ReaderAt
	Size int64

	file   *excelize.File
	opened bool
}

// Value is what the formula of a cell amounts to; false when that cannot be said.
func (b *Book) Value(sheet, cell string) (text string, ok bool) {
	if cell == "" || b.Size > maxBook || !b.open() {
		return "", false
	}
	text, err := Value(b.file, sheet, cell)
	return text, err == nil
}

func (b *Book) open() (ok bool) {
	defer func() {
		if recover() != nil { // what the library trips over
			b.file, ok = nil, false
		}
	}()
	if !b.opened {
		b.opened = true
		limits := excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked}
		b.file, _ = excelize.OpenReader(io.NewSectionReader(b.In, 0, b.Size), limits)
	}
	return b.file != nil
}

// Close lets go of the workbook.
func (b *Book) Close() {
	if b.file != nil {
		_ = b.file.Close()
	}
}
