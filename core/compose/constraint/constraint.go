package constraint

import (
	"slices"
	"time"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
)

// Stamp writes an instant as executors take it.
func Stamp(t time.Time) string { return t.Format(time.RFC3339) }

// Apply puts each constraint into the producer's arguments, and returns those it has no argument for.
func Apply(t *shelf.Tool, args map[string]any, list []request.Condition) (rest []request.Condition) {
	for _, k := range list {
		if k.Semantic == "empty" && !t.Has("empty") && t.Output.Fields["empty"] == "" {
			k = Sized(k)
		}
		arg, ok := t.ByMeaning[k.Semantic]
		if left, more := args[arg].([]any); ok && more && k.Semantic == "exclude" {
			names, _ := k.Value.([]any)
			args[arg] = append(slices.Clone(left), names...)
			continue
		}
		if _, taken := args[arg]; !ok || taken {
			rest = append(rest, k)
			continue
		}
		if text, isText := k.Value.(string); isText && !t.Allows(k.Semantic, text) {
			rest = append(rest, k)
			continue
		}
		t.Put(args, k.Semantic, k.Value)
	}
	return rest
}

// Sized is what being empty means of files: they hold no byte. A folder has no size of its own.
func Sized(k request.Condition) request.Condition {
	return request.Condition{Semantic: "size_max", Value: int64(0), Property: "size", Op: "le", Text: "0", Said: k.Said}
}

// StartOfDay is midnight of the person's day.
func StartOfDay(now time.Time, zone *time.Location) time.Time {
	if zone != nil {
		now = now.In(zone)
	}
	y, m, d := now.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, now.Location())
}
