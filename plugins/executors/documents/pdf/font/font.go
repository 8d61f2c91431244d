package font

import (
	"strings"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/documents/pdf/object"
	"golang.org/x/text/encoding/charmap"
)

// maxWidths bounds how many codes of a font have a width of their own.
const maxWidths = 70_000

// Font is a font of a file.
type Font struct {
	two     bool // codes of two bytes
	wide    bool // codes are UTF-16
	codes   *codes
	table   [256]string // what codes of one byte mean
	widths  map[uint32]float64
	normal  float64 // width of a code that has none of its own
	letters bool    // widths are those of Helvetica
}

// Load reads a font out of its dictionary. What is wrong with it costs only itself.
func Load(f *object.File, v any) *Font {
	d := f.Dict(v)
	font := &Font{widths: map[uint32]float64{}, normal: 0.5}
	if s := f.Stream(d["ToUnicode"]); s != nil {
		if data, err := f.Data(s); err == nil || len(data) > 0 {
			font.codes = readCodes(data)
		}
	}
	if f.Name(d["Subtype"]) == "Type0" {
		font.composite(f, d)
	} else {
		font.simple(f, d)
	}
	return font
}

// composite reads a font whose codes have two bytes.
func (font *Font) composite(f *object.File, d object.Dict) {
	encoding := string(f.Name(d["Encoding"]))
	font.two = font.codes == nil || !font.codes.told || !font.codes.one
	font.wide = strings.Contains(encoding, "UCS2") || strings.Contains(encoding, "UTF16")
	below := f.Array(d["DescendantFonts"])
	if len(below) == 0 {
		return
	}
	inner := f.Dict(below[0])
	font.normal = 1
	if inner["DW"] != nil {
		font.normal = f.Number(inner["DW"]) / 1000
	}
	list := f.Array(inner["W"])
	for i := 0; i+1 < len(list) && len(font.widths) < maxWidths; {
		first := f.Int(list[i])
		if each := f.Array(list[i+1]); each != nil {
			for j, w := range each {
				if len(font.widths) < maxWidths {
					font.widths[uint32(first+j)] = f.Number(w) / 1000
				}
			}
			i += 2
			continue
		}
		if i+2 >= len(list) {
			break
		}
		last, w := f.Int(list[i+1]), f.Number(list[i+2])/1000
		for code := first; code <= last && len(font.widths) < maxWidths; code++ {
			font.widths[uint32(code)] = w
		}
		i += 3
	}
}

// simple reads a font whose codes have one byte.
func (font *Font) simple(f *object.File, d object.Dict) {
	base := f.Name(d["Encoding"])
	encoding := f.Dict(d["Encoding"])
	if encoding != nil {
		base = f.Name(encoding["BaseEncoding"])
	}
	descriptor := f.Dict(d["FontDescriptor"])
	symbolic := f.Int(descriptor["Flags"])&4 != 0
	font.fill(base, encoding == nil && base == "" && !symbolic && descriptor == nil)
	if encoding != nil {
		code := 0
		for _, v := range f.Array(encoding["Differences"]) {
			switch v := f.Resolve(v).(type) {
			case int:
				code = v
			case object.Name:
				if code >= 0 && code < 256 {
					if text := named(string(v)); text != "" || v == ".notdef" {
						font.table[code] = text
					}
				}
				code++
			}
		}
	}
	scale := 0.001
	if f.Name(d["Subtype"]) == "Type3" {
		if m := f.Array(d["FontMatrix"]); len(m) == 6 {
			scale = f.Number(m[0])
		}
	}
	first := f.Int(d["FirstChar"])
	list := f.Array(d["Widths"])
	for i, w := range list {
		if i < 256 {
			font.widths[uint32(first+i)] = f.Number(w) * scale
		}
	}
	name := string(f.Name(d["BaseFont"]))
	switch {
	case len(list) > 0:
		font.normal = f.Number(descriptor["MissingWidth"]) * scale
	case strings.Contains(name, "Courier"):
		font.normal = 0.6
	default:
		font.letters = true
	}
}

// fill gives codes of one byte the meaning of an encoding.
func (font *Font) fill(base object.Name, adobe bool) {
	for code := range 256 {
		c := byte(code)
		switch {
		case base == "MacRomanEncoding":
			font.table[code] = string(charmap.Macintosh.DecodeByte(c))
		case base == "StandardEncoding" || adobe && base == "":
			if text, ok := standard[c]; ok {
				font.table[code] = text
			} else if c >= 0x20 && c < 0x7f {
				font.table[code] = string(rune(c))
			}
		default:
			font.table[code] = string(charmap.Windows1252.DecodeByte(c))
		}
		if r, _ := utf8.DecodeRuneInString(font.table[code]); r == utf8.RuneError || r < 0x20 {
			font.table[code] = ""
		}
	}
}

// Glyph is one code of a string: its text, "" when nobody can tell; its width, of the size of the font; and
// whether it is the space words are set apart by.
type Glyph struct {
	Text  string
	Width float64
	Space bool
}

// Each calls fn for every code of a string.
func (font *Font) Each(s object.String, fn func(Glyph)) {
	if !font.two {
		for i := 0; i < len(s); i++ {
			fn(font.one(s[i]))
		}
		return
	}
	for i := 0; i+1 < len(s); i += 2 {
		code := uint32(s[i])<<8 | uint32(s[i+1])
		g := Glyph{Width: font.width(code)}
		switch {
		case font.codes != nil:
			g.Text, _ = font.codes.text(code)
		case font.wide:
			g.Text = wide(string(s[i : i+2]))
		}
		fn(g)
	}
}

func (font *Font) one(c byte) Glyph {
	g := Glyph{Text: font.table[c], Width: font.width(uint32(c)), Space: c == ' '}
	if font.codes != nil {
		if text, ok := font.codes.text(uint32(c)); ok && text != "\x00" {
			g.Text = text
		}
	}
	return g
}

func (font *Font) width(code uint32) float64 {
	if w, ok := font.widths[code]; ok {
		return w
	}
	if font.letters {
		if at := int(code) - ' '; at >= 0 && at < len(narrow) {
			return float64(narrow[at]) / 1000
		}
	}
	return font.normal
}

// Text decodes a text of the file itself, such as its title.
func Text(s object.String) string {
	if len(s) >= 2 && s[0] == 0xfe && s[1] == 0xff {
		return wide(string(s[2:]))
	}
	if len(s) >= 3 && s[:3] == "\xef\xbb\xbf" {
		return strings.ToValidUTF8(string(s[3:]), "\ufffd")
	}
	special := []rune(documentCodes)
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80 && int(c-0x80) < len(special):
			out.WriteRune(special[c-0x80])
		case c == 0xa0:
			out.WriteRune('€')
		case c >= 0x20 || c == '\n' || c == '\t':
			out.WriteRune(rune(c))
		}
	}
	return out.String()
}
