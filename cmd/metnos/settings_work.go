package main

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/precedent"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/sdk/manifest"
)

const (
	shownTurns  = 200
	countedDays = 30 // of the steps an executor ran
)

// closed is a turn that ended, with what was asked.
type closed struct {
	ledger.Record
	asked string
}

// past lists somebody's latest turns since a moment, the latest first.
func (in *Instance) past(owner core.Owner, lang string, since time.Time) (list []closed, err error) {
	entries, err := ledger.Read(filepath.Join(in.Config.Data, "ledger"), owner, ledger.Filter{Kinds: []string{"opened", "closed"}, Since: since, Latest: 2 * shownTurns})
	asked := map[string]string{}
	for _, e := range entries {
		if e.Record.Kind == "opened" {
			asked[e.Record.Turn] = e.Record.Text
		}
	}
	for _, e := range slices.Backward(entries) {
		if r := e.Record; r.Outcome != nil && len(list) < shownTurns {
			list = append(list, closed{r, orElse(asked[r.Turn], settings.Text{It: "(la tua decisione)", En: "(your decision)"}.In(lang))})
		}
	}
	return list, err
}

// turns lists the asker's latest requests, the latest first.
func (b board) turns(_ context.Context, who settings.Asker) (settings.Sheet, error) {
	list, err := b.past(who.Owner, who.Lang, time.Time{})
	sheet := settings.Sheet{}
	for _, r := range list {
		sheet.Rows = append(sheet.Rows, settings.Row{ID: r.Turn, Cells: []settings.Value{
			settings.When(r.At), settings.Of(r.asked), ended(r.Outcome).value(who.Lang), settings.Of(string(r.Outcome.Origin)), settings.N(float64(len(r.Outcome.Steps))),
			settings.N(float64(r.Outcome.Effects.Mutations)), settings.Of(r.Channel), settings.N(r.Outcome.MS), settings.Of(r.Turn)}})
	}
	return sheet, err
}

// ending is how a turn ended, in words and a tone.
type ending struct {
	settings.Text
	tone string
}

func (e ending) value(lang string) settings.Value {
	return settings.Value{Text: e.In(lang), Tone: e.tone}
}

func ended(out *core.Outcome) ending {
	switch {
	case out.Effects.Uncertain > 0:
		return ending{settings.Text{It: "incerto", En: "uncertain"}, "warn"}
	case out.Kind == core.Answer && out.Effects.Failures > 0:
		return ending{settings.Text{It: "in parte", En: "in part"}, "warn"}
	case out.Kind == core.Answer:
		return ending{settings.Text{It: "fatto", En: "done"}, "good"}
	case out.Kind == core.Refused:
		return ending{settings.Text{It: "rifiutato", En: "refused"}, "plain"}
	case out.Kind == core.Error:
		return ending{settings.Text{It: "errore", En: "error"}, "bad"}
	}
	return ending{settings.Text{It: "chiede", En: "asks"}, "warn"}
}

// turn is the whole trace of one of the asker's turns.
func (b board) turn(_ context.Context, who settings.Asker, row string) ([]settings.Block, error) {
	entries, err := ledger.Read(filepath.Join(b.Config.Data, "ledger"), who.Owner, ledger.Filter{Turn: row})
	if err != nil {
		return nil, err
	}
	zone := b.Config.Locale.Zone
	var blocks []settings.Block
	for _, e := range entries {
		if e.Record.Turn != row || row == "" {
			continue // only one that begins alike
		}
		text, err := json.MarshalIndent(e.Record, "", "  ")
		if err != nil {
			return nil, err
		}
		title := e.Record.At.In(zone).Format("15:04:05.000") + "  " + e.Record.Kind
		if e.Record.N > 0 {
			title += " " + strconv.Itoa(e.Record.N) + "  " + e.Record.Tool
		}
		blocks = append(blocks, settings.Block{Title: title, Text: string(text), Lang: "json"})
	}
	if len(blocks) == 0 {
		return nil, gone("turn")
	}
	return blocks, nil
}

// executors lists what may act here and what was left out.
func (b board) executors(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	used, err := b.used(ctx)
	sheet := settings.Sheet{}
	for _, ex := range b.Catalog.Active() {
		m := ex.Manifest
		back := settings.Plain(settings.Text{It: "no", En: "no"}.In(who.Lang))
		switch {
		case m.Revertible:
			back = settings.Good(settings.Text{It: "sì", En: "yes"}.In(who.Lang))
		case m.Execution.Effect == "read_only":
			back.Text = settings.Text{It: "non cambia niente", En: "changes nothing"}.In(who.Lang)
		}
		sheet.Rows = append(sheet.Rows, settings.Row{ID: m.Name, Cells: []settings.Value{
			settings.Of(m.Name), settings.Good(m.Lifecycle), settings.Of(m.Execution.Effect), back, settings.Of(strings.Join(capabilities(m), "\n")),
			settings.Of(m.Origin), settings.Of(m.Version), settings.Of(ex.SignedBy), settings.N(float64(used[m.Name].Runs)), settings.N(float64(used[m.Name].Failed)), settings.N(used[m.Name].Took(0.5))}})
	}
	for _, r := range b.Catalog.Refused() {
		sheet.Rows = append(sheet.Rows, settings.Row{ID: "!" + r.Name, Cells: []settings.Value{
			settings.Of(r.Name), settings.Bad(b.app.Messages.Sentence(who.Lang, r.Err)), {}, {}, {}, {}, {}, {}, {}, {}, {}}})
	}
	return sheet, err
}

func capabilities(m *manifest.Manifest) (names []string) {
	for _, c := range m.Capabilities {
		names = append(names, c.Name)
	}
	return names
}

// used tallies the steps of everybody's turns, by tool: how often and how long, never what.
func (b board) used(ctx context.Context) (map[string]*settings.Tally, error) {
	count := map[string]*settings.Tally{}
	for _, ex := range b.Catalog.Active() {
		count[ex.Manifest.Name] = new(settings.Tally)
	}
	list, err := b.People.List(ctx)
	for _, p := range list {
		entries, fault := ledger.Read(filepath.Join(b.Config.Data, "ledger"), p.ID, ledger.Filter{Kinds: []string{"step"}, Since: time.Now().AddDate(0, 0, -countedDays)})
		if fault != nil {
			return count, fault
		}
		for _, e := range entries {
			if s := e.Record.Step; s != nil && count[s.Tool] != nil {
				count[s.Tool].Add(s.OK, s.MS, e.Record.At)
			}
		}
	}
	return count, err
}

// executor shows the signed manifest of one.
func (b board) executor(ctx context.Context, who settings.Asker, row string) ([]settings.Block, error) {
	if name, refused := strings.CutPrefix(row, "!"); refused {
		for _, r := range b.Catalog.Refused() {
			if r.Name == name {
				return []settings.Block{{Title: r.File, Text: b.app.Messages.Sentence(who.Lang, r.Err)}}, nil
			}
		}
		return nil, gone("executor")
	}
	ex, err := b.Catalog.Get(row)
	if err != nil {
		return nil, gone("executor")
	}
	text, err := os.ReadFile(filepath.Join(ex.Dir, "manifest.toml"))
	if err != nil {
		return nil, gone("executor")
	}
	signature := strings.Join([]string{
		settings.Text{It: "chiave ", En: "key "}.In(who.Lang) + ex.SignedBy, ex.Manifest.Plugin.Digest, ex.Manifest.Plugin.Binary, ex.Manifest.Publisher,
	}, "\n")
	used, err := b.used(ctx)
	if err != nil {
		return nil, err
	}
	return []settings.Block{
		{Title: settings.Text{It: "Che cosa fa", En: "What it does"}.In(who.Lang), Text: ex.Manifest.Description.In(who.Lang)},
		{Title: settings.Text{It: "Firma", En: "Signature"}.In(who.Lang), Text: signature},
		{Title: settings.Text{It: "Permessi", En: "Capabilities"}.In(who.Lang), Text: strings.Join(capabilities(ex.Manifest), "\n")},
		{Title: settings.Text{It: "Statistiche", En: "Statistics"}.In(who.Lang), Text: b.tallied(who, used[row])},
		{Title: "manifest.toml", Text: string(text), Lang: "toml"},
	}, nil
}

// tallied tells how the steps of an executor went.
func (b board) tallied(who settings.Asker, t *settings.Tally) string {
	ms := func(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) + " ms" }
	if t == nil || t.Runs == 0 {
		return b.say(who, "settings_never_used", i18n.Params{"days": strconv.Itoa(countedDays)})
	}
	return b.say(who, "settings_used", i18n.Params{"days": strconv.Itoa(countedDays), "runs": strconv.Itoa(t.Runs), "failed": strconv.Itoa(t.Failed),
		"median": ms(t.Took(0.5)), "slow": ms(t.Took(0.95)), "last": t.Last.In(b.Config.Locale.Zone).Format("2006-01-02 15:04")})
}

func (b board) precedents() store.Table[precedent.Row] {
	return store.TableOf[precedent.Row](b.Store, "precedents")
}

// plans lists the asker's plans that may be used again, the one used last first.
func (b board) plans(_ context.Context, who settings.Asker) (settings.Sheet, error) {
	type kept struct {
		key  string
		plan *precedent.Kept
	}
	var list []kept
	err := b.precedents().Each(who.Owner, "", func(key string, row precedent.Row) bool {
		if row.Plan != nil {
			list = append(list, kept{key, row.Plan})
		}
		return true
	})
	slices.SortFunc(list, func(a, b kept) int { return cmp.Or(b.plan.Used.Compare(a.plan.Used), cmp.Compare(a.key, b.key)) })
	sheet := settings.Sheet{Total: len(list)}
	for _, k := range list[:min(len(list), 500)] {
		level, state := "L"+k.key[:1], settings.Plain(string(k.plan.State))
		if state.Text == "" {
			state = settings.Good(settings.Text{It: "in uso", En: "in use"}.In(who.Lang))
		}
		sheet.Rows = append(sheet.Rows, settings.Row{ID: k.key, Cells: []settings.Value{
			settings.Of(level), settings.Of(orElse(k.plan.Verbatim, orElse(k.plan.Order, strings.Join(k.plan.Words, " ")))), settings.Of(strings.Join(k.plan.Framework.Tools(), " → ")),
			state, settings.N(float64(k.plan.Uses)), started(k.plan.Used), settings.Of(k.plan.Lang)}})
	}
	return sheet, err
}

func (b board) forgetPlan(_ context.Context, who settings.Asker, row, _ string) (settings.Done, error) {
	if !strings.HasPrefix(row, "0/") && !strings.HasPrefix(row, "1/") {
		return settings.Done{}, gone("plan")
	}
	n, err := b.precedents().DeleteWhere(who.Owner, func(key string, _ precedent.Row) bool { return key == row })
	if err == nil && n == 0 {
		err = gone("plan")
	}
	return b.forgot(who, n), err
}

// flush forgets a level of the asker's plans; verdicts stay.
func (b board) flush(level string) settings.Act {
	return func(_ context.Context, who settings.Asker, _, _ string) (settings.Done, error) {
		n, err := b.precedents().DeleteWhere(who.Owner, func(key string, row precedent.Row) bool { return row.Plan != nil && strings.HasPrefix(key, level) })
		return b.forgot(who, n), err
	}
}

func (b board) forgot(who settings.Asker, n int) settings.Done {
	return settings.Done{Message: b.say(who, "settings_forgotten", i18n.Params{"Count": strconv.Itoa(n)})}
}
