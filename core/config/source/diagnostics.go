package source

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/metnos/metnos/sdk"
)

// Diagnostics is every fault of a configuration, in the order of the file. Each entry has the parameters
// file, line and, where one is concerned, key and near (the valid name it resembles).
type Diagnostics []*sdk.Error

func (d Diagnostics) Error() string {
	lines := make([]string, len(d))
	for i, e := range d {
		lines[i] = e.Message
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns each fault.
func (d Diagnostics) Unwrap() []error {
	out := make([]error, len(d))
	for i, e := range d {
		out[i] = e
	}
	return out
}

// Err returns d sorted by line, or nil when it is empty.
func (d Diagnostics) Err() error {
	if len(d) == 0 {
		return nil
	}
	sort.Slice(d, func(i, j int) bool {
		a, b := Line(d[i]), Line(d[j])
		return a < b || a == b && d[i].Message < d[j].Message
	})
	return d
}

// Line returns the line a fault is on, 0 when it has none.
func Line(e *sdk.Error) int {
	n, err := strconv.Atoi(e.Params["line"])
	if err != nil {
		return 0
	}
	return n
}

// builtIn names the embedded text in messages.
const builtIn = "config.hcl (built in)"

// Report adds a fault at rng. More parameters follow as name, value pairs.
func (r *Reader) Report(rng hcl.Range, code, detail string, params ...string) {
	file := rng.Filename
	if file == "" {
		file = builtIn
	}
	e := sdk.Errorf(sdk.WrongArgs, code, "%s:%d: %s", file, rng.Start.Line, detail).
		With("file", file).With("line", strconv.Itoa(rng.Start.Line))
	for i := 0; i+1 < len(params); i += 2 {
		e = e.With(params[i], params[i+1])
	}
	r.Faults = append(r.Faults, e)
}

// Unknown reports a name that means nothing here, with the nearest that does.
func (r *Reader) Unknown(rng hcl.Range, name string, valid []string) {
	if near := Nearest(name, valid); near != "" {
		r.Report(rng, "config_unknown_near", fmt.Sprintf("unknown %q; did you mean %q?", name, near), "key", name, "near", near)
		return
	}
	if len(valid) == 0 {
		r.Report(rng, "config_unknown_none", fmt.Sprintf("unknown %q; nothing goes here", name), "key", name)
		return
	}
	sort.Strings(valid)
	list := strings.Join(valid, ", ")
	r.Report(rng, "config_unknown", fmt.Sprintf("unknown %q; valid: %s", name, list), "key", name, "valid", list)
}

// Nearest returns the valid name a few typing slips away from name, or "".
func Nearest(name string, valid []string) string {
	best, limit := "", 1+len(name)/3
	for _, candidate := range valid {
		if d := distance(strings.ToLower(name), candidate); d <= limit && (best == "" || d < limit) {
			best, limit = candidate, d
		}
	}
	return best
}

// distance counts the insertions, deletions, substitutions and swaps of neighbours between a and b.
func distance(a, b string) int {
	rows := [3][]int{}
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
	}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row := rows[(i-1)%3], rows[i%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}

// syntax turns the parser's faults into ours. The parser's English stays in Message.
func (r *Reader) syntax(found hcl.Diagnostics) {
	for _, d := range found {
		if d.Severity != hcl.DiagError {
			continue
		}
		rng := hcl.Range{Filename: r.File, Start: hcl.InitialPos}
		if d.Subject != nil {
			rng = *d.Subject
		}
		detail := d.Summary + ": " + d.Detail
		switch {
		case d.Summary == "Invalid single-argument block definition":
			r.Report(rng, "config_one_line_block", detail)
		case d.Summary == "Attribute redefined" && rng.CanSliceBytes(r.Source):
			r.Report(rng, "config_twice", detail, "key", string(rng.SliceBytes(r.Source)))
		default:
			r.Report(rng, "config_syntax", detail, "column", strconv.Itoa(rng.Start.Column))
		}
	}
}
