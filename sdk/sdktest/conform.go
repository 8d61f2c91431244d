package sdktest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/wire"
)

// Options say what a binary is tried as.
type Options struct {
	Entry    string             // of the family; "" takes the manifest's name, or the only entry
	Manifest *manifest.Manifest // of an executor; nil leaves out what needs it
	Args     map[string]any     // of a harmless call; nil takes the first birth test that succeeds
	Within   time.Duration      // for each step; 10 s when zero
	Only     []string           // names of checks; the handshake is always tried. Nil means all of them
}

// Status of a check.
type Status string

// A check passed, failed, or was skipped for the reason in its Detail.
const (
	Pass Status = "pass"
	Fail Status = "fail"
	Skip Status = "skip"
)

// Check is one line of a report.
type Check struct {
	Name   string        `json:"name"`
	Status Status        `json:"status"`
	Detail string        `json:"detail,omitempty"`
	Took   time.Duration `json:"took"`
}

// Report is what the suite found.
type Report struct {
	Checks []Check `json:"checks"`
}

// OK reports whether nothing failed.
func (r Report) OK() bool {
	for _, c := range r.Checks {
		if c.Status == Fail {
			return false
		}
	}
	return len(r.Checks) > 0
}

// Find returns the check of that name; the zero Check when there is none.
func (r Report) Find(name string) Check {
	for _, c := range r.Checks {
		if c.Name == name {
			return c
		}
	}
	return Check{}
}

// Conform starts the plugin binary at path as the core does, without confinement, and tries whether it keeps
// the contract. The report is complete whatever fails; ctx ends the whole.
func Conform(ctx context.Context, path string, o Options) Report {
	if o.Within <= 0 {
		o.Within = 10 * time.Second
	}
	if o.Manifest != nil && o.Entry == "" {
		o.Entry = o.Manifest.Name
	}
	s := &suite{ctx: ctx, path: path, o: o}
	s.check("describe", s.describe)
	s.check("refuses a person", s.refusesPerson)
	s.check("handshake", s.handshake)
	s.check("opens its entry", s.opens)
	s.check("ends when asked", s.endsWhenAsked)
	s.check("ends with the core", s.endsWithCore)
	if kind := s.kind(); kind == wire.KindExecutor || kind == "" && s.o.Manifest != nil {
		s.executorChecks()
	}
	return s.report
}

// skipped is the reason a check could not be made.
type skipped string

func (s skipped) Error() string { return string(s) }

type suite struct {
	ctx         context.Context
	path        string
	o           Options
	report      Report
	description sdk.Description
	opened      wire.Opened
	greeted     bool // the handshake check passed: the process can be started
}

func (s *suite) check(name string, fn func() error) {
	if s.o.Only != nil && name != "handshake" && !slices.Contains(s.o.Only, name) {
		return
	}
	start := time.Now()
	err := s.ctx.Err()
	if err == nil {
		err = fn()
	}
	c := Check{Name: name, Status: Pass, Took: time.Since(start)}
	var skip skipped
	if errors.As(err, &skip) {
		c.Status, c.Detail = Skip, string(skip)
	} else if err != nil {
		c.Status, c.Detail = Fail, err.Error()
	}
	s.report.Checks = append(s.report.Checks, c)
}

func (s *suite) kind() string {
	if s.opened.Kind != "" {
		return s.opened.Kind
	}
	return s.description.Kind
}

// entry is the name the process is started as.
func (s *suite) entry() string {
	if s.o.Entry == "" && len(s.description.Entries) > 0 {
		return s.description.Entries[0].Name
	}
	return s.o.Entry
}

func (s *suite) bounded() (context.Context, context.CancelFunc) {
	return context.WithTimeout(s.ctx, s.o.Within)
}

func (s *suite) launch() (*wire.Process, error) {
	if !s.greeted {
		return nil, skipped("the plugin does not start")
	}
	return wire.Launch{Path: s.path, Entry: s.entry(), Within: s.o.Within}.Start()
}

// open starts a process and opens it over the given folder.
func (s *suite) open(root sdk.Root) (*wire.Process, error) {
	p, err := s.launch()
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.bounded()
	defer cancel()
	opening := wire.Opening{Executor: s.entry()}
	if root.Path != "" {
		opening.Roots = []sdk.Root{root}
	}
	if s.opened, err = p.Open(ctx, opening); err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

// invoke is an Invoke that starts a process for the one call.
func (s *suite) invoke(ctx context.Context, root sdk.Root, c sdk.Call) (sdk.Result, error) {
	p, err := s.open(root)
	if err != nil {
		return sdk.Result{}, err
	}
	defer p.Stop()
	ctx, cancel := context.WithTimeout(ctx, s.o.Within)
	defer cancel()
	return p.Executor().Invoke(ctx, c, &Broker{})
}

// scratch makes a folder for one check.
func scratch() (dir string, remove func(), err error) {
	if dir, err = os.MkdirTemp("", "metnos-conform-"); err != nil {
		return "", nil, err
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

func wantClass(err error, class sdk.Class) error {
	if got := sdk.ClassOf(err); got != class {
		return fmt.Errorf("it ended with %v, want the class %s", err, class)
	}
	return nil
}
