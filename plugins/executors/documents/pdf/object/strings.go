package object

func digit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

func (l *Lexer) hex() (any, error) {
	l.pos++
	var out []byte
	half, have := byte(0), false
	for ; l.pos < len(l.data) && len(out) < maxString; l.pos++ {
		c := l.data[l.pos]
		if c == '>' {
			l.pos++
			if have {
				out = append(out, half<<4)
			}
			return String(out), nil
		}
		d, ok := digit(c)
		switch {
		case !ok:
		case have:
			out, have = append(out, half<<4|d), false
		default:
			half, have = d, true
		}
	}
	return nil, errEnd
}

// literal reads a string in parentheses.
func (l *Lexer) literal() (any, error) {
	l.pos++
	var out []byte
	for depth := 1; l.pos < len(l.data) && len(out) < maxString; l.pos++ {
		c := l.data[l.pos]
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				l.pos++
				return String(out), nil
			}
		case '\\':
			out = l.escape(out)
			continue
		case '\r':
			c = '\n'
			if l.pos+1 < len(l.data) && l.data[l.pos+1] == '\n' {
				l.pos++
			}
		}
		out = append(out, c)
	}
	return nil, errEnd
}

// escape reads what follows a backslash and leaves the position on its last byte.
func (l *Lexer) escape(out []byte) []byte {
	if l.pos++; l.pos >= len(l.data) {
		return out
	}
	switch c := l.data[l.pos]; c {
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case '\r':
		if l.pos+1 < len(l.data) && l.data[l.pos+1] == '\n' {
			l.pos++
		}
		return out
	case '\n':
		return out
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 0
		for i := 0; i < 3 && l.pos < len(l.data) && l.data[l.pos] >= '0' && l.data[l.pos] <= '7'; i++ {
			n = n<<3 | int(l.data[l.pos]-'0')
			l.pos++
		}
		l.pos--
		return append(out, byte(n))
	default:
		return append(out, c)
	}
}
