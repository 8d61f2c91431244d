package rule

import (
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

func rome(t testing.TB) *time.Location {
	t.Helper()
	z, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// clock is a Monday evening in autumn.
func clock(t testing.TB, lang string) when.Clock {
	z := rome(t)
	return when.Clock{Now: time.Date(2026, 11, 30, 17, 50, 0, 0, z), Zone: z, Lang: lang, Future: true}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ lang, said, text, next string }{
		{"it", "ogni lunedì alle 8", "ogni lunedì alle 8", "2026-12-07T08:00:00+01:00"},
		{"it", "ogni settimana | martedì alle 9", "ogni martedì alle 9", "2026-12-01T09:00:00+01:00"},
		{"en", "every week | Tuesday at 9", "every Tuesday at 9 am", "2026-12-01T09:00:00+01:00"},
		{"it", "ogni giorno | alle 18", "ogni giorno alle 18", "2026-11-30T18:00:00+01:00"},
		{"it", "ogni giorno | 18", "ogni giorno alle 18", "2026-11-30T18:00:00+01:00"},
		{"it", "ogni giorno | le 18", "ogni giorno alle 18", "2026-11-30T18:00:00+01:00"},
		{"en", "every day | 6pm", "every day at 6 pm", "2026-11-30T18:00:00+01:00"},
		{"it", "ogni settimana | lunedì e giovedì | alle 7:30", "ogni lunedì e giovedì alle 7:30", "2026-12-03T07:30:00+01:00"},
		{"it", "ogni due settimane | martedì | alle 9", "ogni 2 settimane il martedì alle 9", ""},
		{"it", "ogni mese | il 5 | alle 9", "il 5 di ogni mese alle 9", "2026-12-05T09:00:00+01:00"},
		{"it", "ogni primo lunedì del mese alle 9", "il primo lunedì di ogni mese alle 9", "2026-12-07T09:00:00+01:00"},
		{"en", "every weekday at 8", "every weekday at 8 am", "2026-12-01T08:00:00+01:00"},
		{"it", "tra due ore", "30 novembre 2026 alle 19:50", "2026-11-30T19:50:00+01:00"},
		{"en", "tomorrow at 5pm", "1 December 2026 at 17:00", "2026-12-01T17:00:00+01:00"},
		{"it", "domani | alle 9", "1 dicembre 2026 alle 09:00", "2026-12-01T09:00:00+01:00"},
		{"it", "daily@08:00", "ogni giorno alle 8", "2026-12-01T08:00:00+01:00"},
		{"en", "every_15m", "every 15 minutes", "2026-11-30T18:05:00+01:00"},
		{"en", "every_120s", "every 2 minutes", "2026-11-30T17:52:00+01:00"},
		{"en", "every_2h", "every 2 hours", "2026-11-30T19:50:00+01:00"},
		{"en", "at:2026-12-24T18:00", "24 December 2026 at 18:00", "2026-12-24T18:00:00+01:00"},
		{"en", "cron:30 7 * * 1-5", "cron: 30 7 * * 1-5", "2026-12-01T07:30:00+01:00"},
		{"en", "cron:0 0 29 2 *", "cron: 0 0 29 2 *", "2028-02-29T00:00:00+01:00"},
		{"en", "cron:0 9 13 * 5", "cron: 0 9 13 * 5", "2026-12-04T09:00:00+01:00"},
	} {
		clk := clock(t, c.lang)
		r, err := Parse(strings.Split(c.said, " | "), clk)
		if err != nil || r.Check() != nil {
			t.Errorf("%s: %v", c.said, err)
			continue
		}
		if text := r.Text(c.lang, clk.Zone); text != c.text && c.next != "" {
			t.Errorf("%s is said %q, want %q", c.said, text, c.text)
		}
		if next := r.Next(clk.Now, clk.Zone).Format(time.RFC3339); next != c.next && c.next != "" {
			t.Errorf("%s comes next at %s, want %s", c.said, next, c.next)
		}
		if again, err := Parse([]string{strings.Replace(r.Text(c.lang, clk.Zone), "cron: ", "cron:", 1)}, clk); err != nil || !again.Equal(r) {
			t.Errorf("%s does not read back: %+v, %v", c.said, again, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		said, code string
		class      sdk.Class
	}{
		{"", "schedule_when", sdk.MissingInput},
		{"ogni settimana", "schedule_day", sdk.MissingInput},
		{"ogni giorno", "schedule_time", sdk.MissingInput},
		{"ogni settimana | martedì", "schedule_time", sdk.MissingInput},
		{"domani", "schedule_time", sdk.MissingInput},
		{"ogni lunedì alle 5", "schedule_which", sdk.MissingInput},
		{"ogni giorno | boh", "schedule_unclear", sdk.WrongArgs},
		{"quando capita", "schedule_unclear", sdk.WrongArgs},
		{"ieri alle 9", "schedule_past", sdk.WrongArgs},
		{"il 31 febbraio alle 9", "schedule_impossible", sdk.WrongArgs},
		{"at:2020-01-01T00:00", "schedule_past", sdk.WrongArgs},
		{"at:soon", "schedule_unclear", sdk.WrongArgs},
		{"every_5s", "schedule_often", sdk.WrongArgs},
		{"every_0m", "schedule_often", sdk.WrongArgs},
		{"daily@25:00", "schedule_unclear", sdk.WrongArgs},
		{"cron:61 * * * *", "schedule_unclear", sdk.WrongArgs},
		{"cron:* * *", "schedule_unclear", sdk.WrongArgs},
		{"cron:0 0 30 2 *", "schedule_past", sdk.WrongArgs},
	} {
		_, err := Parse(strings.Split(c.said, " | "), clock(t, "it"))
		if sdk.ClassOf(err) != c.class || codeOf(err) != c.code {
			t.Errorf("%q: %v, want %s", c.said, err, c.code)
		}
	}
	_, err := Parse([]string{"ogni lunedì alle 5"}, clock(t, "it"))
	var e *sdk.Error
	if e, _ = err.(*sdk.Error); e == nil || e.Params["options"] != "ogni lunedì alle 05:00\nogni lunedì alle 17" {
		t.Errorf("options of an hour: %q", e.Params)
	}
}

func TestMoved(t *testing.T) {
	for _, c := range []struct{ from, said, text string }{
		{"ogni lunedì alle 8", "alle 9", "ogni lunedì alle 9"},
		{"ogni lunedì alle 8", "9:30", "ogni lunedì alle 9:30"},
		{"nei giorni feriali alle 8", "alle 7:15", "nei giorni feriali alle 7:15"},
		{"il primo lunedì di ogni mese alle 9", "alle 10", "il primo lunedì di ogni mese alle 10"},
		{"ogni lunedì alle 8", "ogni martedì alle 10", "ogni martedì alle 10"},
		{"il 15 dicembre alle 10", "alle 11", "15 dicembre 2026 alle 11:00"},
		{"il 15 dicembre alle 10", "il 16 dicembre alle 10", "16 dicembre 2026 alle 10:00"},
		{"il 15 dicembre alle 10", "domani alle 8:00", "1 dicembre 2026 alle 08:00"},
	} {
		clk := clock(t, "it")
		r, err := Parse([]string{c.from}, clk)
		if err != nil {
			t.Fatal(c.from, err)
		}
		got, err := Moved(r, []string{c.said}, clk)
		if err != nil || got.Text("it", clk.Zone) != c.text {
			t.Errorf("%s, %s: %s, %v", c.from, c.said, got.Text("it", clk.Zone), err)
		}
	}
}

// TestCronKeepsToTheWall: a line of cron keeps to the wall clock over both clock changes.
func TestCronKeepsToTheWall(t *testing.T) {
	z := rome(t)
	for _, c := range []struct{ line, after, next string }{
		{"0 9 * * *", "2026-10-24T09:00:00+02:00", "2026-10-25T09:00:00+01:00"},
		{"0 9 * * *", "2027-03-27T09:00:00+01:00", "2027-03-28T09:00:00+02:00"},
		{"30 2 * * *", "2027-03-27T12:00:00+01:00", "2027-03-28T03:00:00+02:00"}, // skipped: when the clocks resume
		{"30 2 * * *", "2026-10-24T12:00:00+02:00", "2026-10-25T02:30:00+02:00"}, // repeated: once, the first time
		{"30 2 * * *", "2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"},
		{"*/20 8-9 * * 1", "2026-11-30T09:40:00+01:00", "2026-12-07T08:00:00+01:00"},
		{"0 0 * * 7", "2026-11-30T09:40:00+01:00", "2026-12-06T00:00:00+01:00"},
	} {
		after, err := time.Parse(time.RFC3339, c.after)
		if err != nil {
			t.Fatal(err)
		}
		if next := (Rule{Cron: c.line}).Next(after, z).Format(time.RFC3339); next != c.next {
			t.Errorf("%s after %s comes at %s, want %s", c.line, c.after, next, c.next)
		}
	}
}

func TestCheck(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	day := &when.Recurrence{Every: 1, Unit: when.Day}
	for _, r := range []Rule{{}, {At: at, Cron: "0 0 * * *"}, {Cron: "x"}, {Repeat: day}, {Repeat: &when.Recurrence{Every: 0, Unit: when.Hour}}, {Repeat: &when.Recurrence{Every: 1, Unit: when.Hour, Zone: "Luna/Mare"}}} {
		if sdk.ClassOf(r.Check()) != sdk.ContractViolation {
			t.Errorf("%+v is a rule", r)
		}
	}
}

// FuzzParse: whatever is said, what is accepted has a next moment that is not past, and can be said and read back.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"ogni lunedì alle 8", "every_15m", "cron:*/5 * * * *", "at:2026-12-24T18:00", "daily@08:00", "tra due ore", "cron:1,2-5/3 * 31 */2 0-7"} {
		f.Add(s, "")
	}
	f.Add("ogni settimana", "martedì alle 9")
	clk := clock(f, "it")
	f.Fuzz(func(t *testing.T, first, second string) {
		r, err := Parse([]string{first, second}, clk)
		if err != nil {
			if sdk.ClassOf(err) == "" {
				t.Fatalf("%q %q: %v has no class", first, second, err)
			}
			return
		}
		if next := r.Next(clk.Now, clk.Zone); r.Check() != nil || !next.After(clk.Now) {
			t.Fatalf("%q %q: %+v comes next at %v", first, second, r, next)
		}
	})
}
