package installed

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Package is one installed package. Size is in bytes, 0 when it is not told.
type Package struct {
	Name, Version, Architecture, Summary string
	Size                                 int64
}

// Bounds of the list: one line, and what is kept of a value.
const (
	maxLine  = 1 << 20
	maxValue = 300
)

// ErrBroken is a list with a line no such list has.
var ErrBroken = errors.New("a line of the list is longer than 1 MiB")

// Each calls fn with every package that is installed, until fn returns false.
func Each(r io.Reader, fn func(Package) bool) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	var p Package
	there := false
	end := func() bool {
		ok := !there || p.Name == "" || fn(p)
		p, there = Package{}, false
		return ok
	}
	for lines.Scan() {
		line := lines.Text()
		if strings.TrimSpace(line) == "" {
			if !end() {
				return nil
			}
			continue
		}
		if line[0] == ' ' || line[0] == '\t' {
			continue // more of the value above
		}
		key, value, _ := strings.Cut(line, ":")
		value = short(strings.TrimSpace(value))
		switch strings.ToLower(key) {
		case "package":
			p.Name = value
		case "version":
			p.Version = value
		case "architecture":
			p.Architecture = value
		case "description":
			p.Summary = value
		case "status":
			there = strings.HasSuffix(value, " installed")
		case "installed-size":
			if n, err := strconv.ParseInt(value, 10, 50); err == nil && n >= 0 {
				p.Size = n << 10
			}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return ErrBroken
	} else if err != nil {
		return err
	}
	end()
	return nil
}

func short(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if len(s) <= maxValue {
		return s
	}
	s = s[:maxValue]
	for len(s) > 0 && !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s + "…"
}
