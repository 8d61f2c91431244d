package grid

import (
	"fmt"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/tables/glance"
	"pgregory.net/rapid"
)

// What is recognised at a glance comes to what reading it whole comes to.
func TestAtAGlanceIsTheSame(t *testing.T) {
	figures := rapid.StringMatching(`-?[0-9]{0,9}([.,][0-9]{0,6}){0,2}`)
	dates := rapid.Custom(func(t *rapid.T) string {
		a, b, y := rapid.IntRange(0, 40).Draw(t, "a"), rapid.IntRange(0, 40).Draw(t, "b"), rapid.IntRange(0, 2100).Draw(t, "y")
		return fmt.Sprintf(rapid.SampledFrom([]string{"%04[3]d-%02[1]d-%02[2]d", "%02[1]d/%02[2]d/%04[3]d", "%02[1]d-%02[2]d-%04[3]d", "%[1]d/%[2]d/%[3]d"}).Draw(t, "form"), a, b, y)
	})
	odd := rapid.SampledFrom([]string{"1.234", "0.234", "1,234", "007", "0", "-0", "-", "-,5", ",5", "5,", "123456789012345", "1234567890123456", "12/12/24", "31/12/2024", "2024-02-30"})
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(figures, dates, odd, rapid.StringN(1, 12, 20)).Draw(t, "text")
		if trimmed(v) != v || v == "" {
			return
		}
		var quick, whole evidence
		whole.text(v)
		if quick.plainly(v) && quick != whole {
			t.Fatalf("%q: %+v, not %+v", v, quick, whole)
		}
		for _, mark := range []string{",", "."} {
			f, ok := glance.Read(v, mark[0])
			if want, is := number(v, mark); ok && (!is || f != want) {
				t.Fatalf("%q with %s: %v, not %v %v", v, mark, f, want, is)
			}
		}
		if year, orders, ok := glance.Day(v); ok && year {
			m, is := readMoment(v)
			if !is || m.text(DayFirst, time.UTC) != v || orders != glance.DayFirst|glance.MonthFirst {
				t.Fatalf("%q is %+v, %v", v, m, is)
			}
		}
	})
}
