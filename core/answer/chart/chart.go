package chart

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

// What a drawing can show and still be read.
const (
	minBars, maxBars     = 2, 40
	minPoints, maxPoints = 3, 400
)

// Asked is what the step that made the rows was asked for. Its words are the person's own, or "".
type Asked struct {
	By  string // what it grouped by
	Of  string // the field it calculated on
	How string // the calculation: sum, mean, ...
}

// Of returns how a table is drawn: as bars when each of its rows is one part of a breakdown, as a line when its rows follow one
// another in time; nil when neither is certain. A breakdown has one column that names its rows, each once, and one
// column of numbers; total is how many rows there are, shown or not.
func Of(columns []manifest.Column, rows []map[string]any, total int, asked Asked) *core.Chart {
	if len(rows) < minBars || total > len(rows) {
		return nil
	}
	label, value, ok := pair(columns, rows)
	if !ok || label.Key != columns[0].Key {
		return nil
	}
	c := &core.Chart{Kind: "bars", Label: label.Key, Value: value.Key, Type: value.Type, By: asked.By, Of: asked.Of, How: asked.How}
	labels := make([]string, len(rows))
	for i, row := range rows {
		labels[i] = text(row[label.Key])
	}
	switch {
	case len(rows) >= minPoints && len(rows) <= maxPoints && ordered(labels):
		c.Kind = "line"
	case len(rows) > maxBars || !distinct(labels) || flat(rows, value.Key):
		return nil
	}
	return c
}

// pair finds the two columns that hold anything: one of names, one of numbers. With a third there is more to tell than a
// drawing can.
func pair(columns []manifest.Column, rows []map[string]any) (label, value manifest.Column, ok bool) {
	var labels, values []manifest.Column
	for _, c := range columns {
		if empty(rows, c.Key) {
			continue
		}
		switch {
		case slices.Contains(plain, c.Type) && numbers(rows, c.Key):
			values = append(values, c)
		case slices.Contains(naming, c.Type) && texts(rows, c.Key):
			labels = append(labels, c)
		default:
			return label, value, false
		}
	}
	if len(labels) != 1 || len(values) != 1 {
		return label, value, false
	}
	return labels[0], values[0], true
}

// plain are the types of values that can be compared by length; naming those that name a row. A path names a file, and a list
// of files with their sizes is a list.
var (
	plain  = []string{"integer", "number", "bytes", "ms", "duration", "percent", ""}
	naming = []string{"text", "datetime", "date", ""}
)

func empty(rows []map[string]any, key string) bool {
	return !slices.ContainsFunc(rows, func(row map[string]any) bool { return row[key] != nil && row[key] != "" })
}

func numbers(rows []map[string]any, key string) bool {
	return !slices.ContainsFunc(rows, func(row map[string]any) bool { _, ok := Number(row[key]); return !ok })
}

func texts(rows []map[string]any, key string) bool {
	return !slices.ContainsFunc(rows, func(row map[string]any) bool {
		switch row[key].(type) {
		case string, time.Time, nil:
			return false
		}
		return true
	})
}

// flat reports whether nothing is to be seen: all values are zero.
func flat(rows []map[string]any, key string) bool {
	return !slices.ContainsFunc(rows, func(row map[string]any) bool { n, _ := Number(row[key]); return n != 0 })
}

// Number is a finite number, however it is held.
func Number(v any) (float64, bool) {
	var n float64
	switch v := v.(type) {
	case int:
		n = float64(v)
	case int64:
		n = float64(v)
	case float64:
		n = v
	default:
		return 0, false
	}
	return n, !math.IsNaN(n) && !math.IsInf(n, 0)
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case time.Time:
		return v.Format(time.RFC3339)
	}
	return ""
}

func distinct(labels []string) bool {
	seen := make(map[string]bool, len(labels))
	for _, l := range labels {
		if seen[l] {
			return false
		}
		seen[l] = true
	}
	return true
}

// period is a month, a day or a moment, as rows and groups are labelled by.
var period = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])(-\d{2}([T ]\d{2}:\d{2}.*)?)?$`)

// ordered reports whether the labels are periods, each later than the one before. Four digits are years when every one
// could be.
func ordered(labels []string) bool {
	for i, l := range labels {
		if !period.MatchString(l) && !year(l) || i > 0 && (len(l) != len(labels[i-1]) || l <= labels[i-1]) {
			return false
		}
	}
	return true
}

func year(label string) bool {
	n, err := strconv.Atoi(label)
	return err == nil && len(label) == 4 && n >= 1900 && n <= 2100
}
