package seal

import (
	"fmt"
	"strings"
	"time"

	"github.com/metnos/metnos/sdk"
)

// maxRecord caps a key, signature or trust file.
const maxRecord = 4096

// Record is a small text file: a title line "metnos <kind> 1", then "name: value" lines in a fixed order.
// There is one way to write each record, so its bytes can be signed.
type Record []Field

// Field is one line of a Record.
type Field struct{ Name, Value string }

// EncodeRecord writes a record; empty values are left out.
func EncodeRecord(kind string, fields Record) []byte {
	var b strings.Builder
	b.WriteString(title(kind) + "\n")
	for _, f := range fields {
		if f.Value != "" {
			b.WriteString(f.Name + ": " + f.Value + "\n")
		}
	}
	return []byte(b.String())
}

func title(kind string) string { return "metnos " + kind + " 1" }

// DecodeRecord reads a record of that kind whose fields are names, in order; a name ending in "?" may be
// absent. Anything else in the file is an error. file is for messages.
func DecodeRecord(file, kind string, data []byte, names ...string) (map[string]string, error) {
	broken := func(format string, args ...any) error {
		detail := fmt.Sprintf(format, args...)
		return sdk.Errorf(sdk.ContractViolation, "record_malformed", "%s: %s", file, detail).
			With("file", file).With("kind", kind).With("detail", detail)
	}
	if len(data) > maxRecord {
		return nil, broken("longer than %d bytes", maxRecord)
	}
	text, ok := strings.CutSuffix(string(data), "\n")
	if !ok {
		return nil, broken("does not end with a newline")
	}
	lines := strings.Split(text, "\n")
	if lines[0] != title(kind) {
		return nil, broken("does not begin with %q", title(kind))
	}
	values := make(map[string]string, len(names))
	lines = lines[1:]
	for _, name := range names {
		name, optional := strings.CutSuffix(name, "?")
		if len(lines) > 0 {
			if value, ok := strings.CutPrefix(lines[0], name+": "); ok {
				if !printable(value) {
					return nil, broken("%s is empty or holds control characters or outer spaces", name)
				}
				values[name], lines = value, lines[1:]
				continue
			}
		}
		if !optional {
			return nil, broken("the line %q is missing or out of order", name+": ...")
		}
	}
	if len(lines) > 0 {
		return nil, broken("line %q does not belong", clip(lines[0]))
	}
	return values, nil
}

func printable(value string) bool {
	if value == "" || strings.TrimSpace(value) != value {
		return false
	}
	for _, r := range value {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return false
		}
	}
	return true
}

func clip(line string) string {
	if len(line) > 40 {
		return line[:40] + "..."
	}
	return line
}

// Stamp of a record: RFC 3339 in UTC, whole seconds, so that decode and encode are inverse.
const recordTime = "2006-01-02T15:04:05Z"

// RecordTime renders t for a record; the zero time is "".
func RecordTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(recordTime)
}

// ParseRecordTime reads a time of a record; "" is the zero time.
func ParseRecordTime(file, field, value string) (time.Time, error) {
	if value == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(recordTime, value)
	if err != nil || RecordTime(t) != value { // Parse is lenient; a record has one spelling
		return time.Time{}, sdk.Errorf(sdk.ContractViolation, "record_malformed", "%s: %s %q is not a time like 2026-01-31T08:00:00Z", file, field, value).
			With("file", file).With("kind", field).With("detail", value)
	}
	return t, nil
}
