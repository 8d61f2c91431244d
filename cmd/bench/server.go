package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const serverConfig = `
grant "home" {
  read  = [home()]
  write = [home()]
}
channel "web" {
  listen = "127.0.0.1:0"
}
trust "release" {
  key = "keys/release.pub"
}
`

// running is a `metnos serve` of the benchmark's own, in a home of its own.
type running struct {
	cmd   *exec.Cmd
	page  string
	data  string
	ready time.Duration // from the start to the first answer of the page
}

func (b *bench) serve() (*running, error) {
	home := filepath.Join(b.dir, "home")
	r := &running{data: filepath.Join(b.dir, "data")}
	for i := range 20 {
		path := filepath.Join(home, "Documenti", fmt.Sprintf("%d.pdf", i))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, make([]byte, 4096), 0o600)); err != nil {
			return nil, err
		}
	}
	config := filepath.Join(b.dir, "config.hcl")
	if err := os.WriteFile(config, []byte(serverConfig), 0o600); err != nil {
		return nil, err
	}
	libexec, err := filepath.Abs(b.libexec)
	if err != nil {
		return nil, err
	}
	r.cmd = exec.Command(b.metnos, "serve")
	r.cmd.Env = []string{"HOME=" + home, "METNOS_DATA=" + r.data, "METNOS_CONFIG=" + config, "METNOS_LIBEXEC=" + libexec, "LANG=C.UTF-8", "PATH=/usr/bin:/bin"}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	for r.page == "" && lines.Scan() {
		if at := strings.Index(lines.Text(), "http://"); at >= 0 && strings.Contains(lines.Text(), "/signin") {
			r.page, _, _ = strings.Cut(lines.Text()[at:], "/signin")
		}
	}
	if r.page == "" {
		return nil, errors.Join(errors.New("metnos serve printed no link"), r.stop())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	resp, err := http.Get(r.page + "/signin")
	if err != nil {
		return nil, errors.Join(err, r.stop())
	}
	r.ready = time.Since(began)
	return r, resp.Body.Close()
}

func (r *running) stop() error {
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return r.cmd.Wait()
}

// server measures the whole program: start, memory, turns.
func (b *bench) server() error {
	b.section("the whole program")
	r, err := b.serve()
	if err != nil {
		return err
	}
	defer func() { _ = r.stop() }()
	b.absolute("serve until the page answers", float64(r.ready)/1e6, "ms", 300)
	if err := b.memory(r); err != nil {
		return err
	}
	return b.turns(r)
}

func (b *bench) memory(r *running) error {
	core, err := pss(r.cmd.Process.Pid)
	if err != nil {
		return err
	}
	b.absolute("core, idle", core/1024, "MB", 45)
	total := 0.0
	for queue := children(r.cmd.Process.Pid); len(queue) > 0; queue = queue[1:] {
		if kb, err := pss(queue[0]); err == nil {
			total += kb
		}
		queue = append(queue, children(queue[0])...)
	}
	b.absolute("web channel and its sandbox, idle", total/1024, "MB", 25)
	return nil
}

// children are the processes any thread of pid started.
func children(pid int) []int {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	var out []int
	for _, path := range tasks {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the thread ended
		}
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				out = append(out, child)
			}
		}
	}
	return out
}
