package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
)

// glyph is a letter on the page, turned so that it is read from left to right.
type glyph struct {
	text        string
	x, y, width float64
	size        float64
	turn        int // quarter turns it was drawn with
}

// run is a piece of text on one line without a wide gap.
type run struct {
	text         []byte
	x0, x1, y    float64
	size         float64
	turn         int
	spaced, bare bool // ends in a space; is nothing but space
}

// What gaps mean, as parts of the size of the letters.
const (
	wordGap   = 0.16 // a space was left out
	columnGap = 1.6  // something else begins
	sameLine  = 0.45 // heights that still make one line
)

// join adds a letter to the last run, or begins another.
func (d *drawing) join(g glyph) {
	blank := strings.TrimFunc(g.text, unicode.IsSpace) == ""
	if n := len(d.runs); n > 0 {
		r := &d.runs[n-1]
		gap := g.x - r.x1
		if r.turn == g.turn && math.Abs(g.y-r.y) < 0.1*g.size && gap > -0.4*g.size && gap < columnGap*g.size && math.Abs(g.size-r.size) < 0.35*r.size+0.1 {
			if gap > wordGap*g.size && !r.spaced && !blank {
				r.text = append(r.text, ' ')
			}
			if !blank || !r.spaced {
				r.text = append(r.text, g.text...)
			}
			r.x1 = max(r.x1, g.x+g.width)
			r.spaced, r.bare = blank, r.bare && blank
			return
		}
	}
	d.runs = append(d.runs, run{text: []byte(g.text), x0: g.x, x1: g.x + g.width, y: g.y, size: g.size, turn: g.turn, spaced: blank, bare: blank})
}

// line is what is read as one line.
type line struct {
	runs []run
	y    float64
	size float64
}

// compose puts runs together into lines and paragraphs, in the order they are read.
func compose(runs []run) []paper.Block {
	var out []paper.Block
	for turn := range 4 {
		var same []run
		for _, r := range runs {
			if r.turn == turn && !r.bare {
				same = append(same, r)
			}
		}
		if len(same) > 0 {
			out = append(out, paragraphs(inColumns(gathered(same)))...)
		}
	}
	return out
}

// gathered makes lines of runs at one height, from the top.
func gathered(runs []run) []line {
	slices.SortStableFunc(runs, func(a, b run) int {
		switch {
		case a.y > b.y:
			return -1
		case a.y < b.y:
			return 1
		}
		return 0
	})
	var lines []line
	for _, r := range runs {
		if n := len(lines); n > 0 && math.Abs(lines[n-1].y-r.y) < sameLine*min(lines[n-1].size, r.size) {
			l := &lines[n-1]
			l.runs = append(l.runs, r)
			if r.size > l.size {
				l.y, l.size = r.y, r.size
			}
			continue
		}
		lines = append(lines, line{runs: []run{r}, y: r.y, size: r.size})
	}
	for _, l := range lines {
		slices.SortStableFunc(l.runs, func(a, b run) int {
			switch {
			case a.x0 < b.x0:
				return -1
			case a.x0 > b.x0:
				return 1
			}
			return 0
		})
	}
	return lines
}

// text writes a line; what stands far apart is kept apart. A letter drawn twice to look bold is written once.
func (l line) text() string {
	var out strings.Builder
	for i, r := range l.runs {
		if i > 0 {
			before := l.runs[i-1]
			if string(before.text) == string(r.text) && math.Abs(before.x0-r.x0) < 0.3*r.size {
				continue
			}
			switch gap := r.x0 - before.x1; {
			case gap > columnGap*r.size:
				out.WriteString("  ")
			case gap > wordGap*r.size && !before.spaced:
				out.WriteByte(' ')
			}
		}
		out.Write(r.text)
	}
	return strings.TrimSpace(ligatures.Replace(strings.Map(shown, strings.ToValidUTF8(out.String(), ""))))
}

// ligatures are letters drawn as one.
var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "ft", "ﬆ", "st")

// shown drops what nobody sees.
func shown(r rune) rune {
	switch {
	case r == '\u00a0':
		return ' '
	case r == '\u00ad':
		return '-'
	case r < 0x20 || r == 0x7f || unicode.Is(unicode.Co, r) || r == '\u200b' || r == '\ufeff':
		return -1
	}
	return r
}

// paragraphs puts lines that follow one another closely into one block. Larger letters make a heading.
func paragraphs(lines []line) []paper.Block {
	usual := median(lines)
	var out []paper.Block
	for i, l := range lines {
		text := l.text()
		if text == "" {
			continue
		}
		style := paper.Paragraph
		if l.size > 1.18*usual && len(text) < 200 {
			style = paper.Heading
		}
		if n := len(out); n > 0 && i > 0 && out[n-1].Style == style && follows(lines[i-1], l) {
			out[n-1].Text += "\n" + text
			continue
		}
		out = append(out, paper.Block{Style: style, Text: text})
	}
	return out
}

// follows reports whether a line goes on where the one before ended.
func follows(before, l line) bool {
	gap := before.y - l.y
	return gap > 0 && gap < 1.55*max(before.size, l.size) && math.Abs(before.size-l.size) < 0.15*max(before.size, l.size)
}

func median(lines []line) float64 {
	sizes := make([]float64, 0, len(lines))
	for _, l := range lines {
		sizes = append(sizes, l.size)
	}
	slices.Sort(sizes)
	if len(sizes) == 0 {
		return 1
	}
	return sizes[len(sizes)/2]
}
