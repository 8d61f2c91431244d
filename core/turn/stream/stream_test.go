package stream

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// listener puts together what it hears, as a page does.
type listener struct {
	text  string
	count int
}

func (l *listener) Emit(_ context.Context, t core.Turn, kind string, data any) {
	d := data.(Delta)
	l.count++
	l.text = string([]rune(l.text)[:d.From]) + d.Text
	if kind != "delta" || t.ID != "t1" {
		panic(kind)
	}
}

func streaming() (*Stream, *listener, *time.Time) {
	l, now := &listener{}, time.Unix(0, 0)
	return &Stream{Events: l, Turn: core.Turn{ID: "t1"}, Now: func() time.Time { return now }}, l, &now
}

// Whoever hears all of it has the text as it is.
func TestTellIsHeardAsItIs(t *testing.T) {
	word := rapid.StringOf(rapid.RuneFrom([]rune("aà𝄞é\n ")))
	rapid.Check(t, func(t *rapid.T) {
		s, l, _ := streaming()
		text := ""
		for _, next := range rapid.SliceOf(word).Draw(t, "texts") {
			if rapid.Bool().Draw(t, "goes on") {
				next = text + next
			}
			before := l.count
			s.Tell(t.Context(), next)
			if strings.HasPrefix(text, next) { // less than was told: the end will correct it
				if l.count != before {
					t.Fatalf("%q after %q was told again", next, text)
				}
				continue
			}
			if text = next; l.text != text {
				t.Fatalf("heard %q of %q", l.text, text)
			}
		}
	})
}

// A model's pieces are told a few at a time, in order, and none is lost.
func TestWriteGathers(t *testing.T) {
	s, l, now := streaming()
	*now = now.Add(time.Hour)
	s.Write(t.Context(), sdk.Delta{Text: "Ciao "})
	if l.text != "Ciao " {
		t.Fatalf("the first words wait: %q", l.text)
	}
	for range 100 {
		s.Write(t.Context(), sdk.Delta{Text: "è "})
	}
	if l.count != 1 {
		t.Errorf("%d events for a hundred pieces at once", l.count)
	}
	*now = now.Add(pause)
	s.Write(t.Context(), sdk.Delta{Text: "ora"})
	if l.count != 2 || l.text != "Ciao "+strings.Repeat("è ", 100)+"ora" {
		t.Errorf("%d: %q", l.count, l.text)
	}
	s.Write(t.Context(), sdk.Delta{Text: strings.Repeat("x", piece)})
	s.Write(t.Context(), sdk.Delta{Text: "."})
	if s.Flush(t.Context()); l.count != 4 || !strings.HasSuffix(l.text, "x.") {
		t.Errorf("%d: %q", l.count, l.text)
	}
	if s.Flush(t.Context()); l.count != 4 {
		t.Error("nothing was told again")
	}
	s.Tell(t.Context(), strings.Repeat("à", 2*most))
	if n := utf8.RuneCountInString(l.text); n != most {
		t.Errorf("%d characters", n)
	}
	(&Stream{}).Write(t.Context(), sdk.Delta{Text: "nobody"})
}
