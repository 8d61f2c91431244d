package body

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// maxDepth bounds nesting, both ways.
const maxDepth = 1000

// Append appends the JSON of v. What JSON cannot carry is an error.
func Append(dst []byte, v any) ([]byte, error) { return appendAny(dst, v, maxDepth) }

func appendAny(dst []byte, v any, depth int) ([]byte, error) {
	if depth--; depth < 0 {
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...), nil
	case bool:
		return strconv.AppendBool(dst, v), nil
	case string:
		return appendString(dst, v), nil
	case float64:
		return appendFloat(dst, v, 64)
	case int:
		return strconv.AppendInt(dst, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case map[string]any:
		return appendObject(dst, v, depth)
	case []any:
		return appendList(dst, v, depth)
	case []map[string]any:
		return appendList(dst, v, depth)
	}
	return appendValue(dst, reflect.ValueOf(v), depth)
}

func appendObject(dst []byte, v map[string]any, depth int) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	dst = append(dst, '{')
	start := len(dst)
	var err error
	for key, value := range v {
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, key), ':')
		if dst, err = appendAny(dst, value, depth); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func appendList[T any](dst []byte, v []T, depth int) ([]byte, error) {
	if v == nil {
		return append(dst, "null"...), nil
	}
	dst = append(dst, '[')
	var err error
	for i, item := range v {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendAny(dst, item, depth); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendFloat(dst []byte, f float64, bits int) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("%v is no JSON number", f)
	}
	if n := int64(f); float64(n) == f && n > -1<<53 && n < 1<<53 && (n != 0 || !math.Signbit(f)) {
		return strconv.AppendInt(dst, n, 10), nil
	}
	return strconv.AppendFloat(dst, f, 'g', -1, bits), nil
}

func appendValue(dst []byte, v reflect.Value, depth int) ([]byte, error) {
	if depth--; depth < 0 {
		return nil, fmt.Errorf("nested more than %d deep", maxDepth)
	}
	s := shapeOf(v.Type())
	if s.foreign {
		if at, ok := v.Interface().(time.Time); ok {
			dst, err := at.AppendText(append(dst, '"'))
			return append(dst, '"'), err
		}
		b, err := json.Marshal(v.Interface())
		return append(dst, b...), err
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case reflect.String:
		return appendString(dst, v.String()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(dst, v.Uint(), 10), nil
	case reflect.Float32:
		return appendFloat(dst, v.Float(), 32)
	case reflect.Float64:
		return appendFloat(dst, v.Float(), 64)
	case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice:
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		return appendHeld(dst, v, depth)
	}
	return appendStruct(dst, v, s, depth)
}

// appendHeld writes what a value that is not nil holds.
func appendHeld(dst []byte, v reflect.Value, depth int) ([]byte, error) {
	var err error
	switch v.Kind() {
	case reflect.Interface:
		return appendAny(dst, v.Interface(), depth)
	case reflect.Pointer:
		return appendValue(dst, v.Elem(), depth)
	case reflect.Map:
		if plain, ok := v.Interface().(map[string]any); ok {
			return appendObject(dst, plain, depth)
		}
		dst = append(dst, '{')
		for i, each := 0, v.MapRange(); each.Next(); i++ {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, each.Key().String()), ':')
			if dst, err = appendValue(dst, each.Value(), depth); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	}
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendValue(dst, v.Index(i), depth); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendStruct(dst []byte, v reflect.Value, s *shape, depth int) ([]byte, error) {
	dst = append(dst, '{')
	start := len(dst)
	var err error
	for _, f := range s.fields {
		value := v.Field(f.index)
		if f.omitEmpty && empty(value) {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = append(dst, f.quoted...)
		if dst, err = appendValue(dst, value, depth); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

const digits = "0123456789abcdef"

func appendString(dst []byte, s string) []byte {
	if len(s) > 1<<10 && cap(dst)-len(dst) < len(s) {
		dst = slices.Grow(dst, len(s)+len(s)/8) // with room for what follows
	}
	dst = append(dst, '"')
	for i := 0; ; {
		n := plain(s, i)
		dst = append(dst, s[i:n]...)
		if n == len(s) {
			return append(dst, '"')
		}
		i = n
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			r, size := utf8.DecodeRuneInString(s[i:]) // an invalid byte reads as U+FFFD of size 1
			dst = utf8.AppendRune(dst, r)
			i += size - 1
		}
		i++
	}
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain returns the end of the run from i of bytes that stand for themselves in a JSON string: ASCII without
// controls, quotes and backslashes. Eight bytes at a time: a subtraction borrows into the high bit of a byte
// that is too small, and a borrow that spills over only ends the fast loop early.
func plain(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if (x|(x-ones*0x20)|((x^ones*'"')-ones)|((x^ones*'\\')-ones))&highs != 0 {
			break
		}
	}
	for i < len(s) && s[i] >= 0x20 && s[i] < 0x80 && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}
