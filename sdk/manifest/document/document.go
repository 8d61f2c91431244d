package document

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Place is where a key was written: 1-based; the zero Place is nowhere.
type Place struct{ Row, Column int }

// Places maps key paths to places. Elements of an array of tables are numbered: tests[0].name.
type Places map[string]Place

// Find returns the place of a key, or of the nearest key above it.
func (places Places) Find(key string) Place {
	for key != "" {
		if at, ok := places[key]; ok {
			return at
		}
		key = key[:max(0, strings.LastIndexAny(key, ".["))]
	}
	return Place{}
}

// Read maps every key of a valid document.
func Read(data []byte) Places {
	places := make(Places)
	count := make(map[string]int)
	prefix := ""
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		key := ""
		var first *unstable.Node
		for it := e.Key(); it.Next(); {
			n := it.Node()
			if first == nil {
				first = n
			}
			if key != "" {
				key += "."
			}
			key += string(n.Data)
			if open := latest(count, key); open != "" && e.Kind != unstable.ArrayTable {
				key = open
			}
		}
		if first == nil {
			continue
		}
		start := p.Shape(first.Raw).Start
		at := Place{start.Line, start.Column}
		switch e.Kind {
		case unstable.Table:
			prefix = key + "."
			places[key] = at
		case unstable.ArrayTable:
			prefix = arrayTable(count, key)
			places[strings.TrimSuffix(prefix, ".")] = at
		case unstable.KeyValue:
			if _, seen := places[prefix+key]; !seen {
				places[prefix+key] = at
			}
		}
	}
	return places
}

// latest names the open element of an array of tables, or "" when key is none.
func latest(count map[string]int, key string) string {
	if n := count[key]; n > 0 {
		return key + "[" + strconv.Itoa(n-1) + "]"
	}
	return ""
}

// arrayTable counts one more element of key and returns its prefix.
func arrayTable(count map[string]int, key string) string {
	parent := key[:max(0, strings.LastIndex(key, "."))]
	if open := latest(count, parent); open != "" {
		key = open + key[len(parent):]
	}
	count[key]++
	return key + "[" + strconv.Itoa(count[key]-1) + "]."
}

// ErrNoTable says that the document has no such table to write a key in.
var ErrNoTable = errors.New("no such table")

// Set replaces the string value of table.key ("" is the top of the document), or adds the key right below
// the table's header.
func Set(data []byte, table, key, value string) ([]byte, error) {
	var p unstable.Parser
	p.Reset(data)
	current, insert := "", -1
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			current = dotted(e)
			if current == table && e.Kind == unstable.Table {
				insert = lineEnd(data, lastKey(e))
			}
		case unstable.KeyValue:
			name := dotted(e)
			if current != "" {
				name = current + "." + name
			}
			if name == strings.TrimPrefix(table+"."+key, ".") {
				raw := e.Value().Raw
				return splice(data, int(raw.Offset), int(raw.Offset+raw.Length), `"`+value+`"`), nil
			}
		}
	}
	if err := p.Error(); err != nil {
		return nil, err
	}
	if insert < 0 {
		return nil, ErrNoTable
	}
	return splice(data, insert, insert, key+" = \""+value+"\"\n"), nil
}

func dotted(e *unstable.Node) string {
	var parts []string
	for it := e.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, ".")
}

// lastKey returns the offset of the end of a table header's last key.
func lastKey(e *unstable.Node) int {
	end := 0
	for it := e.Key(); it.Next(); {
		raw := it.Node().Raw
		end = int(raw.Offset + raw.Length)
	}
	return end
}

// lineEnd returns the offset just after the line that holds offset.
func lineEnd(data []byte, offset int) int {
	if i := bytes.IndexByte(data[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(data)
}

func splice(data []byte, from, to int, text string) []byte {
	out := make([]byte, 0, len(data)+len(text))
	out = append(out, data[:from]...)
	if from == to && from > 0 && data[from-1] != '\n' {
		out = append(out, '\n')
	}
	out = append(out, text...)
	return append(out, data[to:]...)
}
