package workbook

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/zipped"
	"github.com/metnos/metnos/sdk"
)

const (
	maxSheets  = 1000
	maxStrings = 64 << 20 // bytes of all shared strings
	maxStyles  = 100_000
	stringCost = 24 // bytes of a shared string beside its text
)

// Sheet is one sheet of a workbook.
type Sheet struct {
	Name   string
	Hidden bool
	part   string
}

// Part is the name of the part of the package that holds the sheet.
func (s Sheet) Part() string { return s.part }

// Workbook is an open xlsx file.
type Workbook struct {
	Sheets  []Sheet
	ctx     context.Context // of the call that opened it
	zip     *zip.Reader
	epoch   bool    // days are counted from 1904
	styles  []style // of cells, by number
	strings []string
	loaded  bool   // strings have been read
	reading string // name of the sheet that is read

	// Calculate, when set, says what a formula without a result amounts to, as text without looks; false: nobody knows.
	Calculate func(sheet, cell string) (string, bool)
}

// Open reads what the sheets of a workbook have in common. The context ends every reading of it.
func Open(ctx context.Context, r io.ReaderAt, size int64) (*Workbook, error) {
	z, err := zipped.Open(r, size)
	if errors.Is(err, zipped.ErrNoZip) {
		return nil, sdk.Errorf(sdk.WrongArgs, "workbook_unknown", "not an xlsx file, or one that is protected").With("path", entry.Unnamed)
	}
	if err != nil {
		return nil, broken(err)
	}
	w := &Workbook{ctx: ctx, zip: z}
	targets, err := w.relations()
	if err == nil {
		err = w.overview(targets)
	}
	if err == nil {
		err = w.readStyles()
	}
	if err != nil {
		return nil, err
	}
	if len(w.Sheets) == 0 {
		return nil, sdk.Errorf(sdk.WrongArgs, "workbook_unknown", "it has no sheets").With("path", entry.Unnamed)
	}
	return w, nil
}

// each calls fn for the start of every element of a part; a part that is not there has none.
func (w *Workbook) each(name string, fn func(p *part, e xml.StartElement) error) error {
	p, err := open(w.ctx, w.zip, name, maxSmall)
	if p == nil || err != nil {
		return err
	}
	defer p.Close()
	for {
		t, err := p.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := t.(xml.StartElement); ok {
			if err := fn(p, e); err != nil {
				return err
			}
		}
	}
}

// relations are the parts the workbook refers to, by id.
func (w *Workbook) relations() (map[string]string, error) {
	targets := map[string]string{}
	err := w.each("xl/_rels/workbook.xml.rels", func(_ *part, e xml.StartElement) error {
		if e.Name.Local == "Relationship" && strings.HasSuffix(zipped.Attribute(e, "Type"), "/worksheet") && len(targets) < maxSheets {
			target := zipped.Attribute(e, "Target")
			if !strings.HasPrefix(target, "/") {
				target = path.Join("xl", target)
			}
			targets[zipped.Attribute(e, "Id")] = strings.TrimPrefix(path.Clean(target), "/")
		}
		return nil
	})
	return targets, err
}

func (w *Workbook) overview(targets map[string]string) error {
	return w.each("xl/workbook.xml", func(_ *part, e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			w.epoch = truth(zipped.Attribute(e, "date1904"))
		case "sheet":
			if target, ok := targets[zipped.Attribute(e, "id")]; ok && len(w.Sheets) < maxSheets {
				state := zipped.Attribute(e, "state")
				w.Sheets = append(w.Sheets, Sheet{Name: zipped.Attribute(e, "name"), Hidden: state != "" && state != "visible", part: target})
			}
		}
		return nil
	})
}

func truth(s string) bool { return s == "1" || s == "true" }

// Find returns a sheet by its name, case and accents aside, or by its number; without either, the first that
// can be seen.
func (w *Workbook) Find(asked string) (Sheet, bool) {
	if asked == "" {
		for _, s := range w.Sheets {
			if !s.Hidden {
				return s, true
			}
		}
		return w.Sheets[0], true
	}
	for _, same := range []func(string) bool{
		func(name string) bool { return name == asked },
		func(name string) bool { return fold.Text(name) == fold.Text(strings.TrimSpace(asked)) },
	} {
		for _, s := range w.Sheets {
			if same(s.Name) {
				return s, true
			}
		}
	}
	if n, err := strconv.Atoi(strings.TrimSpace(asked)); err == nil && n >= 1 && n <= len(w.Sheets) {
		return w.Sheets[n-1], true
	}
	return Sheet{}, false
}

// shared returns a shared string; they are read when the first is asked for.
func (w *Workbook) shared(n int) (string, error) {
	if !w.loaded {
		w.loaded = true
		if err := w.loadStrings(); err != nil {
			return "", err
		}
	}
	if n < 0 || n >= len(w.strings) {
		return "", broken(errors.New("a shared string is missing"))
	}
	return w.strings[n], nil
}

func (w *Workbook) loadStrings() error {
	p, err := open(w.ctx, w.zip, "xl/sharedStrings.xml", maxPart)
	if p == nil || err != nil {
		return err
	}
	defer p.Close()
	left := maxStrings
	for {
		t, err := p.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := t.(xml.StartElement); !ok || e.Name.Local != "si" {
			continue
		}
		text, err := p.rich("si")
		if err != nil {
			return err
		}
		if left -= len(text) + stringCost; left < 0 {
			return errTooLarge
		}
		w.strings = append(w.strings, text)
	}
}

// rich reads the text of an element made of runs, to its end. How it is pronounced is left out.
func (p *part) rich(element string) (string, error) {
	var out strings.Builder
	for {
		t, err := p.next()
		if err != nil {
			return "", unexpected(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			if t.Name.Local == element {
				return unescape(out.String()), nil
			}
		case xml.StartElement:
			switch t.Name.Local {
			case "rPh":
				if _, err := p.text(); err != nil {
					return "", err
				}
			case "t":
				text, err := p.text()
				if err != nil {
					return "", err
				}
				if out.Len()+len(text) > maxText {
					return "", errTooLarge
				}
				out.WriteString(text)
			}
		}
	}
}

// unescape writes out _x000D_ and its like, by which characters XML cannot hold are spelled.
func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for {
		at := strings.Index(s, "_x")
		if at < 0 || len(s) < at+7 {
			break
		}
		code, err := strconv.ParseUint(s[at+2:at+6], 16, 16)
		if err != nil || s[at+6] != '_' {
			out.WriteString(s[:at+2])
			s = s[at+2:]
			continue
		}
		out.WriteString(s[:at])
		out.WriteRune(rune(code))
		s = s[at+7:]
	}
	out.WriteString(s)
	return out.String()
}
