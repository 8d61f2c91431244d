package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
)

// world is one person's home and data folder, and the metnos they run.
type world struct {
	t    testing.TB
	home string
	data string
	env  []string
	wrap []string // what metnos runs under, "" for nothing
}

func newWorld(t testing.TB, config string) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{t: t, home: filepath.Join(dir, "home"), data: filepath.Join(dir, "data")}
	w.file("Documenti/uno.pdf", "1")
	w.file("Documenti/due.pdf", "2")
	w.env = []string{"HOME=" + w.home, "METNOS_DATA=" + w.data, "TZ=Europe/Rome", "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	if config != "" {
		w.file("../config.hcl", config)
		w.env = append(w.env, "METNOS_CONFIG="+filepath.Join(dir, "config.hcl"))
	}
	return w
}

func (w *world) file(name, text string) {
	w.t.Helper()
	path := filepath.Join(w.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) command(args ...string) *exec.Cmd {
	line := append(append([]string{}, w.wrap...), installed.bin)
	line = append(line, args...)
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Env, cmd.Dir = w.env, w.home
	return cmd
}

func (w *world) ask(text string) core.Outcome {
	w.t.Helper()
	cmd := w.command("ask", "--json", "--lang", "en", text)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("ask %q: %v\n%s", text, err, errs.String())
	}
	var o core.Outcome
	if err := json.Unmarshal(out, &o); err != nil {
		w.t.Fatalf("ask %q printed %q: %v", text, out, err)
	}
	return o
}

// server is a running `metnos serve`.
type server struct {
	*world
	cmd  *exec.Cmd
	link string
	dir  string // its runtime folder
	said string // what it printed
	tls  *tls.Config
}

const anyPort = `
grant "home" {
  read  = [home()]
  write = [home()]
}
channel "web" { listen = "127.0.0.1:0" }
trust "release" { key = "keys/release.pub" }
`

func (w *world) serve() *server { return w.started(w.command("serve")) }

func (w *world) started(cmd *exec.Cmd) *server {
	w.t.Helper()
	s := &server{world: w, cmd: cmd}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	var errs bytes.Buffer
	s.cmd.Stderr = &errs
	if err := s.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
	lines := bufio.NewScanner(out)
	for s.link == "" && lines.Scan() {
		s.said += lines.Text() + "\n"
		if _, link, ok := strings.Cut(lines.Text(), "): http"); ok {
			s.link = "http" + link
		}
	}
	if s.link == "" {
		w.t.Fatalf("no sign-in link: %s", errs.String())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	var p pointer
	text, err := os.ReadFile(filepath.Join(w.data, pointerName))
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	s.dir = filepath.Dir(p.Socket)
	return s
}

// process is a pid with its start time: a pid alone may be somebody else's later.
type process struct {
	pid   int
	since string
}

// below lists the living descendants of pid, zombies left out.
func below(t *testing.T, pid int) []process {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	children := map[int][]process{}
	for _, path := range stats {
		p, parent, ok := readStat(path)
		if ok {
			children[parent] = append(children[parent], p)
		}
	}
	var out []process
	for queue := []int{pid}; len(queue) > 0; queue = queue[1:] {
		for _, p := range children[queue[0]] {
			out = append(out, p)
			queue = append(queue, p.pid)
		}
	}
	return out
}

func readStat(path string) (p process, parent int, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return p, 0, false
	}
	_, rest, found := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if !found || len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return p, 0, false
	}
	p.pid, _ = strconv.Atoi(filepath.Base(filepath.Dir(path)))
	p.since = fields[19]
	parent, _ = strconv.Atoi(fields[1])
	return p, parent, true
}

func (p process) alive() bool {
	now, _, ok := readStat(fmt.Sprintf("/proc/%d/stat", p.pid))
	return ok && now.since == p.since
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Errorf("never: %s", what)
}

// kill -9 of the core leaves no process and no socket; the next start is clean.
func TestKilledCoreLeavesNothing(t *testing.T) {
	w := newWorld(t, anyPort)
	s := w.serve()
	if out := w.ask("how many files are in Documenti?"); out.Kind != core.Answer {
		t.Fatalf("%s: %s", out.Kind, out.Message)
	}
	family := below(t, s.cmd.Process.Pid)
	if len(family) < 3 { // the web channel, the executor, the janitor
		t.Fatalf("only %d processes below the core: the test would prove nothing", len(family))
	}
	if err := s.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	for _, p := range family {
		eventually(t, fmt.Sprintf("process %d ends", p.pid), func() bool { return !p.alive() })
	}
	eventually(t, "the runtime folder is gone", func() bool { _, err := os.Stat(s.dir); return os.IsNotExist(err) })

	if out := w.ask("how many files are in Documenti?"); out.Kind != core.Answer { // no server: the command opens the data itself
		t.Errorf("after the kill: %s: %s", out.Kind, out.Message)
	}
	again := w.serve()
	if out := w.ask("how many files are in Documenti?"); out.Kind != core.Answer {
		t.Errorf("after the restart: %s: %s", out.Kind, out.Message)
	}
	if again.dir == s.dir {
		t.Errorf("the runtime folder %s was used twice", s.dir)
	}
}

// SIGTERM ends everything within the promised five seconds, and tidily.
func TestStoppedCoreLeavesNothing(t *testing.T) {
	w := newWorld(t, anyPort)
	s := w.serve()
	w.ask("how many files are in Documenti?")
	family := below(t, s.cmd.Process.Pid)
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("serve ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("serve did not end")
	}
	for _, p := range family {
		if p.alive() {
			t.Errorf("process %d outlived the core", p.pid)
		}
	}
	for _, path := range []string{s.dir, filepath.Join(w.data, pointerName)} {
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is still there", path)
		}
	}
}

// Two servers never share a data folder, and the second one says who has it.
func TestSecondServerIsRefused(t *testing.T) {
	w := newWorld(t, anyPort)
	s := w.serve()
	out, err := w.command("--lang", "en", "serve").CombinedOutput()
	if err == nil || !strings.Contains(string(out), strconv.Itoa(s.cmd.Process.Pid)) {
		t.Errorf("second serve: %v, %s", err, out)
	}
}

// Flipping one byte of a manifest, a signature or a binary while the core runs refuses that executor with
// the reason; everything else goes on, and putting the byte back heals.
func TestFlippedByteWhileRunning(t *testing.T) {
	w := newWorld(t, anyPort)
	libexec := filepath.Join(filepath.Dir(w.home), "libexec")
	if out, err := exec.Command("cp", "-a", installed.libexec, libexec).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.env = append(w.env, "METNOS_LIBEXEC="+libexec)
	w.serve()
	const files, clock = "how many files are in Documenti?", "what time is it?"
	if out := w.ask(files); out.Kind != core.Answer {
		t.Fatalf("%s: %s", out.Kind, out.Message)
	}
	folder := filepath.Join(libexec, "catalog", "find_files")
	for _, target := range []string{filepath.Join(folder, "manifest.toml"), filepath.Join(folder, "manifest.toml.sig"), pluginOf(t, libexec, "find_files")} {
		heal := flip(t, target)
		out := w.ask(files)
		if out.Kind == core.Answer || out.Effects.Items != 0 {
			t.Errorf("%s flipped: %s %s", target, out.Kind, out.Message)
		}
		if !strings.Contains(out.Message, "find_files") || !strings.Contains(out.Message, target) {
			t.Errorf("%s flipped: the reason does not name executor and file: %s", target, out.Message)
		}
		if out := w.ask(clock); out.Kind != core.Answer {
			t.Errorf("%s flipped: the clock says %s %s", target, out.Kind, out.Message)
		}
		heal()
		if out := w.ask(files); out.Kind != core.Answer {
			t.Errorf("%s healed: %s %s", target, out.Kind, out.Message)
		}
	}
}

func pluginOf(t *testing.T, libexec, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(libexec, "catalog", name, "manifest.toml"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "sha256:")
	if !found {
		t.Fatalf("%s has no digest", name)
	}
	return filepath.Join(libexec, "store", "sha256-"+rest[:64], "plugin")
}

// flip changes one byte in the middle of a file in place and returns what puts it back.
func flip(t *testing.T, path string) func() {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(change byte) {
		bad := bytes.Clone(text)
		bad[len(bad)/2] ^= change
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bad, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	write(1)
	return func() { write(0) }
}

// Without a working bwrap metnos still runs, in a weaker sandbox, and says so in every answer.
func TestWithoutBwrap(t *testing.T) {
	w := newWorld(t, "")
	if out, err := exec.Command("/usr/bin/bwrap", "--dev-bind", "/", "/", "true").CombinedOutput(); err != nil {
		t.Skipf("hiding bwrap takes a working bwrap: %v: %s", err, out)
	}
	w.wrap = []string{"/usr/bin/bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/bwrap", "--"}
	out := w.ask("how many files are in Documenti?")
	if out.Kind != core.Answer || len(out.Steps) == 0 {
		t.Fatalf("%s: %s", out.Kind, out.Message)
	}
	for _, step := range out.Steps {
		if box := step.Sandbox; box.Level == "bwrap" || box.Reason == "" {
			t.Errorf("step %d: level %q, reason %q", step.N, box.Level, box.Reason)
		}
	}
}

// A mode that cannot be had is a refusal, never a weaker sandbox.
func TestBwrapRequiredAndAbsent(t *testing.T) {
	w := newWorld(t, strings.Replace(anyPort, "grant", "sandbox { mode = \"bwrap\" }\ngrant", 1))
	if out, err := exec.Command("/usr/bin/bwrap", "--dev-bind", "/", "/", "true").CombinedOutput(); err != nil {
		t.Skipf("hiding bwrap takes a working bwrap: %v: %s", err, out)
	}
	w.wrap = []string{"/usr/bin/bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/bwrap", "--"}
	if out := w.ask("how many files are in Documenti?"); out.Kind == core.Answer || !strings.Contains(out.Message, "bubblewrap") && !strings.Contains(out.Message, "bwrap") {
		t.Errorf("%s: %s", out.Kind, out.Message)
	}
}

// The page answers behind sign-in, and the link is spent by a form, not by looking at it.
func TestServedPage(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(s.link[:strings.Index(s.link, "/signin")] + "/")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		t.Errorf("the page without a session answers %s", resp.Status)
	}
	for range 2 {
		resp, err := client.Get(s.link)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || !bytes.Contains(body, []byte("<form")) {
			t.Errorf("the sign-in page answers %s: %s", resp.Status, body)
		}
	}
}

// What is reported is what applies, not what the machine could do; a weaker answer says so in words.
func TestSandboxOffIsSaid(t *testing.T) {
	w := newWorld(t, strings.Replace(anyPort, "grant", "sandbox {\n  mode = \"off\"\n}\ngrant", 1))
	out, err := w.command("--lang", "en", "doctor").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "turns the sandbox off") || strings.Contains(string(out), "ok    sandbox") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	out, err = w.command("--lang", "en", "ask", "how many files are in Documenti?").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "level process") {
		t.Errorf("ask: %v\n%s", err, out)
	}
}

// A descriptor the shell left open does not reach a plugin.
func TestOpenDescriptorsStayOut(t *testing.T) {
	w := newWorld(t, anyPort)
	secret, err := os.Open(filepath.Join(w.home, "Documenti"))
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	cmd := w.command("serve")
	cmd.ExtraFiles = []*os.File{secret} // descriptor 3 of the core
	s := w.started(cmd)
	w.ask("how many files are in Documenti?")
	info, err := secret.Stat()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range below(t, s.cmd.Process.Pid) {
		links, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", p.pid))
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range links {
			if held, err := os.Stat(link); err == nil && os.SameFile(info, held) {
				t.Errorf("process %d holds the folder open as %s", p.pid, link)
			}
		}
	}
}
