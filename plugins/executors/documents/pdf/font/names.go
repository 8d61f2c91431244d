package font

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// accents are the ends of glyph names and the marks they stand for.
var accents = []struct{ name, mark string }{
	{"hungarumlaut", "\u030b"}, {"circumflex", "\u0302"}, {"dotaccent", "\u0307"}, {"commaaccent", "\u0326"}, {"dieresis", "\u0308"},
	{"cedilla", "\u0327"}, {"macron", "\u0304"}, {"ogonek", "\u0328"}, {"acute", "\u0301"}, {"breve", "\u0306"}, {"caron", "\u030c"},
	{"grave", "\u0300"}, {"tilde", "\u0303"}, {"ring", "\u030a"},
}

// glyphs are the names that are not made of a letter and a mark.
var glyphs = pairs(`space   exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle ' parenleft ( parenright )
asterisk * plus + comma , hyphen - period . slash / zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9
colon : semicolon ; less < equal = greater > question ? at @ bracketleft [ backslash \ bracketright ] asciicircum ^ underscore _
grave ` + "`" + ` braceleft { bar | braceright } asciitilde ~ exclamdown ¡ cent ¢ sterling £ currency ¤ yen ¥ brokenbar ¦ section §
dieresis ¨ copyright © ordfeminine ª guillemotleft « guillemotright » logicalnot ¬ registered ® macron ¯ degree ° plusminus ±
twosuperior ² threesuperior ³ onesuperior ¹ acute ´ mu µ paragraph ¶ periodcentered · cedilla ¸ ordmasculine º onequarter ¼
onehalf ½ threequarters ¾ questiondown ¿ multiply × divide ÷ germandbls ß ae æ AE Æ oe œ OE Œ oslash ø Oslash Ø eth ð Eth Ð
thorn þ Thorn Þ lslash ł Lslash Ł dcroat đ Dcroat Đ dotlessi ı quoteleft ‘ quoteright ’ quotedblleft “ quotedblright ” quotesinglbase ‚
quotedblbase „ guilsinglleft ‹ guilsinglright › endash – emdash — bullet • ellipsis … dagger † daggerdbl ‡ perthousand ‰ fraction ⁄
trademark ™ florin ƒ minus − Euro € fi fi fl fl ff ff ffi ffi ffl ffl circumflex ˆ tilde ˜ caron ˇ breve ˘ dotaccent ˙ ring ˚
ogonek ˛ hungarumlaut ˝ nbspace   nonbreakingspace   sfthyphen - softhyphen - hyphenminus - euro € lessequal ≤ greaterequal ≥ notequal ≠ infinity ∞
approxequal ≈ partialdiff ∂ summation ∑ product ∏ integral ∫ radical √ Delta Δ Omega Ω Ohm Ω pi π alpha α beta β gamma γ delta δ
epsilon ε lambda λ sigma σ theta θ phi φ omega ω tau τ rho ρ eta η arrowright → arrowleft ← arrowup ↑ arrowdown ↓ checkmark ✓
square □ filledbox ■ circle ○ H18533 ■ middot · overscore ¯ slashbar ⁄`)

// pairs splits a table of names and texts; a missing text is a space.
func pairs(table string) map[string]string {
	fields := strings.FieldsFunc(table, func(r rune) bool { return r == ' ' || r == '\n' })
	out := map[string]string{}
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "space", "nbspace", "nonbreakingspace":
			out[fields[i]] = " "
		default:
			if i+1 < len(fields) {
				out[fields[i]] = fields[i+1]
				i++
			}
		}
	}
	return out
}

// named is the text of a glyph name, "" when it is not known.
func named(name string) string {
	if name == "" || name == ".notdef" {
		return ""
	}
	name, _, _ = strings.Cut(name, ".")
	if strings.Contains(name, "_") {
		var out strings.Builder
		for _, part := range strings.Split(name, "_") {
			out.WriteString(named(part))
		}
		return out.String()
	}
	if text, ok := glyphs[name]; ok {
		return text
	}
	if len(name) == 1 {
		return name
	}
	if text := numbered(name); text != "" {
		return text
	}
	for _, a := range accents {
		if letter, ok := strings.CutSuffix(name, a.name); ok && len(letter) == 1 {
			return norm.NFC.String(letter + a.mark)
		}
	}
	return ""
}

// numbered reads uni00E8 and u1F600.
func numbered(name string) string {
	if hex, ok := strings.CutPrefix(name, "uni"); ok && len(hex) >= 4 && len(hex)%4 == 0 && len(hex) <= 32 {
		var out []rune
		for i := 0; i < len(hex); i += 4 {
			n, err := strconv.ParseUint(hex[i:i+4], 16, 32)
			if err != nil {
				return ""
			}
			out = append(out, rune(n))
		}
		return string(out)
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		if n, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return string(rune(n))
		}
	}
	return ""
}

// standard is what Adobe's standard encoding has beyond ASCII, by code.
var standard = map[byte]string{
	0x27: "’", 0x60: "‘", 0xa1: "¡", 0xa2: "¢", 0xa3: "£", 0xa4: "⁄", 0xa5: "¥", 0xa6: "ƒ", 0xa7: "§", 0xa8: "¤", 0xa9: "'", 0xaa: "“", 0xab: "«",
	0xac: "‹", 0xad: "›", 0xae: "fi", 0xaf: "fl", 0xb1: "–", 0xb2: "†", 0xb3: "‡", 0xb4: "·", 0xb6: "¶", 0xb7: "•", 0xb8: "‚", 0xb9: "„", 0xba: "”",
	0xbb: "»", 0xbc: "…", 0xbd: "‰", 0xbf: "¿", 0xc1: "`", 0xc2: "´", 0xc3: "ˆ", 0xc4: "˜", 0xc5: "¯", 0xc6: "˘", 0xc7: "˙", 0xc8: "¨", 0xca: "˚",
	0xcb: "¸", 0xcd: "˝", 0xce: "˛", 0xcf: "ˇ", 0xd0: "—", 0xe1: "Æ", 0xe3: "ª", 0xe8: "Ł", 0xe9: "Ø", 0xea: "Œ", 0xeb: "º", 0xf1: "æ", 0xf5: "ı",
	0xf8: "ł", 0xf9: "ø", 0xfa: "œ", 0xfb: "ß",
}

// documentCodes is what the encoding of a PDF's own texts has from 0x80 on.
const documentCodes = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"

// narrow are the widths of the letters of Helvetica from the space on, in thousandths: fonts every program has
// do not tell theirs.
var narrow = [...]int16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}
