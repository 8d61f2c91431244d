package scratch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// origin is where a row comes from, sealed with it.
type origin struct {
	Turn string `json:"turn"`
	Step int    `json:"step"` // 1-based
	Tool string `json:"tool"`
}

// head items are shown in a handle; a longer text among them is cut to shortText bytes.
const (
	headItems = 3
	shortText = 200
)

// Spill keeps a large observation and returns the light one that stands for it: same tool, types and origins,
// counters and value when it is short, no items. A small one comes back as it is. The same observation spilled
// again gives the same handle. An observation that cannot be kept is an error: half of it is never handed on.
func (p *Pad) Spill(ctx context.Context, owner core.Owner, turn string, step int, tool string, o plan.Observed) (plan.Observed, error) {
	if err := ctx.Err(); err != nil {
		return plan.Observed{}, sdk.Errorf(sdk.Cancelled, "", "scratchpad: %w", err)
	}
	if o.Spilled != nil {
		return o, nil
	}
	content, err := json.Marshal(o)
	if err != nil {
		return plan.Observed{}, sdk.Errorf(sdk.ContractViolation, "scratch_content", "step %d of turn %s: %w", step, turn, err)
	}
	if len(content) <= p.bounds.whole && !p.wordy(o) {
		return o, nil
	}
	h := plan.Handle{Turn: turn, ID: p.name(owner, turn, content), Bytes: int64(len(content)), Items: len(o.Result.Items()), Value: o.Result.Value != nil}
	for _, item := range o.Result.Items()[:min(headItems, h.Items)] {
		h.Head = append(h.Head, brief(item, 0))
	}
	if err := p.put(owner, h, origin{turn, step, tool}, content); err != nil {
		return plan.Observed{}, err
	}
	light := o // every label stays
	light.Spilled, light.Result = &h, sdk.Result{OK: o.Result.OK, Effects: o.Result.Effects, Truncated: o.Result.Truncated}
	if longest(o.Result.Value) <= shortText {
		light.Result.Value = o.Result.Value
	}
	return light, nil
}

// wordy reports whether one text of a result is longer than a fact.
func (p *Pad) wordy(o plan.Observed) bool {
	if longest(o.Result.Value) > p.bounds.text {
		return true
	}
	for _, item := range o.Result.Items() {
		if longest(item) > p.bounds.text {
			return true
		}
	}
	return false
}

// longest is the size of the longest text in a value, keys aside; of a value of another kind, its size as JSON.
func longest(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case string:
		return len(v)
	case map[string]any:
		n := 0
		for _, inner := range v {
			n = max(n, longest(inner))
		}
		return n
	case []any:
		n := 0
		for _, inner := range v {
			n = max(n, longest(inner))
		}
		return n
	case bool, float64, int, int64, json.Number:
		return 0
	}
	text, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(text)
}

const briefDepth = 4

// brief is a value to look at: long texts and lists cut, visibly.
func brief(v any, depth int) any {
	switch v := v.(type) {
	case string:
		if len(v) <= shortText {
			return v
		}
		return strings.ToValidUTF8(v[:shortText], "") + "…"
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			if depth < briefDepth {
				out[key] = brief(inner, depth+1)
			}
		}
		return out
	case []any:
		out := make([]any, 0, headItems+1)
		for i, inner := range v {
			if i == headItems || depth >= briefDepth {
				out = append(out, "…(+"+strconv.Itoa(len(v)-i)+")")
				break
			}
			out = append(out, brief(inner, depth+1))
		}
		return out
	}
	if longest(v) <= shortText {
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return brief(string(text), depth)
}

// put seals a content into its row. A row that is there already is only used once more.
func (p *Pad) put(owner core.Owner, h plan.Handle, from origin, content []byte) error {
	path, err := p.path(owner, h)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	until := p.now().Add(TTL)
	if r, err := look(path); err == nil {
		return p.extend(r, until)
	}
	head, err := json.Marshal(from)
	if err != nil {
		return p.failed(err)
	}
	plain := append(append(head, '\n'), content...)
	sealed := p.seal.Seal(nil, nil, plain, place(owner, h.Turn, h.ID))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return p.failed(err)
	}
	if err := p.room(filepath.Dir(path), int64(len(sealed))); err != nil {
		return err
	}
	tmp, err := fill(filepath.Dir(path), sealed)
	if err != nil {
		return p.failed(err)
	}
	if err := errors.Join(os.Chtimes(tmp, until, until), os.Rename(tmp, path), syncDir(filepath.Dir(path))); err != nil {
		_ = os.Remove(tmp)
		return p.failed(err)
	}
	return nil
}

// open returns what a row holds and counts as a use of it.
func (p *Pad) open(owner core.Owner, h plan.Handle) (origin, []byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var from origin
	r, err := p.find(owner, h)
	if err != nil {
		return from, nil, err
	}
	sealed, err := os.ReadFile(r.path)
	if err != nil {
		return from, nil, p.failed(err)
	}
	damaged := sdk.Errorf(sdk.IOError, "scratch_damaged", "row %s of turn %s does not open", h.ID, h.Turn).With("path", r.path)
	plain, err := p.seal.Open(nil, nil, sealed, place(owner, h.Turn, h.ID))
	if err != nil {
		return from, nil, damaged
	}
	head, content, ok := bytes.Cut(plain, []byte{'\n'})
	if !ok || json.Unmarshal(head, &from) != nil {
		return from, nil, damaged
	}
	return from, content, p.extend(r, p.now().Add(TTL))
}

// Load gives the whole observation back.
func (p *Pad) Load(ctx context.Context, owner core.Owner, h plan.Handle) (plan.Observed, error) {
	if err := ctx.Err(); err != nil {
		return plan.Observed{}, sdk.Errorf(sdk.Cancelled, "", "scratchpad: %w", err)
	}
	_, content, err := p.open(owner, h)
	if err != nil {
		return plan.Observed{}, err
	}
	var o plan.Observed
	if err := json.Unmarshal(content, &o); err != nil {
		return plan.Observed{}, sdk.Errorf(sdk.IOError, "scratch_damaged", "row %s of turn %s: %w", h.ID, h.Turn, err).With("path", p.dir)
	}
	return o, nil
}

// whole is a text as far as it may be shown, cut where a character begins.
func whole(text []byte, from, to int64) (begin, end int64) {
	for from < to && from < int64(len(text)) && !utf8.RuneStart(text[from]) {
		from++
	}
	for to > from && to < int64(len(text)) && !utf8.RuneStart(text[to]) {
		to--
	}
	return from, to
}
