package pdf

import (
	"math"
	"strconv"

	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/documents/pdf/font"
	"github.com/metnos/metnos/plugins/executors/documents/pdf/object"
	"github.com/metnos/metnos/plugins/executors/entry"
)

const (
	maxForms  = 12        // forms inside one another
	maxStates = 512       // saved states
	maxSteps  = 4_000_000 // operators of one page
	maxArgs   = 4096
	maxRuns   = 200_000
	maxText   = paper.MaxBlock // bytes of the text of one page
	maxAnnots = 5000
)

// matrix maps points: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix [6]float64

var unit = matrix{1, 0, 0, 1, 0, 0}

// times is first m, then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// state is what the operators of a page change.
type state struct {
	all, text, line matrix
	face            *font.Font
	size            float64
	chars, words    float64 // space added after each character and each space
	stretch, lead   float64
	rise            float64
}

// drawing follows the operators of one page.
type drawing struct {
	*reading
	state
	saved []state
	runs  []run
	text  int
	steps int
	args  []any
}

// page draws a page as far as its letters go.
func (r *reading) page(page object.Dict) ([]paper.Block, error) {
	d := &drawing{reading: r}
	start := unit
	switch r.file.Int(page["Rotate"]) % 360 {
	case 90, -270:
		start = matrix{0, -1, 1, 0, 0, 0}
	case 180, -180:
		start = matrix{-1, 0, 0, -1, 0, 0}
	case 270, -90:
		start = matrix{0, 1, -1, 0, 0, 0}
	}
	data, err := r.contents(page["Contents"])
	if err != nil {
		return nil, err
	}
	if err := d.draw(data, r.file.Dict(page["Resources"]), start, 0); err != nil {
		return nil, err
	}
	annots := r.file.Array(page["Annots"])
	for _, a := range annots[:min(len(annots), maxAnnots)] {
		if err := d.field(r.file.Dict(a), start); err != nil {
			return nil, err
		}
	}
	return compose(d.runs), nil
}

// contents puts the streams of a page together.
func (r *reading) contents(v any) ([]byte, error) {
	streams := object.Array{v}
	if list := r.file.Array(v); list != nil {
		streams = list
	}
	var all []byte
	for _, v := range streams {
		s := r.file.Stream(v)
		if s == nil {
			continue
		}
		data, err := r.file.Data(s)
		if stop := r.fatal(err); stop != nil {
			return nil, stop
		}
		if len(all)+len(data) > 64<<20 {
			return nil, paper.TooLarge()
		}
		all = append(append(all, data...), '\n')
	}
	return all, nil
}

// fatal passes on an error that ends the reading of the file.
func (r *reading) fatal(err error) error { return r.file.Fatal(err) }

// field draws what a filled field shows.
func (d *drawing) field(a object.Dict, start matrix) error {
	if d.file.Name(a["Subtype"]) != "Widget" && d.file.Name(a["Subtype"]) != "FreeText" || d.file.Int(a["F"])&2 != 0 {
		return nil
	}
	look := d.file.Dict(a["AP"])["N"]
	if states, ok := d.file.Resolve(look).(object.Dict); ok {
		look = states[d.file.Name(a["AS"])]
	}
	s, rect := d.file.Stream(look), d.file.Array(a["Rect"])
	if s == nil || len(rect) < 4 {
		return nil
	}
	box := d.file.Array(s.Dict["BBox"])
	at := matrix{1, 0, 0, 1, d.file.Number(rect[0]), d.file.Number(rect[1])}
	if len(box) >= 4 {
		at[4] -= d.file.Number(box[0])
		at[5] -= d.file.Number(box[1])
	}
	return d.form(s, nil, at.times(start), 1)
}

// form draws a form: operators with resources of their own.
func (d *drawing) form(s *object.Stream, resources object.Dict, at matrix, depth int) error {
	data, err := d.file.Data(s)
	if stop := d.fatal(err); stop != nil {
		return stop
	}
	if own := d.file.Dict(s.Dict["Resources"]); own != nil {
		resources = own
	}
	if m := d.file.Array(s.Dict["Matrix"]); len(m) == 6 {
		var own matrix
		for i := range own {
			own[i] = d.file.Number(m[i])
		}
		at = own.times(at)
	}
	before, saved := d.state, d.saved
	d.saved = nil
	err = d.draw(data, resources, at, depth)
	d.state, d.saved = before, saved
	return err
}

func (d *drawing) draw(data []byte, resources object.Dict, at matrix, depth int) error {
	d.state = state{all: at, text: unit, line: unit, stretch: 1}
	d.args = d.args[:0]
	l := object.NewLexer(data)
	for {
		v, ok := l.Next()
		if !ok {
			return nil
		}
		word, operator := v.(object.Keyword)
		if !operator {
			if len(d.args) < maxArgs {
				d.args = append(d.args, v)
			}
			continue
		}
		if d.steps++; d.steps > maxSteps || d.text > maxText || len(d.runs) > maxRuns {
			return paper.TooLarge()
		}
		if d.steps%256 == 0 {
			if err := entry.Stopped(d.ctx); err != nil {
				return err
			}
		}
		var err error
		switch word {
		case "ID":
			l.SkipImage()
		case "Do":
			err = d.do(resources, depth)
		case "Tf":
			if len(d.args) >= 2 {
				name, _ := d.args[0].(object.Name)
				d.face, d.size = d.font(d.file.Dict(resources["Font"])[name]), d.num(1)
			}
		default:
			d.operate(string(word))
		}
		if err != nil {
			return err
		}
		d.args = d.args[:0]
	}
}

// do draws an object by name: a form; images hold no text.
func (d *drawing) do(resources object.Dict, depth int) error {
	if len(d.args) == 0 || depth >= maxForms {
		return nil
	}
	name, _ := d.args[0].(object.Name)
	s := d.file.Stream(d.file.Dict(resources["XObject"])[name])
	if s == nil || d.file.Name(s.Dict["Subtype"]) != "Form" {
		return nil
	}
	return d.form(s, resources, d.all, depth+1)
}

// num is an argument as a number.
func (d *drawing) num(i int) float64 {
	if i >= len(d.args) {
		return 0
	}
	switch v := d.args[i].(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// matrix is six arguments.
func (d *drawing) matrix() matrix {
	var m matrix
	for i := range m {
		m[i] = d.num(i)
	}
	return m
}

// operate follows the operators that need nothing but their arguments.
func (d *drawing) operate(word string) {
	switch word {
	case "q":
		if len(d.saved) < maxStates {
			d.saved = append(d.saved, d.state)
		}
	case "Q":
		if n := len(d.saved); n > 0 {
			text, line := d.state.text, d.line
			d.state, d.saved = d.saved[n-1], d.saved[:n-1]
			d.state.text, d.line = text, line
		}
	case "cm":
		d.all = d.matrix().times(d.all)
	case "BT":
		d.state.text, d.line = unit, unit
	case "Tm":
		d.line = d.matrix()
		d.state.text = d.line
	case "Td":
		d.move(d.num(0), d.num(1))
	case "TD":
		d.lead = -d.num(1)
		d.move(d.num(0), d.num(1))
	case "T*":
		d.move(0, -d.lead)
	case "Tc":
		d.chars = d.num(0)
	case "Tw":
		d.words = d.num(0)
	case "Tz":
		d.stretch = d.num(0) / 100
	case "TL":
		d.lead = d.num(0)
	case "Ts":
		d.rise = d.num(0)
	case "Tj", "'", "\"", "TJ":
		d.show(word)
	}
}

func (d *drawing) move(x, y float64) {
	d.line = matrix{1, 0, 0, 1, x, y}.times(d.line)
	d.state.text = d.line
}

// show draws text.
func (d *drawing) show(word string) {
	if word == "\"" && len(d.args) >= 3 {
		d.words, d.chars = d.num(0), d.num(1)
	}
	if word == "'" || word == "\"" {
		d.move(0, -d.lead)
	}
	if len(d.args) == 0 {
		return
	}
	switch v := d.args[len(d.args)-1].(type) {
	case object.String:
		d.letters(v)
	case object.Array:
		for _, item := range v {
			switch item := item.(type) {
			case object.String:
				d.letters(item)
			case int:
				d.advance(-float64(item) / 1000 * d.size * d.stretch)
			case float64:
				d.advance(-item / 1000 * d.size * d.stretch)
			}
		}
	}
}

func (d *drawing) advance(x float64) {
	d.state.text = matrix{1, 0, 0, 1, x, 0}.times(d.state.text)
}

// letters draws the letters of a string.
func (d *drawing) letters(s object.String) {
	if d.face == nil {
		return
	}
	d.face.Each(s, func(g font.Glyph) {
		step := g.Width*d.size + d.chars
		if g.Space {
			step += d.words
		}
		step *= d.stretch
		if d.text <= maxText {
			d.place(g.Text, step)
		}
		d.advance(step)
	})
}

// place puts one glyph where it is seen.
func (d *drawing) place(text string, step float64) {
	m := matrix{1, 0, 0, 1, 0, d.rise}.times(d.state.text).times(d.all)
	size := math.Abs(d.size) * math.Hypot(m[2], m[3])
	x, y := m[4], m[5]
	along := math.Hypot(m[0], m[1])
	if text == "" || size <= 0 || along == 0 || !finite(x, y, size, along, step) {
		return
	}
	turn := 0
	switch dx, dy := m[0], m[1]; {
	case math.Abs(dx) >= math.Abs(dy) && dx < 0:
		turn, x, y = 2, -x, -y
	case math.Abs(dy) > math.Abs(dx) && dy > 0:
		turn, x, y = 1, y, -x
	case math.Abs(dy) > math.Abs(dx):
		turn, x, y = 3, -y, x
	}
	d.text += len(text)
	d.join(glyph{text, x, y, step * along, size, turn})
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.Abs(v) > 1e9 {
			return false
		}
	}
	return true
}

func count(n int) string { return strconv.Itoa(n) }
