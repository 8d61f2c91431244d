package recovery

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// Writer writes the ends of turns that do not run again.
type Writer struct {
	Say  voice.Sayer
	Name func(lang, tool string) string // what a person calls what an executor does
}

// Listener is who is told, and when.
type Listener struct {
	Lang, Home string
	Zone       *time.Location
	Now        time.Time
}

// Outcome is the honest end of a turn: what it changed, what it may have changed, and what can be done about it.
func (w Writer) Outcome(to Listener, turn string, e Evidence) core.Outcome {
	p := page{voice.New(w.Say, to.Lang, to.Home, to.Zone), w, to, e}
	fate := e.Fate(to.Now)
	out := core.Outcome{
		TurnID: turn, Kind: core.Error, Origin: core.FromRecovery, Lang: to.Lang, Framework: plan.Framework{Steps: []plan.Step{}},
		Steps: p.steps(), Attachments: []sdk.Attachment{}, Message: p.message(fate),
		Effects: core.Effects{Mutations: e.changed(), Items: e.changed(), Uncertain: e.doubtful()},
	}
	switch fate {
	case Uncertain:
		changed, _, unclear, known := e.midway()
		out.Effects.Mutations, out.Effects.Items = out.Effects.Mutations+changed, out.Effects.Items+changed
		if out.Effects.Uncertain = max(out.Effects.Uncertain, 1); known && changed+unclear == 0 {
			out.Effects.Uncertain = 0
		}
	case Changed, TookBack:
		out.Kind = core.Answer
	case Asks:
		p.asks(&out)
	}
	switch fate {
	case TookBack:
		out.Effects.Mutations = len(e.Undone)
	case Undoing:
		out.Effects.Mutations = max(p.back(), 1)
	}
	return out
}

// page is one outcome being written.
type page struct {
	voice.Voice
	w  Writer
	to Listener
	e  Evidence
}

func (p page) message(fate Fate) string {
	switch fate {
	case Uncertain:
		return strings.Join(p.uncertain(), "\n")
	case Changed:
		return strings.Join(p.changed(p.about("recovered_changed")), "\n")
	case TookBack:
		return p.about("recovered_took_back", "what", p.what(p.e.Undone))
	case Undoing:
		return p.undoing()
	case GaveUp:
		return p.about("recovered_gave_up", "times", strconv.Itoa(p.e.Attempts))
	case Stale:
		return p.about("recovered_stale")
	case Lost:
		return p.about("recovered_lost")
	case Asks:
		return p.e.Asks.Prompt
	}
	return "" // the turn ended or runs again: there is nothing to tell
}

// about fills a sentence that reminds the person of their request.
func (p page) about(key string, params ...string) string {
	request := brief(p.e.Text)
	if request == "" {
		request = "…"
	}
	return p.Tell(key, append([]string{"request", request, "when", p.Moment(p.e.Received, p.to.Now)}, params...)...)
}

func (p page) uncertain() []string {
	if p.e.Blind {
		return []string{p.about("recovered_blind")}
	}
	doubtful := slices.DeleteFunc(slices.Clone(p.e.Steps), func(s undo.Entry) bool { return s.State == undo.Done || s.State == undo.Undone })
	lines := []string{p.midway(doubtful)}
	if p.e.changed() > 0 {
		lines = append(lines, p.changed(p.Tell("recovered_before"))...)
	}
	return lines
}

// midway tells how far the change came that was cut off, as far as the disk shows.
func (p page) midway(doubtful []undo.Entry) string {
	what := p.what(doubtful)
	changed, planned, unclear, known := p.e.midway()
	switch {
	case known && changed > 0:
		told := p.about("recovered_midway", "what", what, "Count", strconv.Itoa(changed), "planned", strconv.Itoa(planned))
		if unclear > 0 {
			told += "\n" + p.Tell("undo_midway_unclear", "Count", strconv.Itoa(unclear))
		}
		return told + "\n" + p.Tell("recovered_midway_ways")
	case known && unclear == 0:
		return p.about("recovered_not_begun", "what", what)
	}
	return p.about("recovered_uncertain", "what", what)
}

// back counts what was back of the changes that were being undone.
func (p page) back() (n int) {
	for _, e := range p.e.Half {
		n += e.Back
	}
	return n
}

// undoing tells how far an undo came that was cut off, of the request that made the change.
func (p page) undoing() string {
	left := 0
	for _, e := range p.e.Half {
		left += e.Left()
	}
	first := p.e.Half[0]
	request := brief(first.Text)
	if request == "" {
		request = "…"
	}
	return p.Tell("recovered_undoing", "request", request, "when", p.Moment(first.Start(), p.to.Now), "back", strconv.Itoa(p.back()), "Count", strconv.Itoa(left))
}

const maxNames = 10

// changed tells what was changed for certain, after how the turn ended.
func (p page) changed(head string) []string {
	n := p.e.changed()
	if n == 0 {
		return []string{head, p.Tell("recovered_nothing")}
	}
	lines := []string{head, p.Tell("recovered_count", "Count", strconv.Itoa(n), "what", p.what(p.e.Steps))}
	var names []string
	reversible := true
	for _, s := range p.e.Steps {
		if s.State != undo.Done {
			continue
		}
		reversible = reversible && (s.Changed == 0 || s.Evidence != nil && len(s.Evidence.Evidence) > 0)
		names = append(names, s.Targets()...)
	}
	for i, name := range names {
		if i == maxNames && len(names) > maxNames+1 {
			lines = append(lines, p.More(len(names)-i))
			break
		}
		lines = append(lines, "- "+p.Rel(name))
	}
	if reversible {
		return append(lines, p.Tell("recovered_undoable"))
	}
	return append(lines, p.Tell("recovered_final"))
}

// what names what steps do, each once.
func (p page) what(steps []undo.Entry) string {
	var names []string
	for _, s := range steps {
		if name := p.w.Name(p.to.Lang, s.Tool); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// asks puts the open question back before the person, after what the turn changed before it asked.
func (p page) asks(out *core.Outcome) {
	d := p.e.Asks
	out.Kind = d.Kind
	if p.e.changed() > 0 {
		out.Message = strings.Join(p.changed(p.about("recovered_asks")), "\n") + "\n\n" + d.Prompt
	}
	if d.Kind != core.Approval {
		out.Dialog = &core.Question{ID: d.ID, Prompt: d.Prompt, Options: d.Options}
		return
	}
	out.Proposal = &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: d.Prompt, Expires: d.Expires, Effects: sdk.Effects{Items: []sdk.Effect{}}}
	var f consent.Frozen
	if json.Unmarshal(d.Frozen, &f) == nil && f.Foreseen != nil {
		out.Proposal.Effects, out.Proposal.Reversible = *f.Foreseen, f.Foreseen.Reversible
	}
}

// steps shows the changes as a turn shows its steps.
func (p page) steps() []core.Step {
	out := []core.Step{}
	for _, s := range p.e.Steps {
		step := core.Step{N: s.Step, Tool: s.Tool, OK: s.State == undo.Done || s.State == undo.Undone}
		if !step.OK {
			step.ErrorClass = sdk.Uncertain
		}
		out = append(out, step)
	}
	return out
}

const maxRequest = 90 // characters of a request the person is reminded of

func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > maxRequest {
		return string(r[:maxRequest]) + "…"
	}
	return text
}
