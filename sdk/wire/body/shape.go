package body

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// shape is what is known of a type.
type shape struct {
	foreign bool    // left to encoding/json
	fields  []field // of a struct
	byName  map[string]int
}

type field struct {
	index     int
	quoted    string // "name":
	omitEmpty bool
}

var shapes sync.Map // reflect.Type -> *shape

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := look(t)
	shapes.Store(t, s)
	return s
}

var own = []reflect.Type{
	reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.Unmarshaler](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler](),
}

func look(t reflect.Type) *shape {
	for _, i := range own {
		if t.Implements(i) || reflect.PointerTo(t).Implements(i) {
			return &shape{foreign: true}
		}
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.Pointer:
		return &shape{}
	case reflect.Interface:
		return &shape{foreign: t.NumMethod() > 0}
	case reflect.Map:
		return &shape{foreign: t.Key().Kind() != reflect.String || shapeOf(t.Key()).foreign}
	case reflect.Slice:
		return &shape{foreign: t.Elem().Kind() == reflect.Uint8}
	case reflect.Struct:
		return lookStruct(t)
	}
	return &shape{foreign: true}
}

func lookStruct(t reflect.Type) *shape {
	s := &shape{byName: map[string]int{}}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		if f.Anonymous {
			return &shape{foreign: true}
		}
		if !f.IsExported() || tag == "-" {
			continue
		}
		name, option, _ := strings.Cut(tag, ",")
		if option != "" && option != "omitempty" {
			return &shape{foreign: true}
		}
		if name == "" {
			name = f.Name
		}
		s.byName[name] = i
		s.fields = append(s.fields, field{index: i, quoted: string(appendString(nil, name)) + ":", omitEmpty: option != ""})
	}
	return s
}
