package value

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func rome(t testing.TB) *time.Location {
	at, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestNumbersAsWritten(t *testing.T) {
	for _, c := range []struct {
		value  any
		column []any
		lang   string
		want   string // exact, "" when it is no number
	}{
		{"12", nil, "it", "12"},
		{"-3,5", nil, "it", "-3.5"},
		{"1.234,56", nil, "en", "1234.56"},
		{"1,234.56", nil, "it", "1234.56"},
		{"1.234.567", nil, "en", "1234567"},
		{"1 234,5", nil, "it", "1234.5"},
		{"1'234.50", nil, "it", "1234.5"},
		{"€ 1.200,00", nil, "it", "1200"},
		{"12,50 €", nil, "it", "12.5"},
		{"-€ 5", nil, "it", "-5"},
		{"€ -5", nil, "it", "-5"},
		{"$3.99", nil, "it", "3.99"},
		{"22%", nil, "it", "22"},
		{"7450 EUR", nil, "it", "7450"},
		{"10 MB", nil, "it", "10000000"},
		{"1,5 GiB", nil, "it", "1610612736"},
		{"512 KiB", nil, "en", "524288"},
		{"1.234", nil, "it", "1234"},
		{"1.234", nil, "en", "1.234"},
		{"1,234", nil, "it", "1.234"},
		{"1,234", nil, "en", "1234"},
		{"1.234", []any{"0.5"}, "it", "1.234"},
		{"21.375", []any{"21.4"}, "it", "21.375"},
		{"1,234", []any{"3,1"}, "en", "1.234"},
		{"0.75", nil, "it", "0.75"},
		{"1e3", nil, "it", "1000"},
		{3.5, nil, "it", "3.5"},
		{1e21, nil, "it", "1000000000000000000000"},
		{int64(7), nil, "it", "7"},
		{"007", nil, "it", ""},
		{"", nil, "it", ""},
		{"12 mele", nil, "it", ""},
		{"1.23.4", nil, "it", ""},
		{"12,34,5", nil, "it", ""},
		{"2024-05-01", nil, "it", ""},
		{"1,", nil, "it", ""},
		{",5", nil, "it", ""},
		{"--5", nil, "it", ""},
		{"IT60X0542811101000000123456", nil, "it", ""},
		{true, nil, "it", ""},
		{nil, nil, "it", ""},
		{"NaN", nil, "it", ""},
		{"0x10", nil, "it", ""},
	} {
		column := Learn(append([]any{c.value}, c.column...), c.lang, time.UTC)
		n, ok := column.Number(c.value)
		got := ""
		if ok {
			got = n.Rat().RatString()
		}
		want := c.want
		if want != "" {
			r, _ := new(big.Rat).SetString(want)
			want = r.RatString()
		}
		if got != want {
			t.Errorf("%v (%s, beside %v) = %q, want %q", c.value, c.lang, c.column, got, want)
		}
	}
}

func TestMomentsAsWritten(t *testing.T) {
	for _, c := range []struct {
		text, beside, lang, want string
		lasts                    time.Duration
	}{
		{"2024-05-03T10:00:00+02:00", "", "it", "2024-05-03T10:00:00+02:00", 0},
		{"2024-05-03", "", "it", "2024-05-03T00:00:00+02:00", 24 * time.Hour},
		{"2024-03-31", "", "it", "2024-03-31T00:00:00+01:00", 23 * time.Hour},
		{"2024-05-03 10:15", "", "it", "2024-05-03T10:15:00+02:00", time.Minute},
		{"03/04/2024", "", "it", "2024-04-03T00:00:00+02:00", 24 * time.Hour},
		{"03/04/2024", "", "en", "2024-03-04T00:00:00+01:00", 24 * time.Hour},
		{"03/04/2024", "25/12/2024", "en", "2024-04-03T00:00:00+02:00", 24 * time.Hour},
		{"03/04/2024", "12/25/2024", "it", "2024-03-04T00:00:00+01:00", 24 * time.Hour},
		{"31.12.99", "", "it", "1999-12-31T00:00:00+01:00", 24 * time.Hour},
		{"1/2/24 9:30", "", "it", "2024-02-01T09:30:00+01:00", time.Minute},
		{"31/02/2024", "", "it", "", 0},
		{"2024-13-01", "", "it", "", 0},
		{"32/13/2024", "", "it", "", 0},
		{"12345", "", "it", "", 0},
		{"domani", "", "it", "", 0},
	} {
		column := Learn([]any{c.text, c.beside}, c.lang, rome(t))
		span, ok := column.Time(c.text)
		got := ""
		if ok {
			got = span.Start.Format(time.RFC3339)
		}
		if got != c.want || span.End.Sub(span.Start) != c.lasts {
			t.Errorf("%q = %q for %s, want %q for %s", c.text, got, span.End.Sub(span.Start), c.want, c.lasts)
		}
	}
	column := Learn(nil, "it", rome(t))
	for text, want := range map[string]string{"2024": "2024-12-31", "2024-02": "2024-02-29", "02/2024": "2024-02-29"} {
		span, ok := column.Asked(text)
		if got := span.End.AddDate(0, 0, -1).Format(time.DateOnly); !ok || got != want {
			t.Errorf("%q ends on %s, want %s", text, got, want)
		}
	}
}

func TestKindIsThatOfMostValues(t *testing.T) {
	for _, c := range []struct {
		values []any
		want   Kind
	}{
		{[]any{"1", "2", "n/d"}, AsNumber},
		{[]any{"1", "a", "b"}, AsText},
		{[]any{"2024-05-01", "", nil}, AsTime},
		{[]any{}, AsText},
		{[]any{"", nil}, AsText},
	} {
		if got := Learn(c.values, "it", time.UTC).Kind; got != c.want {
			t.Errorf("%v is %s, want %s", c.values, got, c.want)
		}
	}
}

func TestNaturalOrder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"file2", "file10", -1}, {"file10", "file2", 1}, {"a", "a", 0}, {"a1", "a01", 0}, {"a", "a1", -1}, {"1", "b", -1}, {"x2y1", "x2y3", -1},
	} {
		if got := Natural(c.a, c.b); got != c.want {
			t.Errorf("Natural(%q, %q) = %d", c.a, c.b, got)
		}
	}
}

// Compare is a strict weak order on comparable values, or sorting would depend on where it starts.
func TestCompareIsAnOrder(t *testing.T) {
	pool := []any{"1", "1,0", "2,5", "10", "a", "À", "b10", "b9", "2024-05-01", "01/05/2024", "2024-05-01T00:00:00Z", 3.0, "n/d", ""}
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.SampledFrom(pool), 3, 8).Draw(t, "values")
		c := Learn(values, "it", time.UTC)
		a, b, d := values[0], values[1], values[2]
		if !c.Comparable(a) || !c.Comparable(b) || !c.Comparable(d) {
			t.Skip()
		}
		if c.Compare(a, b) != -c.Compare(b, a) {
			t.Fatalf("%v and %v", a, b)
		}
		if c.Compare(a, b) <= 0 && c.Compare(b, d) <= 0 && c.Compare(a, d) > 0 {
			t.Fatalf("%v, %v, %v", a, b, d)
		}
	})
}

func FuzzColumn(f *testing.F) {
	for _, seed := range []string{"1.234,56", "€ 5", "10 MB", "03/04/2024", "2024", "−3", "1e99", "1e-99", "0,000", "9.999.999", "\xff", "1'000", "0\n0", "2024-"} {
		f.Add(seed, "it")
		f.Add(seed, "en")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		c := Learn([]any{text}, lang, time.UTC)
		if n, ok := c.Number(text); ok {
			f64, _ := n.Rat().Float64()
			if diff := f64 - n.Float(); diff > 1e-6*max(1, f64) || diff < -1e-6*max(1, f64) {
				t.Fatalf("%q is %v and %v", text, f64, n.Float())
			}
			if c.Compare(text, text) != 0 {
				t.Fatalf("%q differs from itself", text)
			}
		}
		if s, ok := c.Time(text); ok && s.End.Before(s.Start) {
			t.Fatalf("%q ends before it starts", text)
		}
		c.Asked(text)
	})
}

func BenchmarkLearn(b *testing.B) {
	for name, text := range map[string]string{"amounts": "1.234,56 €", "dates": "03/04/2024", "instants": "2024-05-03T10:00:00+02:00", "texts": "nome 12", "integers": "123456"} {
		b.Run(name, func(b *testing.B) {
			values := make([]any, 1000)
			for i := range values {
				values[i] = text
			}
			for b.Loop() {
				Learn(values, "it", time.UTC)
			}
		})
	}
}
