package font

import (
	"sort"
	"unicode/utf16"

	"github.com/metnos/metnos/plugins/executors/documents/pdf/object"
)

const (
	maxCodes  = 200_000 // codes of one map
	maxRanges = 50_000
)

// span is a range of codes that follow one another.
type span struct {
	low, high uint32
	text      string   // of low
	each      []string // of every code, when they do not follow
}

// codes says what the codes of a font mean.
type codes struct {
	single map[uint32]string
	spans  []span
	one    bool // codes of one byte alone
	told   bool // how long codes are was told
}

// readCodes reads a map of codes to characters.
func readCodes(data []byte) *codes {
	c := &codes{single: map[uint32]string{}}
	l := object.NewLexer(data)
	var args []any
	for {
		v, ok := l.Next()
		if !ok {
			break
		}
		word, operator := v.(object.Keyword)
		if !operator {
			if len(args) < 4*maxCodes {
				args = append(args, v)
			}
			continue
		}
		switch word {
		case "endcodespacerange":
			c.spaces(args)
		case "endbfchar":
			c.chars(args)
		case "endbfrange":
			c.ranges(args)
		}
		args = args[:0]
	}
	sort.SliceStable(c.spans, func(i, j int) bool { return c.spans[i].low < c.spans[j].low })
	return c
}

func (c *codes) spaces(args []any) {
	for i := 0; i+1 < len(args); i += 2 {
		if s, ok := args[i].(object.String); ok {
			one := len(s) == 1
			c.one = one && (c.one || !c.told)
			c.told = true
		}
	}
}

func (c *codes) chars(args []any) {
	for i := 0; i+1 < len(args) && len(c.single) < maxCodes; i += 2 {
		if code, ok := args[i].(object.String); ok {
			c.single[number(code)] = meaning(args[i+1])
		}
	}
}

func (c *codes) ranges(args []any) {
	for i := 0; i+2 < len(args) && len(c.spans) < maxRanges; i += 3 {
		low, ok1 := args[i].(object.String)
		high, ok2 := args[i+1].(object.String)
		if !ok1 || !ok2 || number(high) < number(low) {
			continue
		}
		s := span{low: number(low), high: number(high)}
		if list, ok := args[i+2].(object.Array); ok {
			for _, item := range list[:min(len(list), 65536)] {
				s.each = append(s.each, meaning(item))
			}
		} else {
			s.text = meaning(args[i+2])
		}
		c.spans = append(c.spans, s)
	}
}

// meaning is the text a map gives, which is UTF-16.
func meaning(v any) string {
	switch v := v.(type) {
	case object.String:
		return wide(string(v[:min(len(v), 64)]))
	case object.Name:
		return named(string(v))
	}
	return ""
}

// wide decodes UTF-16, big end first.
func wide(s string) string {
	if len(s) == 1 {
		return string(rune(s[0]))
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}

func number(s object.String) (n uint32) {
	for i := 0; i < len(s) && i < 4; i++ {
		n = n<<8 | uint32(s[i])
	}
	return n
}

// text is what a code means.
func (c *codes) text(code uint32) (string, bool) {
	if text, ok := c.single[code]; ok {
		return text, true
	}
	i := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].low > code })
	for back := 0; i > 0 && back < 8; back++ { // ranges may lie in one another
		i--
		s := c.spans[i]
		if code > s.high {
			continue
		}
		if s.each != nil {
			if at := int(code - s.low); at < len(s.each) {
				return s.each[at], true
			}
			continue
		}
		runes := []rune(s.text)
		if len(runes) == 0 {
			return "", true
		}
		runes[len(runes)-1] += rune(code - s.low)
		return string(runes), true
	}
	return "", false
}
