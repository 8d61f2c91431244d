package richtext

import "io"

// word obeys one control word.
func (d *document) word(word string, n int, given bool) error {
	switch word {
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr",
		"footerf", "generator", "listtable", "listoverridetable", "revtbl", "rsidtbl", "fldinst", "themedata", "datastore", "latentstyles",
		"xmlnstbl", "filetbl", "bkmkstart", "bkmkend", "annotation", "atnid", "atnauthor", "nonshppict":
		d.top().silent = true
	case "ansicpg":
		d.page = codePage(n)
	case "mac":
		d.page = codePage(10000)
	case "pc":
		d.page = codePage(437)
	case "pca":
		d.page = codePage(850)
	case "uc":
		d.top().narrow = max(0, min(n, 16))
	case "u":
		if given {
			return d.unicode(n)
		}
	case "bin":
		_, err := io.CopyN(io.Discard, d.in, int64(max(0, n)))
		if err == io.EOF {
			err = nil
		}
		return err
	case "v":
		if err := d.flush(); err != nil {
			return err
		}
		d.top().hidden = !given || n != 0
	case "plain":
		d.top().hidden = false
	case "par", "sect", "page":
		d.skip = 0
		return d.end()
	case "cell", "nestcell":
		if !d.top().silent {
			return d.endCell()
		}
	case "row", "nestrow":
		if !d.top().silent {
			return d.endRow()
		}
	default:
		if text, ok := symbols[word]; ok {
			return d.symbol(text)
		}
	}
	return nil
}

// symbols are the words that stand for characters.
var symbols = map[string]string{
	"line": "\n", "tab": "\t", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
	"bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ",
}
