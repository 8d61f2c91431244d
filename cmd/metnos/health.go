package main

import (
	"context"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/metnos/metnos/core/config"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/sdk"
)

// How a core is.
const (
	fine    = "ok"       // all it looked at is well
	limping = "degraded" // it works, and something wants attention
	failing = "failing"  // it cannot do what it is for
)

// healthReport is how a running core is, and by what it was judged.
type healthReport struct {
	Status  string    `json:"status"`
	Version string    `json:"version"`
	Since   time.Time `json:"since"`
	Checks  []finding `json:"checks"`
}

// health looks at everything a turn needs. It changes nothing but a file of its own, which it removes.
func (in *Instance) health(_ context.Context, lang string) healthReport {
	app := &App{Messages: in.say, Lang: lang}
	d := &doctor{app: app, cfg: in.Config}
	said, weak := app.confinement(in.Host, in.Config.Sandbox.Mode)
	if _, _, err := in.Host.Level(); err != nil {
		d.fault("doctor_sandbox", err)
	} else if weak {
		d.add("warn", "doctor_sandbox", said, "")
	} else {
		d.add("ok", "doctor_sandbox", said, "")
	}
	if err := writable(in.Config.Data); err != nil {
		d.fault("doctor_data", err)
	} else {
		d.data()
	}
	d.space()
	in.catalogHealth(d)
	for i, c := range in.running {
		in.channelHealth(d, in.Config.Channels[i], c)
	}
	running, waiting := in.Gateway.Load()
	d.add("ok", "health_queue", d.app.say("health_queue_detail", i18n.Params{"running": strconv.Itoa(running), "waiting": strconv.Itoa(waiting)}), "")
	at, faults := in.kept.last()
	for _, fault := range faults {
		d.add("warn", "health_chores", app.Messages.Sentence(lang, fault), "")
	}
	if len(faults) == 0 && !at.IsZero() {
		d.add("ok", "health_chores", d.app.say("health_chores_detail", i18n.Params{"at": at.In(in.Config.Locale.Zone).Format("2006-01-02 15:04")}), "")
	}
	return healthReport{Status: worst(d.findings), Version: version, Since: in.since, Checks: d.findings}
}

func worst(list []finding) string {
	status := fine
	for _, f := range list {
		switch {
		case f.Level == "fail":
			return failing
		case f.Level == "warn":
			status = limping
		}
	}
	return status
}

// writable reports whether the data folder takes a file: a full or read-only disk records nothing, so nothing would run.
func writable(data string) error {
	f, err := os.CreateTemp(data, ".health-")
	if err != nil {
		return sdk.Errorf(sdk.IOError, "data_unwritable", "%w", err).With("path", data)
	}
	_, err = f.WriteString("ok\n")
	if fault := f.Close(); err == nil {
		err = fault
	}
	if fault := os.Remove(f.Name()); err == nil {
		err = fault
	}
	if err != nil {
		return sdk.Errorf(sdk.IOError, "data_unwritable", "%w", err).With("path", data)
	}
	return nil
}

func (in *Instance) catalogHealth(d *doctor) {
	active, refused := len(in.Catalog.Active()), in.Catalog.Refused()
	level := "ok"
	switch {
	case active == 0:
		level = "fail"
	case len(refused) > 0:
		level = "warn"
	}
	d.add(level, "doctor_catalog", d.app.say("health_catalog_detail", i18n.Params{"admitted": strconv.Itoa(active), "refused": strconv.Itoa(len(refused))}), "")
}

// restarting is a channel whose process may have ended.
type restarting interface{ Restarts() (int, error) }

func (in *Instance) channelHealth(d *doctor, block config.Instance, c restarting) {
	n, err := c.Restarts()
	name := block.Name()
	runs := slices.ContainsFunc(in.Host.Status().Processes, func(p host.ProcessStatus) bool { return p.Executor == block.Type && p.Instance == block.Label })
	switch {
	case !runs && err != nil:
		d.fault("doctor_channel", err)
	case !runs:
		d.add("fail", "doctor_channel", d.app.say("health_channel_down", i18n.Params{"name": name}), "")
	case n > 0:
		d.add("warn", "doctor_channel", d.app.say("health_channel_restarts", i18n.Params{"name": name, "Count": strconv.Itoa(n)}), "")
	default:
		d.add("ok", "doctor_channel", d.app.say("health_channel_detail", i18n.Params{"name": name}), "")
	}
}

// glance remembers how the core was for a moment: whoever asks often costs nothing.
type glance struct {
	mu     sync.Mutex
	at     time.Time
	status string
}

const glanceFor = 5 * time.Second

// live is the status alone.
func (in *Instance) live(ctx context.Context) string {
	in.glance.mu.Lock()
	defer in.glance.mu.Unlock()
	if now := time.Now(); now.Sub(in.glance.at) > glanceFor {
		in.glance.at, in.glance.status = now, in.health(ctx, "en").Status
	}
	return in.glance.status
}

// chored is how the last housekeeping went.
type chored struct {
	mu     sync.Mutex
	at     time.Time
	faults []error
}

func (c *chored) note(at time.Time, faults []error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at, c.faults = at, faults
}

func (c *chored) last() (time.Time, []error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at, c.faults
}

// figuresAt is where figures are read.
func (in *Instance) figuresAt() string {
	if in.figures == "" && len(in.origins) > 0 {
		return in.origins[0]
	}
	return "http://" + in.figures
}

// condition is the page that shows the health.
func (b board) condition(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	h := b.health(ctx, who.Lang)
	status := map[string]settings.Value{
		fine:    settings.Good(settings.Text{It: "tutto bene", En: "all is well"}.In(who.Lang)),
		limping: settings.Warn(settings.Text{It: "funziona, ma c'è qualcosa da guardare", En: "it works, and something wants attention"}.In(who.Lang)),
		failing: settings.Bad(settings.Text{It: "qualcosa non funziona", En: "something does not work"}.In(who.Lang)),
	}[h.Status]
	sheet := settings.Sheet{Facts: []settings.Fact{
		{Label: settings.Text{It: "Stato", En: "State"}.In(who.Lang), Value: status},
		{Label: settings.Text{It: "Versione", En: "Version"}.In(who.Lang), Value: settings.Of(h.Version)},
		{Label: settings.Text{It: "In funzione dal", En: "Running since"}.In(who.Lang), Value: settings.Of(h.Since.In(b.Config.Locale.Zone).Format("2006-01-02 15:04"))},
		{Label: settings.Text{It: "Misure e salute per le macchine", En: "Figures and health for machines"}.In(who.Lang), Value: settings.Of(b.figuresAt() + "/metrics")},
	}}
	for i, c := range h.Checks {
		level := settings.Good(settings.Text{It: "bene", En: "well"}.In(who.Lang))
		switch c.Level {
		case "warn":
			level = settings.Warn(settings.Text{It: "attenzione", En: "attention"}.In(who.Lang))
		case "fail":
			level = settings.Bad(settings.Text{It: "non funziona", En: "broken"}.In(who.Lang))
		}
		sheet.Rows = append(sheet.Rows, settings.Row{ID: strconv.Itoa(i), Cells: []settings.Value{settings.Of(c.What), level, settings.Of(c.Detail), settings.Of(c.Remedy)}})
	}
	return sheet, nil
}
