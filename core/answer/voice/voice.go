package voice

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Sayer is the message catalogue.
type Sayer interface {
	Say(lang, key string, params map[string]string) string
	Sentence(lang string, err error) string
	Has(key string) bool
}

// Voice speaks one person's language, and knows places as they do.
type Voice struct {
	Sayer
	lang, home string // the language as [core.Turn.Tongue] tells it
	zone       *time.Location
}

// New returns a voice. A nil zone is UTC.
func New(say Sayer, lang, home string, zone *time.Location) Voice {
	if zone == nil {
		zone = time.UTC
	}
	return Voice{say, lang, home, zone}
}

// Language is the language alone, whatever the tone.
func (v Voice) Language() string { return strings.TrimSuffix(v.lang, core.Formal) }

// Names is how many names a message lists, by the length of replies a person prefers.
func Names(length string) int {
	switch length {
	case "breve":
		return 6
	case "dettagliata":
		return 200
	}
	return 60
}

// Tell fills the sentence of a key; params are names and values in turn.
func (v Voice) Tell(key string, params ...string) string {
	filled := make(map[string]string, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		filled[params[i]] = params[i+1]
	}
	return v.Say(v.lang, key, filled)
}

// Rel is a path as a person reads it: below their home without it, and safe to show.
func (v Voice) Rel(path string) string { return glyph.Line(v.Below(path)) }

// Below shortens a path below the person's home and changes nothing else.
func (v Voice) Below(path string) string {
	if rest, ok := strings.CutPrefix(path, v.home+"/"); ok {
		return rest
	}
	if path == v.home {
		return "~"
	}
	return path
}

// Value renders one value of a known type in the person's language, on one line.
func (v Voice) Value(kind string, x any) string { return glyph.Line(v.value(kind, x)) }

func (v Voice) value(kind string, x any) string {
	switch kind {
	case "bytes":
		if n, ok := Number(x); ok {
			return v.size(n)
		}
	case "path":
		if s, ok := x.(string); ok {
			return v.Rel(s)
		}
	case "word": // one of a few the executor has, said in the person's language where the catalogue knows it
		if s, ok := x.(string); ok && v.Has("word_"+s) {
			return v.Tell("word_" + s)
		}
	case "boolean":
		if b, ok := x.(bool); ok {
			if b {
				return v.Tell("word_yes")
			}
			return v.Tell("word_no")
		}
	}
	if n, ok := Number(x); ok {
		return v.Figure(n)
	}
	s := plan.Text(x)
	if kind == "datetime" || kind == "" || kind == "text" {
		return v.Date(s)
	}
	return s
}

// Number reads a JSON number.
func Number(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	}
	return 0, false
}

// Figure writes n with the language's decimal sign, at most two decimals, and grouped from 10,000.
func (v Voice) Figure(n float64) string {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return "?"
	}
	text := strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64)
	integer, decimals, _ := strings.Cut(text, ".")
	group, point := ",", "."
	if v.Language() == "it" {
		group, point = ".", ","
	}
	sign := ""
	if strings.HasPrefix(integer, "-") {
		sign, integer = "-", integer[1:]
	}
	if len(integer) > 4 {
		for i := len(integer) - 3; i > 0; i -= 3 {
			integer = integer[:i] + group + integer[i:]
		}
	}
	if decimals != "" {
		integer += point + decimals
	}
	return sign + integer
}

// size writes bytes in the largest decimal unit with one decimal: "10,5 MB".
func (v Voice) size(n float64) string {
	for _, unit := range [...]struct {
		name  string
		bytes float64
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}} {
		if math.Abs(n) >= unit.bytes {
			return v.Figure(math.Round(n/unit.bytes*10)/10) + " " + unit.name
		}
	}
	return v.Bytes(n)
}

// Bytes writes the exact number.
func (v Voice) Bytes(n float64) string {
	return v.Tell("bytes", "Count", strconv.Itoa(int(n)), "n", v.Figure(n))
}

// Date writes a date or a moment the way the language does; any other text stays as it is.
func (v Voice) Date(s string) string {
	zone := v.zone
	if zone == nil {
		zone = time.UTC
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		t = t.In(zone)
		return v.Day(t) + t.Format(" 15:04")
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return v.Day(t)
	}
	return s
}

func (v Voice) Day(t time.Time) string {
	return strconv.Itoa(t.Day()) + " " + v.Tell("month_"+strconv.Itoa(int(t.Month()))) + " " + strconv.Itoa(t.Year())
}

// Moment is the time of day, with the day unless it is today's.
func (v Voice) Moment(at, now time.Time) string {
	at = at.In(v.zone)
	if at.Format(time.DateOnly) == now.In(v.zone).Format(time.DateOnly) {
		return at.Format("15:04")
	}
	return v.Day(at) + at.Format(" 15:04")
}

// Quote puts a value between the marks of the language.
func (v Voice) Quote(text string) string {
	if v.Language() == "it" {
		return "«" + glyph.Line(text) + "»"
	}
	return "“" + glyph.Line(text) + "”"
}
func (v Voice) More(n int) string { return v.Tell("and_more", "Count", strconv.Itoa(n)) }

// Title is what an item is called.
func (v Voice) Title(item map[string]any) string {
	if path, ok := item["path"].(string); ok {
		return v.Rel(path)
	}
	name, _ := item["name"].(string)
	return glyph.Line(name)
}

// Source names the file an answer comes from, nothing when there is no path.
func (v Voice) Source(path string) []string {
	if path == "" {
		return nil
	}
	return []string{v.Tell("found_in", "path", v.Quote(v.Rel(path)))}
}

func (v Voice) Failures(failed []sdk.Failure) string {
	lines := []string{v.Tell("failed_items", "Count", strconv.Itoa(len(failed)))}
	for i, f := range failed {
		if i == 20 && len(failed) > 21 {
			lines = append(lines, v.More(len(failed)-i))
			break
		}
		item := v.Rel(f.Item)
		params := map[string]string{"path": item, "name": filepath.Base(f.Item), "item": item}
		for name, value := range f.Params {
			params[name] = v.Rel(value)
		}
		why := v.Sentence(v.lang, &sdk.Error{Class: f.Class, Code: f.Code, Message: f.Message, Params: params})
		lines = append(lines, "- "+item+": "+why)
	}
	return strings.Join(lines, "\n")
}
