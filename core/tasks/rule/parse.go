package rule

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// maxSaid bounds what is read of a schedule, in bytes.
const maxSaid = 600

var (
	everySome = regexp.MustCompile(`^every_(\d{1,6})([smh])$`)
	dailyAt   = regexp.MustCompile(`^daily@(\d{1,2}):(\d{2})$`)
)

// Parse reads the parts of a schedule: what was said first, and what was answered when it lacked something.
func Parse(said []string, clock when.Clock) (Rule, error) {
	var parts []string
	for _, s := range said {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			parts = append(parts, s)
		}
	}
	text := strings.Join(parts, " ")
	switch {
	case text == "":
		return Rule{}, sdk.Errorf(sdk.MissingInput, "schedule_when", "nothing is said of when")
	case len(text) > maxSaid:
		return Rule{}, unclear(text[:40])
	}
	r, err := short(text, clock)
	if errors.Is(err, errPlain) {
		r, err = spoken(parts, clock)
	}
	if err == nil && r.Next(clock.Now, clock.Local().Location()).IsZero() {
		return Rule{}, sdk.Errorf(sdk.WrongArgs, "schedule_past", "%s is over", text).With("when", r.Text(clock.Lang, clock.Local().Location()))
	}
	return r, err
}

func unclear(text string) error {
	return sdk.Errorf(sdk.WrongArgs, "schedule_unclear", "%q is no schedule", text).With("when", text)
}

// errPlain tells that a text is none of the short forms.
var errPlain = errors.New("plain words")

// short reads the forms that are not words.
func short(text string, clock when.Clock) (Rule, error) {
	if m := dailyAt.FindStringSubmatch(text); m != nil {
		hour, _ := strconv.Atoi(m[1])
		minute, _ := strconv.Atoi(m[2])
		if hour > 23 || minute > 59 {
			return Rule{}, unclear(text)
		}
		day := when.Recurrence{Every: 1, Unit: when.Day}.At(time.Date(2000, 1, 1, hour, minute, 0, 0, time.UTC))
		return Rule{Repeat: &day}, nil
	}
	if m := everySome.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		unit := when.Minute
		switch {
		case m[2] == "h":
			unit = when.Hour
		case m[2] == "s" && n%60 != 0:
			return Rule{}, often(text)
		case m[2] == "s":
			n /= 60
		}
		if n < 1 {
			return Rule{}, often(text)
		}
		return Rule{Repeat: &when.Recurrence{Every: n, Unit: unit}}, nil
	}
	if at, ok := strings.CutPrefix(text, "at:"); ok {
		for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
			if t, err := time.ParseInLocation(layout, at, clock.Local().Location()); err == nil {
				return Rule{At: t}, nil
			}
		}
		return Rule{}, unclear(text)
	}
	if line, ok := strings.CutPrefix(text, "cron:"); ok {
		line = strings.TrimSpace(line)
		if _, err := readCron(line); err != nil {
			return Rule{}, unclear(text)
		}
		return Rule{Cron: line}, nil
	}
	return Rule{}, errPlain
}

func often(text string) error {
	return sdk.Errorf(sdk.WrongArgs, "schedule_often", "%q is more often than once a minute", text).With("when", text)
}

// spoken reads words. Of a schedule said in parts, the way to join them is the first that makes it whole.
func spoken(parts []string, clock when.Clock) (Rule, error) {
	first, err := meaning(parts[0], clock)
	for _, more := range parts[1:] {
		joined := parts[0] + " " + more
		was := err
		for _, text := range joins(parts[0], more) {
			if first, err = meaning(text, clock); err == nil || further(err, was) {
				joined = text
				break
			}
		}
		if err != nil && !further(err, was) {
			return Rule{}, unclear(joined)
		}
		parts[0] = joined
	}
	return first, err
}

// further reports whether a failure lacks something a person can say, and not what was lacking before.
func further(err, before error) bool {
	return sdk.ClassOf(err) == sdk.MissingInput && (before == nil || codeOf(err) != codeOf(before) || codeOf(err) == "schedule_which")
}

func codeOf(err error) string {
	var e *sdk.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// joins are the ways an answer completes what was said: "every week" and "on Tuesday at 9", "ogni giorno" and "18".
func joins(base, more string) []string {
	out := []string{base + " " + more}
	for _, link := range [...]string{"il", "l'", "on", "on the", "alle", "al", "at", "dalle"} {
		out = append(out, strings.ReplaceAll(base+" "+link+" "+more, "' ", "'"))
	}
	out = append(out, base+" al"+more)
	if week := strings.Fields(strings.ToLower(base)); len(week) == 2 && slices.Contains([]string{"settimana", "week"}, week[1]) {
		out = append(out, week[0]+" "+more)
	}
	return append(out, more)
}

// meaning reads one text.
func meaning(text string, clock when.Clock) (Rule, error) {
	got, err := when.Read(text, clock)
	var many *when.Ambiguous
	var part *when.Incomplete
	var bad *when.Impossible
	switch {
	case errors.As(err, &many):
		return choice(many, clock)
	case errors.As(err, &part):
		return Rule{}, sdk.Errorf(sdk.MissingInput, "schedule_"+part.Missing, "%w", err).With("when", text)
	case errors.As(err, &bad):
		return Rule{}, sdk.Errorf(sdk.WrongArgs, "schedule_impossible", "%w", err).With("when", bad.Text)
	case err != nil:
		return Rule{}, unclear(text)
	}
	switch got.Kind {
	case when.Repetition:
		return Rule{Repeat: &got.Repeat}, nil
	case when.Moment:
		return Rule{At: got.Window.From}, nil
	case when.Interval:
		return Rule{}, sdk.Errorf(sdk.MissingInput, "schedule_time", "%q has no time", text).With("when", text)
	}
	return Rule{}, unclear(text)
}

// choice asks which of several meanings is meant. Those that are over are not offered; the only one left is meant.
func choice(many *when.Ambiguous, clock when.Clock) (Rule, error) {
	zone := clock.Local().Location()
	var rules []Rule
	for _, r := range many.Readings {
		rule := Rule{At: r.Window.From}
		if r.Kind == when.Repetition {
			rule = Rule{Repeat: &r.Repeat}
		} else if r.Kind != when.Moment {
			continue
		}
		if rule.Check() == nil && !rule.Next(clock.Now, zone).IsZero() {
			rules = append(rules, rule)
		}
	}
	switch len(rules) {
	case 0:
		return Rule{}, unclear(many.Text)
	case 1:
		return rules[0], nil
	}
	var options []string
	for _, r := range rules {
		options = append(options, r.Text(clock.Lang, zone))
	}
	return Rule{}, sdk.Errorf(sdk.MissingInput, "schedule_which", "%w", many).With("when", many.Text).With("options", strings.Join(options, "\n"))
}

// Moved is a rule at another time. What is said may be a schedule of its own, or only times of day ("alle 9", "9:30"):
// then the days stay.
func Moved(r Rule, said []string, clock when.Clock) (Rule, error) {
	text := strings.Join(said, " ")
	if r.Repeat != nil && r.Repeat.Unit >= when.Day && len(said) == 1 {
		base := *r.Repeat
		base.Times = nil
		for _, words := range joins(base.Text(clock.Lang, clock.Local().Location()), text) {
			got, err := when.Read(words, clock)
			kept := got.Repeat
			kept.Times = nil
			if err == nil && got.Kind == when.Repetition && kept.Equal(base) {
				return Rule{Repeat: &got.Repeat}, nil
			}
			if codeOf(meant(err, clock)) == "schedule_which" && words != text {
				return Rule{}, meant(err, clock)
			}
		}
	}
	if !r.At.IsZero() && len(said) == 1 { // only another hour: the day stays
		zone := clock.Local().Location()
		y, m, d := r.At.In(zone).Date()
		then := clock
		then.Now = time.Date(y, m, d, 0, 0, 0, 0, zone)
		got, err := meaning(text, then)
		if at := got.At.In(zone); err == nil && !got.At.IsZero() && at.YearDay() == then.Now.YearDay() && at.Year() == y && at.After(clock.Now) {
			return got, nil
		}
	}
	return Parse(said, clock)
}

// meant is the question about a text with several meanings, nil for any other failure.
func meant(err error, clock when.Clock) error {
	var many *when.Ambiguous
	if !errors.As(err, &many) {
		return nil
	}
	_, err = choice(many, clock)
	return err
}
