package body

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
	"unsafe"
)

// Decode reads one JSON value into what v points to. data must not change afterwards: strings share it.
func Decode(data []byte, v any) error {
	// A string made without a copy lets every text of the message be a part of it.
	d := decoder{s: unsafe.String(unsafe.SliceData(data), len(data))}
	to := reflect.ValueOf(v)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return errors.New("decoding into something that is no pointer")
	}
	d.space()
	if err := d.into(to.Elem()); err != nil {
		return err
	}
	if d.space(); d.i < len(d.s) {
		return d.fail("the end")
	}
	return nil
}

type decoder struct {
	s     string
	i     int
	depth int
}

func (d *decoder) fail(wanted string) error {
	if d.i >= len(d.s) {
		return fmt.Errorf("it ends at byte %d, where %s should be", d.i, wanted)
	}
	return fmt.Errorf("%q at byte %d, where %s should be", d.s[d.i], d.i, wanted)
}

func (d *decoder) space() {
	for d.i < len(d.s) && (d.s[d.i] == ' ' || d.s[d.i] == '\n' || d.s[d.i] == '\t' || d.s[d.i] == '\r') {
		d.i++
	}
}

// peek returns the next byte, 0 at the end.
func (d *decoder) peek() byte {
	if d.i < len(d.s) {
		return d.s[d.i]
	}
	return 0
}

func (d *decoder) literal(text string) error {
	if len(d.s)-d.i < len(text) || d.s[d.i:d.i+len(text)] != text {
		return d.fail("a value")
	}
	d.i += len(text)
	return nil
}

func (d *decoder) deeper() error {
	if d.depth++; d.depth > maxDepth {
		return fmt.Errorf("nested more than %d deep", maxDepth)
	}
	return nil
}

// each reads an object or a list, calling item at every value; an object's key is given.
func (d *decoder) each(end byte, item func(key string) error) error {
	if err := d.deeper(); err != nil {
		return err
	}
	d.i++
	d.space()
	if d.peek() == end {
		d.i++
		d.depth--
		return nil
	}
	for {
		key := ""
		if end == '}' {
			var err error
			if key, err = d.text(); err != nil {
				return err
			}
			if d.space(); d.peek() != ':' {
				return d.fail("a colon")
			}
			d.i++
			d.space()
		}
		if err := item(key); err != nil {
			return err
		}
		switch d.space(); d.peek() {
		case ',':
			d.i++
			d.space()
		case end:
			d.i++
			d.depth--
			return nil
		default:
			return d.fail("a comma or the end")
		}
	}
}

// value reads anything.
func (d *decoder) value() (any, error) {
	switch c := d.peek(); c {
	case '{':
		object := map[string]any{}
		err := d.each('}', func(key string) (err error) {
			object[key], err = d.value()
			return err
		})
		return object, err
	case '[':
		list := []any{}
		err := d.each(']', func(string) error {
			v, err := d.value()
			list = append(list, v)
			return err
		})
		return list, err
	case '"':
		return d.text()
	case 't':
		return true, d.literal("true")
	case 'f':
		return false, d.literal("false")
	case 'n':
		return nil, d.literal("null")
	}
	token, integer, err := d.number()
	if err != nil {
		return nil, err
	}
	if integer && len(token) < 16 {
		n, err := strconv.ParseInt(token, 10, 64)
		if n != 0 {
			return float64(n), err
		}
	}
	return strconv.ParseFloat(token, 64)
}

// number reads a number's text.
func (d *decoder) number() (token string, integer bool, err error) {
	start := d.i
	if d.peek() == '-' {
		d.i++
	}
	if d.peek() == '0' {
		d.i++
	} else if d.run() == 0 {
		return "", false, d.fail("a value")
	}
	integer = true
	if d.peek() == '.' {
		integer = false
		if d.i++; d.run() == 0 {
			return "", false, d.fail("a digit")
		}
	}
	if c := d.peek(); c == 'e' || c == 'E' {
		integer = false
		d.i++
		if c := d.peek(); c == '+' || c == '-' {
			d.i++
		}
		if d.run() == 0 {
			return "", false, d.fail("a digit")
		}
	}
	return d.s[start:d.i], integer, nil
}

// run skips digits and counts them.
func (d *decoder) run() int {
	start := d.i
	for d.i < len(d.s) && d.s[d.i] >= '0' && d.s[d.i] <= '9' {
		d.i++
	}
	return d.i - start
}

// into reads a value into to, which is settable.
func (d *decoder) into(to reflect.Value) error {
	s := shapeOf(to.Type())
	if s.foreign {
		if at, ok := to.Addr().Interface().(*time.Time); ok && d.peek() == '"' {
			text, err := d.text()
			if err == nil {
				err = at.UnmarshalText([]byte(text))
			}
			return err
		}
		start := d.i
		if _, err := d.value(); err != nil {
			return err
		}
		return json.Unmarshal([]byte(d.s[start:d.i]), to.Addr().Interface())
	}
	if d.peek() == 'n' {
		switch to.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice:
			to.SetZero()
		}
		return d.literal("null")
	}
	switch to.Kind() {
	case reflect.Interface:
		v, err := d.value()
		if err == nil && v != nil {
			to.Set(reflect.ValueOf(v))
		}
		return err
	case reflect.Pointer:
		if to.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
		}
		return d.into(to.Elem())
	case reflect.Struct, reflect.Map:
		if d.peek() != '{' {
			return d.fail("an object")
		}
		if to.Kind() == reflect.Map {
			return d.intoMap(to)
		}
		return d.each('}', func(key string) error {
			if i, ok := s.byName[key]; ok {
				return d.into(to.Field(i))
			}
			_, err := d.value()
			return err
		})
	case reflect.Slice:
		return d.intoSlice(to)
	}
	return d.intoScalar(to)
}

func (d *decoder) intoMap(to reflect.Value) error {
	if to.Type() == reflect.TypeFor[map[string]any]() {
		v, err := d.value()
		if err == nil {
			to.Set(reflect.ValueOf(v))
		}
		return err
	}
	made := reflect.MakeMap(to.Type())
	to.Set(made)
	return d.each('}', func(key string) error {
		item := reflect.New(to.Type().Elem()).Elem()
		err := d.into(item)
		made.SetMapIndex(reflect.ValueOf(key).Convert(to.Type().Key()), item)
		return err
	})
}

func (d *decoder) intoSlice(to reflect.Value) error {
	if d.peek() != '[' {
		return d.fail("a list")
	}
	n := 0
	to.Set(reflect.MakeSlice(to.Type(), 0, 4))
	return d.each(']', func(string) error {
		if n == to.Cap() {
			to.Grow(1)
		}
		to.SetLen(n + 1)
		n++
		return d.into(to.Index(n - 1))
	})
}

func (d *decoder) intoScalar(to reflect.Value) error {
	switch to.Kind() {
	case reflect.String:
		text, err := d.text()
		to.SetString(text)
		return err
	case reflect.Bool:
		to.SetBool(d.peek() == 't')
		if d.peek() == 't' {
			return d.literal("true")
		}
		return d.literal("false")
	}
	start := d.i
	token, _, err := d.number()
	if err != nil {
		return err
	}
	switch {
	case to.CanInt():
		n, err := strconv.ParseInt(token, 10, to.Type().Bits())
		to.SetInt(n)
		return d.ranged(start, err)
	case to.CanUint():
		n, err := strconv.ParseUint(token, 10, to.Type().Bits())
		to.SetUint(n)
		return d.ranged(start, err)
	}
	f, err := strconv.ParseFloat(token, to.Type().Bits())
	to.SetFloat(f)
	return d.ranged(start, err)
}

func (d *decoder) ranged(at int, err error) error {
	if err != nil {
		return fmt.Errorf("the number at byte %d does not fit: %w", at, err)
	}
	return nil
}
