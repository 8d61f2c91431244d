package canon

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// Editor says what is written in the place of what was read.
type Editor interface {
	// Key is what a key of an object is written as. Of two that become the same the later one stays.
	Key(name string) string
	// Text is what a text is written as. key is the one it lies under, "" in a list and at the top.
	Text(key, text string) string
	// Hides reports whether what lies under a key is not to be written, whatever it is: Mark stands for it, which
	// Hidden counts. null, true, false, "" and Mark itself tell nothing and stay.
	Hides(key string) bool
	Hidden()
}

// Bounds of what is written.
type Bounds struct {
	Depth int                   // what lies deeper is "…"
	Items int                   // of a list; what is beyond is Rest
	Rest  func(left int) string // what stands for so many items
	Mark  string
}

var errBad = errors.New("no JSON")

// Rewrite returns a JSON text as the editor wants it. A text that is no JSON is an error or comes out as what could
// be read of it: whoever does not know asks json.Valid first.
func Rewrite(text []byte, b Bounds, e Editor) ([]byte, error) {
	w := writer{in: text, out: make([]byte, 0, len(text)+len(text)/8+16), Bounds: b, edit: e}
	w.space()
	if err := w.value("", 0); err != nil {
		return nil, err
	}
	if w.space(); w.at != len(w.in) {
		return nil, errBad
	}
	return w.out, nil
}

// writer is one pass: in is read from at, out grows.
type writer struct {
	Bounds
	in, out []byte
	at      int
	edit    Editor
	members []member // of the objects that are open, the innermost last
	scratch []byte
}

// member is a written member of an object: out[from:to].
type member struct {
	name     string
	from, to int
}

func (w *writer) space() {
	for w.at < len(w.in) && (w.in[w.at] == ' ' || w.in[w.at] == '\n' || w.in[w.at] == '\t' || w.in[w.at] == '\r') {
		w.at++
	}
}

// next is the byte that is to be read, 0 at the end.
func (w *writer) next() byte {
	if w.at < len(w.in) {
		return w.in[w.at]
	}
	return 0
}

// take passes over one byte, when it is the one that is to be read.
func (w *writer) take(c byte) bool {
	if w.next() != c {
		return false
	}
	w.at++
	return true
}

func (w *writer) value(key string, depth int) error {
	if depth <= w.Depth && key != "" && w.edit.Hides(key) {
		return w.hide()
	}
	return w.shown(key, depth)
}

// shown is a value whose key does not hide it.
func (w *writer) shown(key string, depth int) error {
	switch c := w.next(); {
	case depth > w.Depth:
		w.quote("…")
		return w.skip()
	case c == '{':
		return w.object(depth)
	case c == '[':
		return w.list(key, depth)
	case c == '"':
		text, err := w.text()
		if err == nil {
			w.quote(w.edit.Text(key, text))
		}
		return err
	}
	from := w.at
	err := w.skip()
	w.out = append(w.out, w.in[from:w.at]...)
	return err
}

// hide writes the mark for what comes next, unless that tells nothing.
func (w *writer) hide() error {
	from := w.at
	if w.next() == '"' {
		text, err := w.text()
		if err != nil {
			return err
		}
		if text == "" || text == w.Mark {
			w.quote(text)
			return nil
		}
	} else if err := w.skip(); err != nil {
		return err
	}
	switch plain := w.in[from:w.at]; string(plain) {
	case "null", "true", "false":
		w.out = append(w.out, plain...)
	default:
		w.edit.Hidden()
		w.quote(w.Mark)
	}
	return nil
}

func (w *writer) object(depth int) error {
	start, base, sorted := len(w.out), len(w.members), true
	w.out = append(w.out, '{')
	w.at++
	for w.space(); !w.take('}'); w.space() {
		if len(w.members) > base {
			if !w.take(',') {
				return errBad
			}
			w.space()
			w.out = append(w.out, ',')
		}
		m, key, err := w.key()
		if err == nil {
			err = w.value(key, depth+1)
		}
		if err != nil {
			return err
		}
		m.to = len(w.out)
		sorted = sorted && (len(w.members) == base || w.members[len(w.members)-1].name < m.name)
		w.members = append(w.members, m)
	}
	w.out = append(w.out, '}')
	if !sorted {
		w.sort(start, w.members[base:])
	}
	clear(w.members[base:])
	w.members = w.members[:base]
	return nil
}

// key reads up to the value of a member, and begins to write it.
func (w *writer) key() (m member, key string, err error) {
	if key, err = w.text(); err != nil {
		return m, "", err
	}
	w.space()
	if !w.take(':') {
		return m, "", errBad
	}
	w.space()
	m = member{name: w.edit.Key(key), from: len(w.out)}
	w.quote(m.name)
	w.out = append(w.out, ':')
	return m, key, nil
}

// sort puts the members of the object that was written from start in order.
func (w *writer) sort(start int, members []member) {
	slices.SortStableFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	w.scratch = append(w.scratch[:0], w.out[start:]...)
	w.out = append(w.out[:start], '{')
	for i, m := range members {
		if i+1 < len(members) && members[i+1].name == m.name {
			continue
		}
		if len(w.out) > start+1 {
			w.out = append(w.out, ',')
		}
		w.out = append(w.out, w.scratch[m.from-start:m.to-start]...)
	}
	w.out = append(w.out, '}')
}

// list writes the items; each lies under the key of the list.
func (w *writer) list(key string, depth int) error {
	w.out = append(w.out, '[')
	w.at++
	n, left := 0, 0
	for w.space(); !w.take(']'); w.space() {
		if n+left > 0 {
			if !w.take(',') {
				return errBad
			}
			w.space()
		}
		if n == w.Items {
			left++
			if err := w.skip(); err != nil {
				return err
			}
			continue
		}
		if n++; n > 1 {
			w.out = append(w.out, ',')
		}
		if err := w.shown(key, depth+1); err != nil {
			return err
		}
	}
	if left > 0 {
		w.out = append(w.out, ',')
		if depth < w.Depth {
			w.quote(w.edit.Text(key, w.Rest(left)))
		} else {
			w.quote("…")
		}
	}
	w.out = append(w.out, ']')
	return nil
}

// skip passes over a value.
func (w *writer) skip() error {
	for depth := 0; ; {
		switch c := w.next(); c {
		case 0:
			return errBad
		case '"':
			if _, _, err := w.raw(); err != nil {
				return err
			}
		case '{', '[':
			depth++
			w.at++
		case '}', ']':
			depth--
			w.at++
		case ',', ':', ' ', '\n', '\t', '\r':
			w.at++
			if depth == 0 {
				return errBad
			}
		default:
			n := bytes.IndexAny(w.in[w.at:], "\"{}[],: \n\t\r")
			if n < 0 {
				n = len(w.in) - w.at
			}
			w.at += n
		}
		if depth < 0 {
			return errBad
		}
		if depth == 0 {
			return nil
		}
	}
}

// raw passes over a text and returns it as it is written; plain means that it is written as it reads.
func (w *writer) raw() (inner []byte, plain bool, err error) {
	if w.next() != '"' {
		return nil, false, errBad
	}
	plain = true
	for i := w.at + 1; i < len(w.in); i++ {
		switch c := w.in[i]; {
		case c == '"':
			inner = w.in[w.at+1 : i]
			w.at = i + 1
			return inner, plain && utf8.Valid(inner), nil
		case c == '\\':
			plain = false
			i++
		}
	}
	return nil, false, errBad
}

func (w *writer) text() (string, error) {
	from := w.at
	inner, plain, err := w.raw()
	if err != nil || plain {
		return string(inner), err
	}
	var text string
	err = json.Unmarshal(w.in[from:w.at], &text)
	return text, err
}

// quote writes a text as encoding/json does, without care for HTML.
func (w *writer) quote(text string) {
	ascii := true
	for i := range len(text) {
		c := text[i]
		if c < 0x20 || c == '"' || c == '\\' {
			w.quoteSlow(text)
			return
		}
		ascii = ascii && c < 0x80
	}
	if !ascii && (!utf8.ValidString(text) || strings.Contains(text, "\u2028") || strings.Contains(text, "\u2029")) {
		w.quoteSlow(text)
		return
	}
	w.out = append(w.out, '"')
	w.out = append(w.out, text...)
	w.out = append(w.out, '"')
}

func (w *writer) quoteSlow(text string) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(text) == nil { // a text always has a form
		w.out = append(w.out, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
	}
}
