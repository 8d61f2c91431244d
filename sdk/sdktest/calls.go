package sdktest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/sdktest/birth"
	"github.com/metnos/metnos/sdk/wire"
)

// prompt is how soon a call must be over once its context is.
const prompt = 400 * time.Millisecond

func (s *suite) executorChecks() {
	if s.o.Manifest == nil {
		s.check("birth tests", func() error { return skipped("no manifest was given") })
	} else {
		for _, t := range s.o.Manifest.Tests {
			s.check("birth: "+t.Name, func() error { return birth.Run(s.ctx, s.o.Manifest, t, s.invoke) })
		}
	}
	s.check("unknown arguments", s.unknownArgs)
	s.check("arguments of the wrong type", s.wrongTypes)
	s.check("cancel", s.cancelled)
	s.check("deadline", s.deadline)
	s.check("oversize request", s.oversize)
	s.check("crash", s.crash)
	s.check("preview", s.preview)
	s.check("reverse", s.reverse)
}

// sample is a harmless call in a folder of its own, with the birth test it came from.
func (s *suite) sample(dir string) (sdk.Call, error) {
	c := birth.Call(s.entry(), dir)
	c.System = birth.Told(s.o.Manifest)
	if s.o.Args != nil {
		c.Args = s.o.Args
		return c, nil
	}
	if s.o.Manifest != nil {
		for _, t := range s.o.Manifest.Tests {
			if t.Expect.ErrorClass == "" && (t.Expect.OK == nil || *t.Expect.OK) {
				c.Args = birth.Place(s.o.Manifest, t.Input, dir)
				return c, birth.Fixtures(dir, t.Files)
			}
		}
	}
	return c, skipped("no arguments of a harmless call are known")
}

// inScratch runs fn with an opened process and a sample call.
func (s *suite) inScratch(fn func(p *wire.Process, c sdk.Call, dir string) error) error {
	dir, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	c, sampleErr := s.sample(dir)
	p, err := s.open(sdk.Root{Path: dir, Write: s.o.Manifest != nil && birth.Writes(s.o.Manifest)})
	if err != nil {
		return err
	}
	defer p.Stop()
	var skip skipped
	if sampleErr != nil && !errors.As(sampleErr, &skip) {
		return sampleErr
	}
	return fn(p, c, dir)
}

// classed is an error the plugin reported well; invalid classes never leave package wire as such.
func classed(r sdk.Result, err error) *sdk.Error {
	var e *sdk.Error
	if errors.As(err, &e) {
		return e
	}
	return r.Error
}

// unknownArgs sends an argument no manifest declares, and nothing else.
func (s *suite) unknownArgs() error {
	return s.inScratch(func(p *wire.Process, c sdk.Call, _ string) error {
		ctx, cancel := s.bounded()
		defer cancel()
		c.Args = map[string]any{"no_such_argument": true}
		e := classed(p.Executor().Invoke(ctx, c, &Broker{}))
		switch {
		case e == nil && s.needsArgs():
			return errors.New("it succeeds although what it requires is missing")
		case e != nil && !e.Class.Structural():
			return fmt.Errorf("it ends with the class %s, want a structural one: %w", e.Class, e)
		}
		return nil
	})
}

func (s *suite) needsArgs() bool {
	return s.o.Manifest != nil && len(s.o.Manifest.Args.Required)+len(s.o.Manifest.Args.RequiresOneOf) > 0
}

// wrongTypes gives every argument a value of another type: the answer may be anything but a crash.
func (s *suite) wrongTypes() error {
	if s.o.Manifest == nil {
		return skipped("no manifest was given")
	}
	return s.inScratch(func(p *wire.Process, c sdk.Call, _ string) error {
		for name, property := range s.o.Manifest.Args.Properties {
			c.Args = map[string]any{}
			for other, p := range s.o.Manifest.Args.Properties {
				c.Args[other] = wrongValue(p)
			}
			c.Args[name] = nil
			ctx, cancel := s.bounded()
			e := classed(p.Executor().Invoke(ctx, c, &Broker{}))
			cancel()
			if e != nil && (e.Class == sdk.Crashed || e.Class == sdk.ContractViolation) {
				return fmt.Errorf("without %s (%s): %w", name, property.Type, e)
			}
		}
		return nil
	})
}

func wrongValue(p manifest.Property) any {
	if p.Type == "string" {
		return []any{1.0, nil}
	}
	return "neither"
}

// cancelled cancels calls at different moments; each must be over promptly and the process must live.
func (s *suite) cancelled() error {
	return s.ended(sdk.Cancelled, func(after time.Duration) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(s.ctx)
		time.AfterFunc(after, cancel)
		return ctx, cancel
	})
}

// deadline does the same with deadlines.
func (s *suite) deadline() error {
	return s.ended(sdk.Timeout, func(after time.Duration) (context.Context, context.CancelFunc) {
		return context.WithTimeout(s.ctx, after)
	})
}

func (s *suite) ended(class sdk.Class, until func(time.Duration) (context.Context, context.CancelFunc)) error {
	return s.inScratch(func(p *wire.Process, c sdk.Call, _ string) error {
		for _, after := range []time.Duration{0, 200 * time.Microsecond, time.Millisecond, 20 * time.Millisecond} {
			ctx, cancel := until(after)
			start := time.Now()
			_, err := p.Executor().Invoke(ctx, c, &Broker{})
			cancel()
			var e *sdk.Error
			if errors.As(err, &e) && e.Code == wire.CodeUnresponsive {
				return fmt.Errorf("it goes on although its context ended after %v", after)
			}
			if over := time.Since(start) - after; over > prompt {
				return fmt.Errorf("it was over %v after its context ended", over.Round(time.Millisecond))
			}
			if got := sdk.ClassOf(err); got == sdk.Crashed || got == sdk.ContractViolation {
				return fmt.Errorf("its context ended after %v and it answered %w, want %s or a result", after, err, class)
			}
		}
		return s.alive(p)
	})
}

// alive makes sure that the process still answers.
func (s *suite) alive(p *wire.Process) error {
	ctx, cancel := s.bounded()
	defer cancel()
	if _, err := p.Describe(ctx); err != nil {
		return fmt.Errorf("it does not answer any more: %w", err)
	}
	return nil
}

// oversize sends more than a request may have.
func (s *suite) oversize() error {
	return s.inScratch(func(p *wire.Process, c sdk.Call, _ string) error {
		ctx, cancel := s.bounded()
		defer cancel()
		c.Args = map[string]any{"text": strings.Repeat("x", 9<<20)}
		_, err := p.Executor().Invoke(ctx, c, &Broker{})
		if err := wantClass(err, sdk.Oversize); err != nil {
			return err
		}
		return s.alive(p)
	})
}

// crash kills the process: the call that follows must say so.
func (s *suite) crash() error {
	return s.inScratch(func(p *wire.Process, c sdk.Call, _ string) error {
		return wantClass(lostCall(p, c, s), sdk.Crashed)
	})
}

// preview asks for the effects of the sample call, which must leave everything as it is.
func (s *suite) preview() error {
	return s.inScratch(func(p *wire.Process, c sdk.Call, dir string) error {
		if !s.opened.Previews {
			return skipped("it has no preview")
		}
		if c.Args == nil {
			return skipped("no arguments of a harmless call are known")
		}
		before, err := snapshot(dir)
		if err != nil {
			return err
		}
		ctx, cancel := s.bounded()
		defer cancel()
		if _, err := p.Executor().Preview(ctx, c, &Broker{}); err != nil {
			return err
		}
		return unchanged(before, dir)
	})
}

// reverse undoes the sample call twice, which must bring every file back and do no harm.
func (s *suite) reverse() error {
	return s.inScratch(func(p *wire.Process, c sdk.Call, dir string) error {
		if !s.opened.Reverses {
			return skipped("it cannot be undone")
		}
		if c.Args == nil {
			return skipped("no arguments of a harmless call are known")
		}
		before, err := snapshot(dir)
		if err != nil {
			return err
		}
		ctx, cancel := s.bounded()
		defer cancel()
		b := &Broker{}
		r, err := p.Executor().Invoke(ctx, c, b)
		if err != nil {
			return err
		}
		if r.Undo == nil {
			return errors.New("its result carries no evidence to undo it from")
		}
		c.Undo = r.Undo
		for range 2 {
			if _, err := p.Executor().Reverse(ctx, c, b); err != nil {
				return fmt.Errorf("undoing: %w", err)
			}
		}
		return unchanged(before, dir)
	})
}
