package manifest

import (
	"bytes"
	"strings"

	"github.com/metnos/metnos/sdk"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Stamp writes a digest and a version into a manifest's source text and leaves every other byte alone, so
// that comments and layout survive signing. digest is "sha256:<64 hex>". version "" keeps the written one;
// "+" appends the first 12 hex of the digest to it as build metadata: 1.0.0+0123456789ab.
func Stamp(data []byte, digest, version string) ([]byte, error) {
	if !digestShape.MatchString(digest) {
		return nil, sdk.Errorf(sdk.WrongArgs, "manifest_shape", "%q is not a digest", digest).
			With("key", "plugin.digest").With("value", digest).With("example", "sha256:<64 hex>")
	}
	m, err := Decode(FileName, data)
	if err != nil {
		return nil, err
	}
	if version == "+" {
		base, _, _ := strings.Cut(m.Version, "+")
		version = base + "+" + strings.TrimPrefix(digest, "sha256:")[:12]
	}
	if version != "" {
		if !versionShape.MatchString(version) {
			return nil, sdk.Errorf(sdk.WrongArgs, "manifest_shape", "%q is not a version", version).
				With("key", "version").With("value", version).With("example", "1.0.0")
		}
		if data, err = set(data, "", "version", version); err != nil {
			return nil, err
		}
	}
	return set(data, "plugin", "digest", digest)
}

// set replaces the string value of table.key, or adds the key right below the table's header.
func set(data []byte, table, key, value string) ([]byte, error) {
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
		return nil, sdk.Errorf(sdk.ContractViolation, "manifest_syntax", "%s: %w", FileName, err).
			With("at", FileName).With("detail", err.Error())
	}
	if insert < 0 {
		return nil, problem("manifest_missing", table+"."+key, "there is no [%s] table to write it in", table)
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
