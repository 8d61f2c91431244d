package stream

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Delta is the data of a delta event: text that follows the first From characters of what was told of this turn's answer.
// What was told beyond them no longer holds.
type Delta struct {
	From int    `json:"from"` // Unicode characters
	Text string `json:"text"`
}

// Events announces what happens in a turn.
type Events interface {
	Emit(ctx context.Context, t core.Turn, kind string, data any)
}

// How much is told at once: each piece is kept, so that it can be told again to who was away.
const (
	piece = 400                    // characters
	pause = 150 * time.Millisecond // between pieces, however short
	most  = 64_000                 // characters of one answer; the rest comes with the end
)

// Stream tells one turn's answer as it comes. The zero value tells nobody. One turn uses it at a time.
type Stream struct {
	Events Events
	Turn   core.Turn
	Now    func() time.Time

	told    string // told so far
	pending strings.Builder
	last    time.Time
}

// Tell makes the text so far known: only what differs from what was told.
func (s *Stream) Tell(ctx context.Context, text string) {
	if s.Events == nil {
		return
	}
	if n := utf8.RuneCountInString(text); n > most {
		text = string([]rune(text)[:most])
	}
	same := shared(s.told, text)
	if s.pending.Reset(); len(text) == same {
		return // nothing new
	}
	s.Events.Emit(ctx, s.Turn, "delta", Delta{From: utf8.RuneCountInString(text[:same]), Text: text[same:]})
	s.told, s.last = text, s.Now()
}

// Write adds a piece of a text that comes in pieces, as those of a model do; they are told a few at a time. Flush tells what
// is left.
func (s *Stream) Write(ctx context.Context, d sdk.Delta) {
	s.pending.WriteString(d.Text)
	if s.Events != nil && (s.pending.Len() >= piece || s.Now().Sub(s.last) >= pause) {
		s.Flush(ctx)
	}
}

// Flush tells what Write held back.
func (s *Stream) Flush(ctx context.Context) {
	if s.pending.Len() > 0 {
		s.Tell(ctx, s.told+s.pending.String())
	}
}

// shared is how many bytes two texts begin alike with, in whole characters.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) {
		r, size := utf8.DecodeRuneInString(a[n:])
		if other, _ := utf8.DecodeRuneInString(b[n:]); other != r {
			break
		}
		n += size
	}
	return n
}

// Writer writes the answers to several things that were asked.
type Writer interface {
	Several(a answer.Account) ([]string, *core.Table)
}

// Partly tells the answers there are already to a sentence that asked several things, while steps are left.
func (s *Stream) Partly(ctx context.Context, f plan.Framework, so func() answer.Account, w Writer) {
	a := len(f.Answers)
	if a < 2 {
		return
	}
	account := so()
	if n := len(account.Steps); n == 0 || n >= len(f.Steps) || account.Steps[n-1].Err != nil {
		return
	}
	if said, _ := w.Several(account); len(said) > 0 {
		s.Tell(ctx, voice.Join(said, "\n"))
	}
}
