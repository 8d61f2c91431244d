package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agext/levenshtein"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest/argument"
	"github.com/pelletier/go-toml/v2"
)

// MaxBytes caps a manifest file.
const MaxBytes = 256 << 10

// Decode reads manifest.toml; name is the file as messages show it. Unknown keys are errors, all of them
// reported with file:line:column and the nearest valid key. The result is not validated: see [Check].
func Decode(name string, data []byte) (*Manifest, error) {
	if len(data) > MaxBytes {
		return nil, sdk.Errorf(sdk.Oversize, "manifest_too_big", "%s is %d bytes; a manifest may have %d", name, len(data), MaxBytes).
			With("file", name).With("size", strconv.Itoa(len(data))).With("limit", strconv.Itoa(MaxBytes))
	}
	m := new(Manifest)
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(m); err != nil {
		return nil, invalid(name, decodeProblems(name, err))
	}
	m.schema = sync.OnceValues(func() (*argument.Schema, error) { return argument.Compile(m.Args) })
	return m, nil
}

// Check decodes and validates; problems found by validation carry the line of the key they blame.
func Check(name string, data []byte) (*Manifest, error) {
	m, err := Decode(name, data)
	if err != nil {
		return nil, err
	}
	problems := m.problems()
	if len(problems) == 0 {
		return m, nil
	}
	return nil, invalid(name, locate(name, data, problems))
}

// CheckSource is [Check] for a manifest that is not stamped yet: it may lack plugin.digest.
func CheckSource(name string, data []byte) (*Manifest, error) {
	m, err := Decode(name, data)
	if err != nil {
		return nil, err
	}
	problems := slices.DeleteFunc(m.problems(), func(p *sdk.Error) bool {
		return p.Code == "manifest_missing" && p.Params["key"] == "plugin.digest"
	})
	if len(problems) == 0 {
		return m, nil
	}
	return nil, invalid(name, locate(name, data, problems))
}

func decodeProblems(name string, err error) Problems {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		problems := make(Problems, 0, len(strict.Errors))
		for i := range strict.Errors {
			problems = append(problems, unknownKey(name, &strict.Errors[i]))
		}
		return problems
	}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		row, col := at.Position()
		detail := strings.TrimPrefix(at.Error(), "toml: ")
		return Problems{placed(sdk.Errorf(sdk.ContractViolation, "manifest_syntax", "%s:%d:%d: %s", name, row, col, detail).
			With("detail", detail), name, row, col)}
	}
	return Problems{sdk.Errorf(sdk.ContractViolation, "manifest_syntax", "%s: %w", name, err).
		With("at", name).With("detail", err.Error())}
}

func unknownKey(name string, at *toml.DecodeError) *sdk.Error {
	row, col := at.Position()
	path := at.Key()
	key := strings.Join(path, ".")
	near := nearest(path[len(path)-1], keysAt(path[:len(path)-1]))
	if near == "" {
		return placed(sdk.Errorf(sdk.ContractViolation, "manifest_key_unknown", "%s:%d:%d: unknown key %q", name, row, col, key).
			With("key", key), name, row, col)
	}
	return placed(sdk.Errorf(sdk.ContractViolation, "manifest_key_misspelt", "%s:%d:%d: unknown key %q; did you mean %q?", name, row, col, key, near).
		With("key", key).With("nearest", near), name, row, col)
}

func placed(e *sdk.Error, name string, row, col int) *sdk.Error {
	return e.With("at", fmt.Sprintf("%s:%d:%d", name, row, col))
}

// keysAt lists the keys valid below a path of the document, following the struct's tags.
func keysAt(path []string) []string {
	t := reflect.TypeFor[Manifest]()
	for i := 0; ; {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice:
			t = t.Elem()
			continue
		case reflect.Map:
			if i == len(path) {
				return nil // names are the author's
			}
			t = t.Elem()
		case reflect.Struct:
			if i == len(path) {
				return tags(t)
			}
			field, ok := tagged(t, path[i])
			if !ok {
				return nil
			}
			t = field
		default:
			return nil
		}
		i++
	}
}

func tags(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		if tag := f.Tag.Get("toml"); tag != "" {
			names = append(names, tag)
		}
	}
	return names
}

func tagged(t reflect.Type, name string) (reflect.Type, bool) {
	for f := range t.Fields() {
		if f.Tag.Get("toml") == name {
			return f.Type, true
		}
	}
	return nil, false
}

// nearest returns the candidate a person most likely meant, or "" when none is close.
func nearest(word string, candidates []string) string {
	best, distance := "", len(word)/2+1
	for _, c := range candidates {
		if d := levenshtein.Distance(strings.ToLower(word), c, nil); d < distance {
			best, distance = c, d
		}
	}
	return best
}
