package sdktest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
)

// describe runs `<binary> describe`, which must answer without being served.
func (s *suite) describe() error {
	ctx, cancel := s.bounded()
	defer cancel()
	cmd := exec.CommandContext(ctx, s.path, "describe")
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("describe: %w %s", err, errs.String())
	}
	d := json.NewDecoder(&out)
	d.DisallowUnknownFields()
	if err := d.Decode(&s.description); err != nil {
		return fmt.Errorf("describe prints no description: %w", err)
	}
	return s.plausible()
}

func (s *suite) plausible() error {
	d := s.description
	if d.Protocol != wire.ProtocolVersion {
		return fmt.Errorf("it speaks protocol %d, this suite %d", d.Protocol, wire.ProtocolVersion)
	}
	if !slices.Contains([]string{wire.KindExecutor, wire.KindChannel, wire.KindModel}, d.Kind) {
		return fmt.Errorf("%q is no kind of plugin", d.Kind)
	}
	seen := map[string]bool{}
	for _, e := range d.Entries {
		if e.Name == "" || seen[e.Name] {
			return fmt.Errorf("the entry %q is empty or twice there", e.Name)
		}
		seen[e.Name] = true
	}
	if !seen[s.entry()] {
		return fmt.Errorf("it has no entry %q", s.entry())
	}
	return nil
}

// refusesPerson runs the binary as a person would by mistake.
func (s *suite) refusesPerson() error {
	ctx, cancel := s.bounded()
	defer cancel()
	cmd := exec.CommandContext(ctx, s.path)
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return errors.New("started by hand it waits instead of saying what it is")
	case err == nil:
		return errors.New("started by hand it ends with success")
	case !errors.As(err, &exit):
		return err
	case len(bytes.TrimSpace(out)) == 0:
		return errors.New("started by hand it says nothing")
	}
	return nil
}

// handshake starts it once and compares what it says about itself.
func (s *suite) handshake() error {
	s.greeted = true
	p, err := s.launch()
	if err != nil {
		s.greeted = false
		return err
	}
	defer p.Stop()
	ctx, cancel := s.bounded()
	defer cancel()
	d, err := p.Describe(ctx)
	if err != nil {
		return err
	}
	served, _ := json.Marshal(d)
	printed, _ := json.Marshal(s.description)
	if s.description.Kind != "" && !bytes.Equal(served, printed) {
		return fmt.Errorf("served it says %s, printed %s", served, printed)
	}
	return nil
}

// opens opens it as what it is, and not as anything else.
func (s *suite) opens() error {
	p, err := s.launch()
	if err != nil {
		return err
	}
	defer p.Stop()
	ctx, cancel := s.bounded()
	defer cancel()
	if _, err := p.Open(ctx, wire.Opening{Executor: "no_such_entry"}); err == nil {
		return errors.New("it opens as an entry it does not have")
	}
	if s.opened, err = p.Open(ctx, wire.Opening{Executor: s.entry()}); err != nil {
		return err
	}
	if s.description.Kind != "" && s.opened.Kind != s.description.Kind {
		return fmt.Errorf("it opens as %s and describes itself as %s", s.opened.Kind, s.description.Kind)
	}
	return nil
}

// endsWhenAsked asks it to quit.
func (s *suite) endsWhenAsked() error {
	p, err := s.launch()
	if err != nil {
		return err
	}
	defer p.Stop()
	p.Close()
	return ends(p)
}

// endsWithCore takes the core's end of stdin away, as when the core dies.
func (s *suite) endsWithCore() error {
	p, err := s.launch()
	if err != nil {
		return err
	}
	defer p.Stop()
	p.CloseStdin()
	return ends(p)
}

func ends(p *wire.Process) error {
	select {
	case <-p.Exited():
		return nil
	case <-time.After(2 * time.Second):
		return errors.New("it is still running after 2 s")
	}
}

// lostCall kills the process and makes a call.
func lostCall(p *wire.Process, c sdk.Call, s *suite) error {
	ctx, cancel := s.bounded()
	defer cancel()
	p.Kill()
	_, err := p.Executor().Invoke(ctx, c, &Broker{})
	return err
}
