package moment

import (
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Asked is what somebody wanted to know of a moment.
type Asked struct {
	Field  string  // time, date, weekday, day, month, year, week; "" for all of it
	Offset float64 // days from today
	Zone   bool    // of another zone, which is named then
}

// Say says the moment a result holds as its one item.
func Say(v voice.Voice, result sdk.Result, a Asked) string {
	said := glyph.Line(plan.Text(result.Value))
	items := result.Items()
	if len(items) != 1 {
		return voice.Whole(said, ".")
	}
	key, day := "now_"+a.Field, plan.Text(items[0]["weekday"])+" "+plan.Text(items[0]["date"])
	switch a.Field {
	case "":
		key = "now_moment"
	case "date", "weekday", "day":
		key, said = dayKey(a.Offset), day
	case "month", "year", "week":
		if a.Offset != 0 {
			return voice.Whole(said, ".")
		}
	}
	if !v.Has(key) {
		return voice.Whole(said, ".")
	}
	zone := ""
	if a.Zone {
		zone = " (" + plan.Text(items[0]["zone"]) + ")"
	}
	return v.Tell(key, "value", said, "time", plan.Text(items[0]["time"]), "day", day, "zone", zone)
}

func dayKey(offset float64) string {
	switch {
	case offset == 0:
		return "now_today"
	case offset == 1:
		return "now_tomorrow"
	case offset == -1:
		return "now_yesterday"
	case offset > 0:
		return "now_ahead"
	}
	return "now_past"
}
