package when

import (
	"errors"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// clock is Wednesday 18 June 2025, 10:30 in Rome.
func clock(t testing.TB) Clock {
	z := zone(t, "Europe/Rome")
	return Clock{Now: time.Date(2025, 6, 18, 10, 30, 0, 0, z), Zone: z}
}

func words(s string) []string {
	return strings.Fields(strings.NewReplacer("'", "' ").Replace(s))
}

func TestWindows(t *testing.T) {
	const day = "2006-01-02"
	for _, c := range []struct{ it, en, from, to string }{
		{"oggi", "today", "2025-06-18", "2025-06-19"},
		{"ieri", "yesterday", "2025-06-17", "2025-06-18"},
		{"l'altro ieri", "the day before yesterday", "2025-06-16", "2025-06-17"},
		{"domani", "tomorrow", "2025-06-19", "2025-06-20"},
		{"questa settimana", "this week", "2025-06-16", "2025-06-23"},
		{"la settimana scorsa", "last week", "2025-06-09", "2025-06-16"},
		{"il mese scorso", "last month", "2025-05-01", "2025-06-01"},
		{"lo scorso mese", "the previous month", "2025-05-01", "2025-06-01"},
		{"questo mese", "this month", "2025-06-01", "2025-07-01"},
		{"quest'anno", "this year", "2025-01-01", "2026-01-01"},
		{"l'anno scorso", "last year", "2024-01-01", "2025-01-01"},
		{"il mese prossimo", "next month", "2025-07-01", "2025-08-01"},
		{"nel 2023", "in 2023", "2023-01-01", "2024-01-01"},
		{"a marzo", "in march", "2025-03-01", "2025-04-01"},
		{"ad agosto", "in august", "2024-08-01", "2024-09-01"},
		{"nel maggio 2023", "in may 2023", "2023-05-01", "2023-06-01"},
		{"a maggio del 2023", "in may of 2023", "2023-05-01", "2023-06-01"},
		{"il 3 marzo 2024", "on march 3 2024", "2024-03-03", "2024-03-04"},
		{"il primo maggio", "may 1st", "2025-05-01", "2025-05-02"},
		{"dal 3 al 7 marzo", "from 3 to 7 march", "2025-03-03", "2025-03-08"},
		{"tra il 3 e il 7 marzo 2024", "between 3 and 7 march 2024", "2024-03-03", "2024-03-08"},
		{"tra marzo e maggio 2022", "between march and may 2022", "2022-03-01", "2022-06-01"},
		{"dal 2021 al 2023", "from 2021 to 2023", "2021-01-01", "2024-01-01"},
		{"da novembre a febbraio", "from november to february", "2024-11-01", "2025-03-01"},
		{"lunedi", "on monday", "2025-06-16", "2025-06-17"},
		{"lunedi scorso", "last monday", "2025-06-16", "2025-06-17"},
		{"venerdi scorso", "last friday", "2025-06-13", "2025-06-14"},
		{"tre giorni fa", "three days ago", "2025-06-15", "2025-06-16"},
		{"due mesi fa", "two months ago", "2025-04-01", "2025-05-01"},
		{"2024-03-15", "2024-03-15", "2024-03-15", "2024-03-16"},
		{"15/3/2024", "15/3/2024", "2024-03-15", "2024-03-16"},
		{"2024-03", "2024-03", "2024-03-01", "2024-04-01"},
		{"prima del 2020", "before 2020", "", "2020-01-01"},
		{"dopo il 2020", "after 2020", "2021-01-01", ""},
		{"da lunedi", "since monday", "2025-06-16", ""},
	} {
		for _, text := range []string{c.it, c.en} {
			w, n, err := Parse(words(text), clock(t))
			if err != nil || n != len(words(text)) {
				t.Errorf("%s: took %d of %d words, %v", text, n, len(words(text)), err)
				continue
			}
			for _, b := range []struct {
				got  time.Time
				want string
			}{{w.From, c.from}, {w.To, c.to}} {
				got := ""
				if !b.got.IsZero() {
					got = b.got.Format(day)
					if h, m, s := b.got.Clock(); h+m+s != 0 {
						t.Errorf("%s: %v is not midnight", text, b.got)
					}
				}
				if got != b.want {
					t.Errorf("%s: %v, want %s..%s", text, w, c.from, c.to)
				}
			}
		}
	}
}

func TestRollingWindows(t *testing.T) {
	now := clock(t).Now
	for text, want := range map[string]Window{
		"negli ultimi 7 giorni":      {From: now.AddDate(0, 0, -7)},
		"in the last 30 days":        {From: now.AddDate(0, 0, -30)},
		"nelle ultime due settimane": {From: now.AddDate(0, 0, -14)},
		"in the past month":          {From: now.AddDate(0, -1, 0)},
		"nell' ultimo anno":          {From: now.AddDate(-1, 0, 0)},
		"nelle ultime 3 ore":         {From: now.Add(-3 * time.Hour)},
		"older than two weeks":       {To: now.AddDate(0, 0, -14)},
		"piu vecchi di 30 giorni":    {To: now.AddDate(0, 0, -30)},
		"piu vecchie di un anno":     {To: now.AddDate(-1, 0, 0)},
		"newer than 3 days":          {From: now.AddDate(0, 0, -3)},
		"piu di un anno fa":          {To: now.AddDate(-1, 0, 0)},
	} {
		w, n, err := Parse(strings.Fields(text), clock(t))
		if err != nil || n != len(strings.Fields(text)) || !w.From.Equal(want.From) || !w.To.Equal(want.To) {
			t.Errorf("%s: %v (%d words, %v), want %v", text, w, n, err, want)
		}
	}
}

func TestNotATime(t *testing.T) {
	for _, text := range []string{"", "cartella", "la", "i file", "may", "in archivio", "3 file", "sei", "mare 2023x", "di", "the", "from downloads", "dal vecchio",
		"from 10 to 20 mb", "da 10 a 20 mb", "between 5 and 10 files", "tra 10 e 20 mb", "dopo le 3 foto", "entro le 3 cartelle", "after 9 lines", "before 5 files", "by 3",
		"natale", "christmas", "estate 23 foto", "set 3", "second half of the file", "the first 10 rows", "le prime due righe", "le ultime 3 righe", "i 3 file", "10 - 20",
		"al 3 file", "il 3", "the 3 files", "le 8", "alle 8", "at 8", "per 3 file", "for 2 files", "sun", "sat", "fall", "spring", "ora", "now", "e 20", "half of the files",
		"l' ultimo file", "the last file", "un quarto dei file", "the 90 files", "sei file", "due", "una", "3 a", "a 3", "in 3 files", "in tre cartelle", "over 2 mb", "more than 10 mb", "meno di 3 mb"} {
		if w, n, err := Parse(strings.Fields(text), clock(t)); n != 0 || err != nil {
			t.Errorf("%q is a window: %v %d %v", text, w, n, err)
		}
	}
}

func TestImpossibleDates(t *testing.T) {
	for _, text := range []string{"31 febbraio", "30 february 2024", "31/4/2024", "il 31 giugno"} {
		var impossible *Impossible
		if _, n, err := Parse(words(text), clock(t)); n != 0 || !errors.As(err, &impossible) {
			t.Errorf("%s: %d, %v", text, n, err)
		}
	}
}

// TestClockChange: the days on which the clocks change are 23 and 25 hours long.
func TestClockChange(t *testing.T) {
	z := zone(t, "Europe/Rome")
	for day, hours := range map[string]float64{"2025-03-30": 23, "2025-10-26": 25, "2025-06-18": 24} {
		w, _, err := Parse([]string{day}, Clock{Now: time.Date(2025, 12, 1, 12, 0, 0, 0, z), Zone: z})
		if err != nil || w.To.Sub(w.From).Hours() != hours {
			t.Errorf("%s lasts %v, want %vh (%v)", day, w.To.Sub(w.From), hours, err)
		}
	}
}

// TestWindowsAreOrdered: whatever is said and whenever, a window never ends before it begins, and the words of the
// present contain now.
func TestWindowsAreOrdered(t *testing.T) {
	z := zone(t, "Europe/Rome")
	pool := strings.Fields("il la i nel di dal al tra e da a oggi ieri scorsa scorso prossimo settimana mese anno giorni 3 7 31 due 2023 2024-02 marzo maggio lunedi ultimi prima dopo fa from to last next this month week between and ago older than before since")
	rapid.Check(t, func(r *rapid.T) {
		now := time.Unix(rapid.Int64Range(0, 4_000_000_000).Draw(r, "now"), 0).In(z)
		said := rapid.SliceOfN(rapid.SampledFrom(pool), 1, 7).Draw(r, "words")
		w, n, err := Parse(said, Clock{Now: now, Zone: z})
		if err != nil || n == 0 {
			return
		}
		if n > len(said) {
			r.Fatalf("%v took %d words", said, n)
		}
		if !w.From.IsZero() && !w.To.IsZero() && !w.From.Before(w.To) {
			r.Fatalf("%v at %v is empty: %v", said, now, w)
		}
	})
	rapid.Check(t, func(r *rapid.T) {
		now := time.Unix(rapid.Int64Range(0, 4_000_000_000).Draw(r, "now"), 0).In(z)
		for _, text := range []string{"oggi", "this week", "questo mese", "this year"} {
			if w, _, err := Parse(strings.Fields(text), Clock{Now: now, Zone: z}); err != nil || !w.Contains(now) {
				r.Fatalf("%s does not contain %v: %v %v", text, now, w, err)
			}
		}
	})
}

func TestRecurrences(t *testing.T) {
	for _, c := range []struct{ it, en, missing, next string }{
		{"ogni lunedi alle 8", "every monday at 8", "", "2025-06-23T08:00"},
		{"ogni giorno alle 18:30", "every day at 18:30", "", "2025-06-18T18:30"},
		{"tutti i giorni alle 9", "daily at 9", "", "2025-06-19T09:00"},
		{"ogni venerdi alle 5 del pomeriggio", "every friday at 5 pm", "", "2025-06-20T17:00"},
		{"ogni primo lunedi del mese alle 8", "every first monday of the month at 8", "", "2025-07-07T08:00"},
		{"il primo di ogni mese alle 7", "on the 1st of every month at 7", "", "2025-07-01T07:00"},
		{"ogni lunedi e giovedi alle 10", "every monday and thursday at 10", "", "2025-06-19T10:00"},
		{"ogni 15 minuti", "every 15 minutes", "", "2025-06-18T10:45"},
		{"ogni settimana", "every week", "day", ""},
		{"ogni giorno", "every day", "time", ""},
		{"ogni lunedi", "every monday", "time", ""},
		{"ogni mese", "every month", "day", ""},
	} {
		for _, text := range []string{c.it, c.en} {
			r, n, ok := ParseRecurrence(strings.Fields(text))
			if !ok || n != len(strings.Fields(text)) || r.Missing() != c.missing {
				t.Errorf("%s: %+v took %d, ok %v, missing %q", text, r, n, ok, r.Missing())
				continue
			}
			if c.missing == "" {
				if got := r.Next(clock(t).Now, clock(t).Zone).Format("2006-01-02T15:04"); got != c.next {
					t.Errorf("%s: next is %s, want %s", text, got, c.next)
				}
			}
		}
	}
	for _, text := range []string{"ogni file", "every file", "ogni", "tutti i pdf", "il primo file", "on the desktop", "each folder"} {
		if r, n, ok := ParseRecurrence(strings.Fields(text)); ok {
			t.Errorf("%s is a recurrence: %+v %d", text, r, n)
		}
	}
}

// FuzzParse: no text makes the package panic, take words that are not there, or mean nothing while it says it means
// something.
func FuzzParse(f *testing.F) {
	for _, row := range table(f) {
		for _, s := range row.said {
			f.Add(s)
		}
	}
	for _, s := range []string{"a a a a a a a a a", "9999999 giorni fa", "alle 99:99", "every 0 days", "ogni ogni ogni", "'''''-'-,", "00000000000000000000", "31/31/31", "\xff\x00ieri"} {
		f.Add(s)
	}
	c := clock(f)
	f.Fuzz(func(t *testing.T, s string) {
		said := strings.Fields(s)
		if len(said) > 40 {
			said = said[:40]
		}
		w, n, err := Parse(said, c)
		if n < 0 || n > len(said) || err != nil && n != 0 {
			t.Fatalf("%q took %d, %v", s, n, err)
		}
		if n > 0 && !w.From.IsZero() && !w.To.IsZero() && !w.From.Before(w.To) {
			t.Fatalf("%q is empty: %v", s, w)
		}
		r, n, ok := ParseRecurrence(said)
		if n < 0 || n > len(said) || ok && r.Every < 1 {
			t.Fatalf("%q: %+v took %d", s, r, n)
		}
		sound(t, s, c)
	})
}
