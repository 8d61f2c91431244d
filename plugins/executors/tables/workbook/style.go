package workbook

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/zipped"
)

// style is how a number with it is meant.
type style int

const (
	plainNumber style = iota
	date              // a day, with its time when it has one
	clock             // a time of day
	elapsed           // hours, minutes and seconds that may be more than a day
)

// readStyles finds out which styles make dates of numbers.
func (w *Workbook) readStyles() error {
	formats := map[string]style{}
	inCells := false
	return w.each("xl/styles.xml", func(_ *part, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			if len(formats) < maxStyles {
				formats[zipped.Attribute(e, "numFmtId")] = styleOfCode(zipped.Attribute(e, "formatCode"))
			}
		case "cellXfs":
			inCells = true
		case "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if inCells && len(w.styles) < maxStyles {
				id := zipped.Attribute(e, "numFmtId")
				meant, written := formats[id]
				if !written {
					meant = builtIn(id)
				}
				w.styles = append(w.styles, meant)
			}
		}
		return nil
	})
}

// builtIn tells the meaning of a number format every program knows by its number.
func builtIn(id string) style {
	n, err := strconv.Atoi(id)
	switch {
	case err != nil:
		return plainNumber
	case n >= 14 && n <= 17, n == 22, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 54, n >= 57 && n <= 58:
		return date
	case n >= 18 && n <= 21, n >= 32 && n <= 35, n == 45, n == 47, n >= 55 && n <= 56:
		return clock
	case n == 46:
		return elapsed
	}
	return plainNumber
}

// styleOfCode reads a format such as "dd/mm/yyyy hh:mm" by the letters that are not text. A condition or a
// colour in brackets means nothing here; hours in brackets are elapsed.
func styleOfCode(code string) style {
	code, _, _ = strings.Cut(strings.ToLower(code), ";")
	var days, times bool
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return plainNumber
			}
			i += end + 1
		case '\\', '_', '*':
			i++
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return plainNumber
			}
			if inside := code[i+1 : i+end]; inside != "" && strings.Trim(inside, "hms") == "" {
				return elapsed
			}
			i += end
		case 'y', 'd':
			days = true
		case 'h', 's':
			times = true
		case 'm':
			times = times || !days && !strings.ContainsAny(code, "yd")
		case 'g':
			if strings.HasPrefix(code[i:], "general") {
				return plainNumber
			}
		case '0', '#', '?', '%':
			if !days && !times {
				return plainNumber
			}
		}
	}
	switch {
	case days:
		return date
	case times && strings.ContainsAny(code, "hs"):
		return clock
	case times:
		return date // a month alone
	}
	return plainNumber
}
