package main

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// describer is describe_processes.
type describer struct{}

func (describer) Invoke(ctx context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	topic := args.Text("topic", "")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if err := entry.Stopped(ctx); err != nil {
		return sdk.Result{}, err
	}
	if call.System == nil {
		return sdk.Result{}, untold()
	}
	t := teller{call.System, call.Lang == "it", call.Units == "imperial", call.Lang, entry.Zone(call)}
	all := []struct {
		topic string
		tell  func() string
	}{{"disk", t.disks}, {"memory", t.memory}, {"cpu", t.load}, {"temperature", t.temperatures}, {"uptime", t.uptime}}
	var said []string
	for _, s := range all {
		if topic != "" && topic != s.topic {
			continue
		}
		if text := s.tell(); text != "" {
			said = append(said, text)
		}
	}
	if len(said) == 0 {
		return sdk.Result{}, sdk.Errorf(sdk.NotFound, "system_silent", "the machine does not tell its %s", topic).With("topic", topic)
	}
	return sdk.Result{OK: true, Value: strings.Join(said, "\n"), Effects: sdk.Counters{Items: len(said), Countable: true}}, nil
}

// teller says what the machine tells, in the person's language.
type teller struct {
	*sdk.System
	italian, imperial bool
	lang              string
	zone              *time.Location
}

func (t teller) or(it, en string) string {
	if t.italian {
		return it
	}
	return en
}

func (t teller) disks() string {
	var out []string
	for _, d := range t.Disks {
		if d.Size <= 0 {
			continue
		}
		used := percent(d.Size-d.Free, d.Size)
		out = append(out, t.or("Sul disco di "+d.Path+" restano "+t.bytes(d.Free)+" liberi su "+t.bytes(d.Size)+" ("+used+"% occupato)",
			"On the disk of "+d.Path+", "+t.bytes(d.Free)+" of "+t.bytes(d.Size)+" are free ("+used+"% full)"))
	}
	return strings.Join(out, ".\n")
}

func (t teller) memory() string {
	m := t.Memory
	if m.Total <= 0 {
		return ""
	}
	free, total, used := t.bytes(m.Available), t.bytes(m.Total), percent(m.Total-m.Available, m.Total)
	return t.or("Memoria: "+free+" liberi su "+total+" ("+used+"% occupata)", "Memory: "+free+" of "+total+" are free ("+used+"% in use)")
}

func (t teller) load() string {
	if len(t.Load) < 3 || t.Processors < 1 {
		return ""
	}
	n, load := strconv.Itoa(t.Processors), decimal(t.Load[0], 2, t.lang)
	it, en := "Processori: "+n+", con un carico di "+load+" nell'ultimo minuto", "Processors: "+n+", with a load of "+load+" in the last minute"
	if t.Load[0] > float64(t.Processors) {
		return t.or(it+": più di quanto reggono", en+": more than they can bear")
	}
	return t.or(it, en)
}

func (t teller) temperatures() string {
	var out []string
	for _, s := range t.Temperatures {
		degrees, symbol := s.Celsius, " °C"
		if t.imperial {
			degrees, symbol = s.Celsius*9/5+32, " °F"
		}
		out = append(out, s.Name+" "+decimal(degrees, 1, t.lang)+symbol)
	}
	if len(out) == 0 {
		return ""
	}
	return t.or("Temperature: ", "Temperatures: ") + strings.Join(out, ", ")
}

func (t teller) uptime() string {
	if t.Booted.IsZero() || t.At.Before(t.Booted) {
		return ""
	}
	since := t.Booted.In(t.zone).Format(t.or("02/01/2006, 15:04", "2 January 2006, 15:04"))
	return t.or("La macchina è accesa da "+t.lasting(t.At.Sub(t.Booted))+" (dal "+since+")", "The machine has been on for "+t.lasting(t.At.Sub(t.Booted))+" (since "+since+")")
}

// lasting is a time in its two largest units.
func (t teller) lasting(d time.Duration) string {
	minutes := int(d.Minutes())
	units := []struct {
		minutes            int
		it, its, en, plain string
	}{{24 * 60, "giorno", "giorni", "day", "days"}, {60, "ora", "ore", "hour", "hours"}, {1, "minuto", "minuti", "minute", "minutes"}}
	var out []string
	for _, u := range units {
		n := minutes / u.minutes
		minutes %= u.minutes
		if n > 0 && len(out) < 2 {
			word := t.or(u.its, u.plain)
			if n == 1 {
				word = t.or(u.it, u.en)
			}
			out = append(out, strconv.Itoa(n)+" "+word)
		}
	}
	if len(out) == 0 {
		return t.or("meno di un minuto", "less than a minute")
	}
	return strings.Join(out, t.or(" e ", " and "))
}

func (t teller) bytes(n int64) string {
	f := float64(max(n, 0))
	for _, unit := range []string{"B", "kB", "MB", "GB", "TB"} {
		if f < 1000 || unit == "TB" {
			places := 1
			if unit == "B" || f >= 100 {
				places = 0
			}
			return decimal(f, places, t.lang) + " " + unit
		}
		f /= 1000
	}
	return ""
}

func percent(part, whole int64) string {
	return strconv.Itoa(int(math.Round(float64(max(part, 0)) / float64(whole) * 100)))
}

// decimal writes a number with at most so many decimals, in the way of a language.
func decimal(f float64, places int, lang string) string {
	s := strconv.FormatFloat(f, 'f', places, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if lang == "it" {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}
