package when

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core/when/civil"
	"github.com/metnos/metnos/core/when/repeat"
)

var zones = []string{"Europe/Rome", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "Asia/Tokyo", "Pacific/Apia", "UTC", "Africa/Casablanca"}

func anyClock(t testing.TB, r *rapid.T) Clock {
	z := zone(t, rapid.SampledFrom(zones).Draw(r, "zone"))
	return Clock{Now: time.Unix(rapid.Int64Range(0, 4_000_000_000).Draw(r, "now"), 0).In(z), Zone: z, Future: rapid.Bool().Draw(r, "future")}
}

// TestShift: a day later, what is relative to now means the same a day later. Weeks, months, weekdays and hours that
// the clocks change are where the calendar does not move by a day; they are not in this list.
func TestShift(t *testing.T) {
	said := []string{"oggi", "ieri", "domani", "l'altro ieri", "dopodomani", "tre giorni fa", "tra 10 giorni", "fra due settimane", "yesterday", "in 3 days",
		"two days ago", "a week from tomorrow", "ieri sera", "domani mattina", "tomorrow at 12", "domani a mezzogiorno", "dopo ieri", "since yesterday", "entro domani", "da ieri a domani", "ieri tra le 9 e le 11"}
	rapid.Check(t, func(r *rapid.T) {
		c := anyClock(t, r)
		later := c
		later.Now = civil.Shift(c.Now, Span{Days: 1})
		if c.Now.Hour() != later.Now.Hour() || c.Now.Hour() < 4 { // the clocks change
			return
		}
		text := rapid.SampledFrom(said).Draw(r, "text")
		a, err1 := Read(text, c)
		b, err2 := Read(text, later)
		if err1 != nil || err2 != nil {
			return // a time the clocks skip or repeat
		}
		for _, p := range [][2]time.Time{{a.Window.From, b.Window.From}, {a.Window.To, b.Window.To}} {
			if p[0].IsZero() != p[1].IsZero() || !p[0].IsZero() && p[0].Hour() >= 4 && !civil.Shift(p[0], Span{Days: 1}).Equal(p[1]) {
				r.Fatalf("%s at %v: %v, a day later %v", text, c.Now, a.Window, b.Window)
			}
		}
	})
}

// TestReadOrdered: whatever the words of the grammars say, a window is not empty, what is ambiguous has several
// meanings, and what is complete has a next moment or has ended.
func TestReadOrdered(t *testing.T) {
	pool := strings.Fields(italian + " " + english)
	pool = slices.DeleteFunc(pool, func(w string) bool { return strings.ContainsAny(w, "<>[]()|=:#") })
	pool = append(pool, "3", "7", "31", "2024", "12/03/2024", "8:30", "17", ",", "-", "'90", "29", "2025-03-30")
	rapid.Check(t, func(r *rapid.T) {
		c := anyClock(t, r)
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pool), 1, 9).Draw(r, "words"), " ")
		sound(r, text, c)
	})
}

// fails is what a property reports to.
type fails interface{ Fatalf(string, ...any) }

func sound(r fails, text string, c Clock) {
	got, err := Read(text, c)
	readings := []Reading{got}
	if many, ok := err.(*Ambiguous); ok {
		if readings = many.Readings; len(readings) < 2 {
			r.Fatalf("%q is ambiguous in %d ways", text, len(readings))
		}
	} else if err != nil {
		return
	}
	for _, g := range readings {
		switch g.Kind {
		case Interval, Moment:
			if w := g.Window; w.From.IsZero() && w.To.IsZero() || !w.From.IsZero() && !w.To.IsZero() && !w.From.Before(w.To) {
				r.Fatalf("%q at %v is empty: %v", text, c.Now, w)
			}
		case Duration:
			if g.Span == (Span{}) {
				r.Fatalf("%q lasts nothing", text)
			}
		case Repetition:
			if next := g.Repeat.Next(c.Now, c.Zone); !next.IsZero() && !next.After(c.Now) {
				r.Fatalf("%q: %v is not after now", text, next)
			}
		default:
			r.Fatalf("%q has no kind", text)
		}
	}
}

func anyTime(r *rapid.T) repeat.Time {
	return repeat.Time{Hour: rapid.IntRange(0, 23).Draw(r, "hour"), Minute: rapid.SampledFrom([]int{0, 5, 30, 59}).Draw(r, "minute")}
}

// anyRecurrence is a complete recurrence that the grammars can say.
func anyRecurrence(r *rapid.T, c Clock) Recurrence {
	rec := Recurrence{Every: rapid.SampledFrom([]int{1, 1, 1, 2, 3, 15}).Draw(r, "every"), Unit: rapid.SampledFrom([]Unit{Minute, Hour, Day, Week, Month, Year}).Draw(r, "unit")}
	weekdays := rapid.SliceOfN(rapid.SampledFrom([]time.Weekday{0, 1, 2, 3, 4, 5, 6}), 1, 6)
	nth := func() {
		rec.Nth = rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 4, 5, -1}), 1, 3).Draw(r, "nth")
		rec.Weekdays = rapid.SampledFrom([][]time.Weekday{{0}, {1}, {6}, {1, 2, 3, 4, 5}}).Draw(r, "weekday")
	}
	switch by := rapid.Bool().Draw(r, "by"); {
	case rec.Unit < Day && by:
		rec.Hours = &repeat.Hours{From: anyTime(r), To: anyTime(r)}
		if rec.Hours.From == rec.Hours.To {
			rec.Hours = nil
		}
	case rec.Unit < Day, rec.Unit == Week:
		rec.Weekdays = weekdays.Draw(r, "weekdays")
	case rec.Unit == Month && by:
		rec.MonthDays = rapid.SliceOfN(rapid.SampledFrom([]int{1, 8, 11, 15, 22, 23, 29, 30, 31, -1}), 1, 4).Draw(r, "days")
	case rec.Unit == Year && by:
		rec.Month = time.Month(rapid.IntRange(1, 12).Draw(r, "month"))
		rec.MonthDays = []int{rapid.SampledFrom([]int{1, 2, 8, 28, -1}).Draw(r, "day")}
	case rec.Unit == Year:
		rec.Month = time.Month(rapid.IntRange(1, 12).Draw(r, "month"))
		nth()
	case rec.Unit == Month:
		nth()
	}
	if rec.Unit >= Day {
		for range rapid.IntRange(1, 3).Draw(r, "times") {
			rec.Times = append(rec.Times, anyTime(r))
		}
	}
	if rec.Zone = rapid.SampledFrom([]string{"", "", "America/New_York", "UTC", "Asia/Tokyo"}).Draw(r, "its zone"); rec.Unit < Day && rec.Hours == nil {
		rec.Zone = ""
	}
	ends(r, c, &rec)
	if all := rec.Normal(); rec.Unit != Week || rec.Every > 1 || len(all.Weekdays) < 7 {
		return all
	}
	return Recurrence{Every: 1, Unit: Day, Times: rec.Normal().Times}
}

func ends(r *rapid.T, c Clock, rec *Recurrence) {
	loc, err := rec.Location(c.Zone)
	if err != nil {
		r.Fatal(err)
	}
	y, m, d := c.Now.In(loc).Date()
	if rec.Count = rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(r, "count"); rec.Count > 0 || rec.Every > 1 && rec.Unit >= Day || rapid.Bool().Draw(r, "starts") {
		rec.Start = civil.Midnight(y, m, d+rapid.IntRange(1, 60).Draw(r, "start"), loc)
		if rec.Unit < Day {
			rec.Start = rec.Start.Add(7*time.Hour + 35*time.Minute)
		}
	}
	if rapid.Bool().Draw(r, "stops") {
		rec.Until = civil.Midnight(y, m, d+rapid.IntRange(70, 400).Draw(r, "until"), loc)
	}
}

// TestRoundTrip: the text of a recurrence means that recurrence, in both languages.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		z := zone(t, rapid.SampledFrom([]string{"Europe/Rome", "America/New_York", "Asia/Tokyo"}).Draw(r, "zone"))
		c := Clock{Now: time.Date(2025, 6, 18, 10, 30, 0, 0, z), Zone: z}
		rec := anyRecurrence(r, c)
		for _, lang := range []string{"it", "en"} {
			text := rec.Text(lang, z)
			got, err := Read(text, c)
			if err != nil || got.Kind != Repetition || !got.Repeat.Equal(rec) {
				r.Fatalf("%+v\nis said %q\nwhich means %+v, %v", rec, text, got.Repeat, err)
			}
		}
	})
}

// TestNextIncreases: the moments of a recurrence follow one another, on days it chooses, within its ends.
func TestNextIncreases(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := anyClock(t, r)
		rec := anyRecurrence(r, c)
		at, n := c.Now, 0
		for range 40 {
			next := rec.Next(at, c.Zone)
			if next.IsZero() {
				break
			}
			n++
			if !next.After(at) || next.Before(rec.Start) || !rec.Until.IsZero() && !next.Before(rec.Until) {
				r.Fatalf("%+v: after %v comes %v", rec, at, next)
			}
			if mid := rec.Next(at.Add(next.Sub(at)/2), c.Zone); rec.Unit >= Day && !mid.Equal(next) {
				r.Fatalf("%+v: half way from %v to %v comes %v", rec, at, next, mid)
			}
			at = next
		}
		if n == 0 && rec.Until.IsZero() {
			r.Fatalf("%+v never happens after %v", rec, c.Now)
		}
		if rec.Count > 0 && n > rec.Count {
			r.Fatalf("%+v happens %d times", rec, n)
		}
	})
}

// TestBothLanguages: many pairs of the table, said at any moment, mean the same in both languages.
func TestBothLanguages(t *testing.T) {
	pairs := tablePairs(t)
	if len(pairs) < 100 {
		t.Fatalf("only %d pairs", len(pairs))
	}
	rapid.Check(t, func(r *rapid.T) {
		c := anyClock(t, r)
		p := rapid.SampledFrom(pairs).Draw(r, "pair")
		if it, en := said(p[0], c), said(p[1], c); it != en {
			r.Fatalf("at %v\n%s: %s\n%s: %s", c.Now, p[0], it, p[1], en)
		}
	})
}

// TestWorkIsBounded: twice the words are not much more than twice the work, counted in allocations.
func TestWorkIsBounded(t *testing.T) {
	c := clock(t)
	for _, text := range []string{"alle 8 e", "dal 3 al 7 marzo", "ogni lunedi e", "the first of the", "at 8 and", "in the a", "e il 3 e", "due ore e"} {
		work := func(n int) float64 {
			words := strings.Fields(strings.Repeat(text+" ", n))
			for len(words) < maxWords {
				words = append(words, words...)
			}
			words = words[:n*maxWords/2]
			return testing.AllocsPerRun(1, func() {
				_, _, _ = Parse(words, c)
				ParseRecurrence(words)
				_, _ = Read(strings.Join(words, " "), c)
			})
		}
		if half, full := work(1), work(2); full > 6*half+2000 || full > 60_000 {
			t.Errorf("%s: %v allocations for %d words, %v for twice as many", text, half, maxWords/2, full)
		}
	}
}

func ExampleRead() {
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		panic(err)
	}
	c := Clock{Now: time.Date(2025, 6, 18, 10, 30, 0, 0, rome), Zone: rome}
	got, err := Read("ogni primo lunedì del mese alle 8", c)
	fmt.Println(got.Repeat.Text("en", rome), err)
	fmt.Println(got.Repeat.Next(c.Now, rome))
	// Output:
	// on the first Monday of every month at 8 am <nil>
	// 2025-07-07 08:00:00 +0200 CEST
}
