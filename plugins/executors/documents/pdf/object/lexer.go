package object

import (
	"errors"
	"math"
	"strconv"
)

// Values of objects: nil, bool, int, float64 and these.
type (
	// Name is written /Name.
	Name string
	// String holds bytes, not characters.
	String string
	// Array is a list.
	Array []any
	// Dict maps names to values.
	Dict map[Name]any
	// Ref stands for an object elsewhere.
	Ref struct{ Num, Gen int }
	// Keyword is an operator of a content stream, or what holds objects together.
	Keyword string
	// Stream is a dictionary with bytes: [File.Data] unpacks them.
	Stream struct {
		Dict Dict
		at   int // offset of the bytes
		ref  Ref // for decryption
	}
)

const (
	maxDepth    = 100
	maxElements = 500_000 // of one object
	maxName     = 1024
	maxString   = 16 << 20
)

// Errors of reading objects.
var (
	errEnd    = errors.New("the data end inside an object")
	errSyntax = errors.New("an object is malformed")
	errLarge  = errors.New("an object is too large")
)

// Lexer reads objects out of bytes, one after the other.
type Lexer struct {
	data []byte
	pos  int
	refs bool // "1 0 R" is a reference
	left int  // elements the object being read may still have
}

// NewLexer reads the objects and operators of a content stream.
func NewLexer(data []byte) *Lexer { return &Lexer{data: data} }

func space(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func delimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return false
}

// skip goes over white space and comments.
func (l *Lexer) skip() {
	for l.pos < len(l.data) {
		switch c := l.data[l.pos]; {
		case space(c):
			l.pos++
		case c == '%':
			for l.pos < len(l.data) && l.data[l.pos] != '\n' && l.data[l.pos] != '\r' {
				l.pos++
			}
		default:
			return
		}
	}
}

// Next returns the next object or operator; ok is false at the end. What is malformed is passed over.
func (l *Lexer) Next() (value any, ok bool) {
	for {
		l.skip()
		if l.pos >= len(l.data) {
			return nil, false
		}
		before := l.pos
		l.left = maxElements
		v, err := l.object(0)
		if err == nil {
			return v, true
		}
		if errors.Is(err, errEnd) {
			return nil, false
		}
		l.pos = max(l.pos, before+1)
	}
}

func (l *Lexer) object(depth int) (any, error) {
	l.skip()
	if l.pos >= len(l.data) {
		return nil, errEnd
	}
	if l.left--; l.left < 0 || depth > maxDepth {
		return nil, errLarge
	}
	switch c := l.data[l.pos]; {
	case c == '/':
		return l.name(), nil
	case c == '(':
		return l.literal()
	case c == '<' && l.pos+1 < len(l.data) && l.data[l.pos+1] == '<':
		l.pos += 2
		return l.dict(depth)
	case c == '<':
		return l.hex()
	case c == '[':
		l.pos++
		return l.array(depth)
	case c == '+' || c == '-' || c == '.' || c >= '0' && c <= '9':
		return l.number(), nil
	case delimiter(c):
		l.pos++
		return nil, errSyntax
	}
	return l.keyword(), nil
}

func (l *Lexer) keyword() any {
	start := l.pos
	for l.pos < len(l.data) && !space(l.data[l.pos]) && !delimiter(l.data[l.pos]) && l.pos-start < maxName {
		l.pos++
	}
	switch word := string(l.data[start:l.pos]); word {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	default:
		return Keyword(word)
	}
}

// number reads a number, or a reference when it begins one. A number that is malformed is 0.
func (l *Lexer) number() any {
	start, real := l.pos, false
	for l.pos < len(l.data) && !space(l.data[l.pos]) && !delimiter(l.data[l.pos]) && l.pos-start < 64 {
		c := l.data[l.pos]
		if c >= 'A' && c != 'E' && c != 'e' { // an operator follows without a space
			break
		}
		real = real || c == '.' || c == 'e' || c == 'E'
		l.pos++
	}
	if l.pos == start {
		l.pos++
	}
	text := string(l.data[start:l.pos])
	if !real {
		n, err := strconv.Atoi(text)
		if err != nil || n > 1e12 || n < -1e12 {
			return float64(0)
		}
		if n > math.MaxInt32 || n < math.MinInt32 {
			return float64(n)
		}
		if l.refs && n >= 0 {
			if gen, ok := l.reference(); ok {
				return Ref{n, gen}
			}
		}
		return n
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || math.Abs(f) > 1e12 {
		return float64(0)
	}
	return f
}

// reference reads " 0 R" after a number, or nothing.
func (l *Lexer) reference() (gen int, ok bool) {
	i := l.pos
	for i < len(l.data) && space(l.data[i]) {
		i++
	}
	start := i
	for i < len(l.data) && l.data[i] >= '0' && l.data[i] <= '9' && i-start < 6 {
		gen = gen*10 + int(l.data[i]-'0')
		i++
	}
	if i == start {
		return 0, false
	}
	for i < len(l.data) && space(l.data[i]) {
		i++
	}
	if i >= len(l.data) || l.data[i] != 'R' || i+1 < len(l.data) && !space(l.data[i+1]) && !delimiter(l.data[i+1]) {
		return 0, false
	}
	l.pos = i + 1
	return gen, true
}

func (l *Lexer) name() Name {
	l.pos++
	var out []byte
	for l.pos < len(l.data) && !space(l.data[l.pos]) && !delimiter(l.data[l.pos]) {
		c := l.data[l.pos]
		if c == '#' && l.pos+2 < len(l.data) {
			hi, ok1 := digit(l.data[l.pos+1])
			lo, ok2 := digit(l.data[l.pos+2])
			if ok1 && ok2 {
				c = hi<<4 | lo
				l.pos += 2
			}
		}
		if len(out) < maxName {
			out = append(out, c)
		}
		l.pos++
	}
	return Name(out)
}

func (l *Lexer) array(depth int) (any, error) {
	out := Array{}
	for {
		l.skip()
		if l.pos >= len(l.data) {
			return nil, errEnd
		}
		if l.data[l.pos] == ']' {
			l.pos++
			return out, nil
		}
		v, err := l.object(depth + 1)
		if err != nil {
			return nil, err
		}
		if word, ok := v.(Keyword); ok && l.refs && (word == "endobj" || word == "obj" || word == "stream") {
			return nil, errSyntax
		}
		out = append(out, v)
	}
}

func (l *Lexer) dict(depth int) (any, error) {
	out := Dict{}
	for {
		l.skip()
		if l.pos >= len(l.data) {
			return nil, errEnd
		}
		if l.data[l.pos] == '>' {
			if l.pos++; l.pos < len(l.data) && l.data[l.pos] == '>' {
				l.pos++
			}
			return out, nil
		}
		key, err := l.object(depth + 1)
		if err != nil {
			return nil, err
		}
		name, ok := key.(Name)
		if !ok {
			if word, ok := key.(Keyword); ok && (word == "endobj" || word == "stream" || word == "obj") {
				return nil, errSyntax
			}
			continue // a value too many
		}
		l.skip()
		if l.pos < len(l.data) && l.data[l.pos] == '>' {
			continue // a name without a value
		}
		value, err := l.object(depth + 1)
		if err != nil {
			return nil, err
		}
		out[name] = value
	}
}

// SkipImage goes over the bytes of an image written between operators.
func (l *Lexer) SkipImage() {
	for i := l.pos; i+2 < len(l.data); i++ {
		if l.data[i] == 'E' && l.data[i+1] == 'I' && space(l.data[i-1]) && (i+2 == len(l.data) || space(l.data[i+2])) {
			l.pos = i + 2
			return
		}
	}
	l.pos = len(l.data)
}
