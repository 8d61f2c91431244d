package jail

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/proc"
	"github.com/metnos/metnos/core/host/program"
	"github.com/metnos/metnos/core/sandbox"
)

// Launch is everything one start needs.
type Launch struct {
	Program   *program.Program
	Layout    sandbox.Layout
	Level     core.Level
	Env       []string
	SocketDir string
	Listener  *os.File // inherited listening socket of a channel, or nil
}

// Descriptors of the started process. Those of the launchers themselves follow.
const (
	programFD   = 3
	HandshakeFD = 4
	LineFD      = 5
	ListenFD    = 6
)

// Ends are the core's ends of what a started process inherits.
type Ends struct {
	Handshake *os.File // its one line arrives here
	Line      net.Conn // calls and callbacks
}

// Spawn starts the plugin and returns it with the core's ends. Whatever fails, nothing is left running or
// open.
func (j *Jail) Spawn(l Launch) (*Child, Ends, error) {
	s := &spawning{Launch: l}
	defer s.closeOurs()
	if err := s.pipes(); err != nil {
		s.closeTheirs()
		return nil, Ends{}, err
	}
	var cmd *exec.Cmd
	var err error
	switch l.Level {
	case core.LevelBwrap:
		cmd, err = s.bwrap(j.Probe(), &j.filters)
	case core.LevelLandlock:
		cmd, err = s.confine(j.self, j.Probe().ABI)
	default:
		cmd = s.plain()
	}
	if err != nil {
		s.closeTheirs()
		return nil, Ends{}, err
	}
	pidfd := -1
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.stdin[0], s.output[1], s.output[1]
	cmd.ExtraFiles = s.files
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL, PidFD: &pidfd}
	if err := j.fork.start(cmd); err != nil {
		s.closeTheirs()
		return nil, Ends{}, fmt.Errorf("starting %s: %w", cmd.Path, err)
	}
	if pidfd < 0 {
		// Kernels before 5.2: the process is not reaped yet, so its number is still its own.
		pidfd, _ = unix.PidfdOpen(cmd.Process.Pid, 0)
	}
	c := adopt(cmd, pidfd, s.stdin[1], s.output[0])
	c.alone = l.Level >= core.LevelLandlock && l.Layout.Profile.OneProcess()
	if l.Level != core.LevelLandlock { // the confining launcher sets its own limits
		if err := s.limit(c); err != nil {
			c.Kill()
			_ = s.handshake[0].Close()
			_ = s.line.Close()
			<-c.Exited
			return nil, Ends{}, fmt.Errorf("%w: %s", err, c.Tail(2000))
		}
	}
	return c, Ends{Handshake: s.handshake[0], Line: s.line}, nil
}

// spawning holds the descriptors of a start: [0] is the read end of a pipe, [1] the write end.
type spawning struct {
	Launch
	stdin, output, handshake, info, block [2]*os.File
	line                                  net.Conn // our end
	files                                 []*os.File
	ours                                  []*os.File // closed once the process has them
}

func (s *spawning) pipe(p *[2]*os.File, child int) error {
	var err error
	if p[0], p[1], err = os.Pipe(); err != nil {
		return err
	}
	s.ours = append(s.ours, p[child])
	return nil
}

func (s *spawning) pipes() error {
	if err := s.pipe(&s.stdin, 0); err != nil {
		return err
	}
	if err := s.pipe(&s.output, 1); err != nil {
		return err
	}
	if err := s.pipe(&s.handshake, 1); err != nil {
		return err
	}
	theirs, err := s.join()
	if err != nil {
		return err
	}
	s.files = []*os.File{s.Program.File, s.handshake[1], theirs}
	if s.Listener != nil {
		s.files = append(s.files, s.Listener)
	}
	return nil
}

// join makes the line and returns the child's end.
func (s *spawning) join() (*os.File, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("making the line: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "line"), os.NewFile(uintptr(pair[1]), "line")
	s.ours = append(s.ours, ours, theirs) // the connection has its own copy
	s.line, err = net.FileConn(ours)
	return theirs, err
}

// give adds a descriptor for the child and returns its number there.
func (s *spawning) give(f *os.File) int {
	s.files = append(s.files, f)
	return 2 + len(s.files)
}

func (s *spawning) closeOurs() {
	for _, f := range s.ours {
		_ = f.Close()
	}
	for _, f := range []*os.File{s.info[0], s.block[1]} {
		if f != nil {
			_ = f.Close()
		}
	}
}

func (s *spawning) closeTheirs() {
	for _, f := range []*os.File{s.stdin[1], s.output[0], s.handshake[0]} {
		if f != nil {
			_ = f.Close()
		}
	}
	if s.line != nil {
		_ = s.line.Close()
	}
}

var executable = "/proc/self/fd/" + strconv.Itoa(programFD)

func (s *spawning) plain() *exec.Cmd {
	return &exec.Cmd{Path: executable, Args: []string{executable}, Env: s.Env, Dir: "/"}
}

func (s *spawning) bwrap(p Probe, compiled *filters) (*exec.Cmd, error) {
	if err := s.pipe(&s.info, 1); err != nil {
		return nil, err
	}
	if err := s.pipe(&s.block, 0); err != nil {
		return nil, err
	}
	alone := len(s.Layout.Profile.Binaries) == 0
	filter, err := compiled.file(sandbox.Filter{NoConnect: alone, NoMemoryFiles: alone, OneProcess: s.Layout.Profile.OneProcess()})
	if err != nil {
		return nil, err
	}
	s.ours = append(s.ours, filter)
	frame := sandbox.Frame{
		SocketDir: s.SocketDir, Env: s.Env, Exec: executable, SizedTmp: p.SizedTmp,
		InfoFD: s.give(s.info[1]), BlockFD: s.give(s.block[0]), SeccompFD: s.give(filter),
	}
	frame.System, frame.Links = systemFolders(s.Program.Dynamic || len(s.Layout.Profile.Binaries) > 0, s.Layout.Profile.Net)
	return &exec.Cmd{Path: p.Bwrap, Args: append([]string{"bwrap"}, s.Layout.Bwrap(frame)...), Env: []string{}, Dir: "/"}, nil
}

// infoTimeout bounds how long bwrap may take to set the sandbox up.
const infoTimeout = 10 * time.Second

// limit sets the resource limits. Under bwrap the plugin does not exist yet: bwrap tells its number and
// holds it back before exec until the limits are there.
func (s *spawning) limit(c *Child) error {
	pid := c.PID
	if s.Level == core.LevelBwrap {
		_ = s.info[1].Close() // or the read would not end if bwrap dies
		_ = s.info[0].SetReadDeadline(time.Now().Add(infoTimeout))
		var info struct {
			Child int `json:"child-pid"`
		}
		if err := json.NewDecoder(s.info[0]).Decode(&info); err != nil || info.Child <= 1 {
			return fmt.Errorf("bwrap did not start the plugin (%s)", c.ExitStatus(200*time.Millisecond))
		}
		if err := c.confined(info.Child); err != nil {
			return err
		}
		pid = info.Child
	}
	limits := s.Layout.Profile.Limits
	if s.Level != core.LevelBwrap {
		limits.Processes = 0 // without a user namespace it would count every process of the person
	}
	for _, r := range proc.Resources(limits) {
		if err := unix.Prlimit(pid, r.Kind, &r.Limit, nil); err != nil {
			return fmt.Errorf("resource limit %d: %w", r.Kind, err)
		}
	}
	proc.Expendable(pid)
	if s.Level == core.LevelBwrap {
		if _, err := io.WriteString(s.block[1], "."); err != nil {
			return fmt.Errorf("letting the plugin run: %w", err)
		}
	}
	return nil
}
