package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/sdk"
)

// clock is get_now.
type clock struct{}

func (clock) Invoke(_ context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	field := args.Text("field", "")
	days := args.Int("offset_days", 0)
	name := args.Text("zone", call.Zone)
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	zone, err := place(name)
	if err != nil {
		return sdk.Result{}, err
	}
	now := call.Now.In(zone)
	if days != 0 { // adding none would lose which of two equal hours it is
		now = now.AddDate(0, 0, int(days))
	}
	item := facts(now, zone, call.Lang)
	value := item[field]
	if field == "" {
		value = said(now, call.Lang)
	}
	if value == nil {
		return sdk.Result{}, sdk.Errorf(sdk.WrongArgs, "clock_field_unknown", "%q is not part of a date", field).With("field", field)
	}
	return sdk.Result{
		OK: true, Entries: []map[string]any{item}, Value: fmt.Sprint(value),
		Effects: sdk.Counters{Items: 1, Countable: true},
	}, nil
}

// facts are the fields of the result. Names of days and months are in the person's language.
func facts(now time.Time, zone *time.Location, lang string) map[string]any {
	_, week := now.ISOWeek()
	return map[string]any{
		"date": date(now, lang), "time": now.Format("15:04"), "weekday": weekday(now.Weekday(), lang),
		"day": now.Day(), "month": month(now.Month(), lang), "year": now.Year(), "week": week,
		"zone": zone.String(), "offset": now.Format("-07:00"), "iso": now.Format(time.RFC3339),
	}
}

// said is the moment as a person says it.
func said(now time.Time, lang string) string {
	return weekday(now.Weekday(), lang) + " " + date(now, lang) + ", " + now.Format("15:04")
}

func date(now time.Time, lang string) string {
	return fmt.Sprintf("%d %s %d", now.Day(), month(now.Month(), lang), now.Year())
}

func weekday(d time.Weekday, lang string) string {
	if lang != "it" {
		return d.String()
	}
	return [...]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"}[d]
}

func month(m time.Month, lang string) string {
	if lang != "it" {
		return m.String()
	}
	return [...]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
		"ottobre", "novembre", "dicembre"}[m-1]
}

// place finds a time zone by its IANA name, or by the city or country a person names.
func place(name string) (*time.Location, error) {
	if name == "" {
		return time.UTC, nil
	}
	if !strings.EqualFold(name, "local") {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone, nil
		}
		if iana, ok := cities()[fold.Text(strings.TrimSpace(name))]; ok {
			return time.LoadLocation(iana)
		}
		city := strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
		for _, area := range []string{"Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"} {
			if zone, err := time.LoadLocation(area + "/" + title(city)); err == nil {
				return zone, nil
			}
		}
	}
	return nil, sdk.Errorf(sdk.WrongArgs, "zone_unknown", "%q is not a time zone", name).With("zone", name)
}

// title writes los_angeles as Los_Angeles.
func title(s string) string {
	parts := strings.Split(strings.ToLower(s), "_")
	for i, p := range parts {
		if p != "" {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "_")
}
