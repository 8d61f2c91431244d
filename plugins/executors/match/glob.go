package match

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Pattern is a compiled glob.
type Pattern struct {
	expression *regexp.Regexp
	whole      bool
}

// Glob compiles a pattern. With a slash in it, it is matched against the whole relative path, else
// against the name alone.
func Glob(pattern string) (*Pattern, error) {
	whole := strings.Contains(pattern, "/")
	source, err := translate(strings.TrimPrefix(pattern, "./"))
	if err != nil {
		return nil, err
	}
	expression, err := regexp.Compile(`(?is)\A` + source + `\z`)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	return &Pattern{expression, whole}, nil
}

// Match takes a slash-separated path relative to the folder that is searched, and its last element.
func (p *Pattern) Match(relative, name string) bool {
	if p.whole {
		return p.expression.MatchString(relative)
	}
	return p.expression.MatchString(name)
}

// translate writes a glob as a regular expression.
func translate(pattern string) (string, error) {
	var out strings.Builder
	depth := 0
	for i := 0; i < len(pattern); {
		r, size := utf8.DecodeRuneInString(pattern[i:])
		switch {
		case strings.HasPrefix(pattern[i:], "**/"):
			out.WriteString(`(?:.*/)?`)
			size = 3
		case strings.HasPrefix(pattern[i:], "**"):
			out.WriteString(`.*`)
			size = 2
		case r == '*':
			out.WriteString(`[^/]*`)
		case r == '?':
			out.WriteString(`[^/]`)
		case r == '[':
			class, n, err := bracket(pattern[i:])
			if err != nil {
				return "", err
			}
			out.WriteString(class)
			size = n
		case r == '{':
			out.WriteString(`(?:`)
			depth++
		case r == '}' && depth > 0:
			out.WriteString(`)`)
			depth--
		case r == ',' && depth > 0:
			out.WriteString(`|`)
		case r == '\\' && i+1 < len(pattern):
			_, next := utf8.DecodeRuneInString(pattern[i+1:])
			out.WriteString(regexp.QuoteMeta(pattern[i+1 : i+1+next]))
			size += next
		default:
			out.WriteString(regexp.QuoteMeta(pattern[i : i+size]))
		}
		i += size
	}
	if depth > 0 {
		return "", fmt.Errorf("pattern %q: a brace is not closed", pattern)
	}
	return out.String(), nil
}

// bracket translates a character class and returns how many bytes it took.
func bracket(s string) (class string, n int, err error) {
	end := strings.IndexByte(s[1:], ']')
	if end == 0 { // a first ] belongs to the class
		if next := strings.IndexByte(s[2:], ']'); next >= 0 {
			end = next + 1
		} else {
			end = -1
		}
	}
	if end < 0 {
		return "", 0, fmt.Errorf("pattern %q: a bracket is not closed", s)
	}
	inner := s[1 : 1+end]
	negated := strings.HasPrefix(inner, "!") || strings.HasPrefix(inner, "^")
	if negated {
		inner = inner[1:]
	}
	if inner == "" {
		return "", 0, fmt.Errorf("pattern %q: empty brackets", s)
	}
	inner = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`, `&`, `\&`, `~`, `\~`).Replace(inner)
	if negated {
		return `[^/` + inner + `]`, end + 2, nil
	}
	return `[` + inner + `]`, end + 2, nil
}
