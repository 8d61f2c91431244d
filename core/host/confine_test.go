package host_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// confined runs a test under the launchers that confine.
func confined(t *testing.T, fn func(t *testing.T, mode sandbox.Mode)) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		if mode == sandbox.Off {
			t.Skip("nothing is confined when the sandbox is off")
		}
		fn(t, mode)
	})
}

func refused(t *testing.T, what string, v any, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if !strings.HasPrefix(text(v), "error:") {
		t.Errorf("%s was possible: %v", what, v)
	}
}

// What a process reaches comes from the manifest and the grants, never from the arguments of a call
// (SANDBOX-15), and no guard on commands or arguments stands in for the sandbox (SANDBOX-16, SANDBOX-17).
func TestField_SANDBOX_15_SANDBOX_16_SANDBOX_17(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		outside := put(t, filepath.Join(shortDir(t), "outside.txt"), "private")
		inside := put(t, w.home+"/docs/a.txt", "granted")
		put(t, w.data+"/vault", "secrets of the core")

		reader := executorOf(t, "reader", reads)
		v, box, err := w.do(t, reader, "read", "path", inside)
		if err != nil || v != "granted" {
			t.Fatalf("reading a granted file: %v %v", v, err)
		}
		if len(box.RO) != 1 || box.RO[0] != w.home || len(box.RW) != 0 {
			t.Errorf("recorded as shown: %+v", box)
		}
		for _, path := range []string{outside, "/etc/shadow", "/etc/passwd", "/etc/hostname", w.data + "/vault", w.runtime, "/tmp/../etc/shadow"} {
			v, _, err = w.do(t, reader, "read", "path", path)
			refused(t, "reading "+path, v, err)
		}
		v, _, err = w.do(t, reader, "write", "path", w.home+"/new.txt")
		refused(t, "writing with fs:read alone", v, err)

		bare := executorOf(t, "bare")
		v, _, err = w.do(t, bare, "read", "path", inside)
		refused(t, "reading without a files capability", v, err)

		writer := executorOf(t, "writer", writes)
		if v, box, err = w.do(t, writer, "write", "path", w.home+"/docs/new/b.txt"); err != nil || v != "written" {
			t.Fatalf("writing below the root: %v %v", v, err)
		}
		if len(box.RW) != 1 || box.RW[0] != w.home {
			t.Errorf("recorded as shown: %+v", box)
		}
		v, _, err = w.do(t, writer, "write", "path", filepath.Dir(outside)+"/new.txt")
		if exists(filepath.Dir(outside) + "/new.txt") {
			t.Errorf("a file appeared outside the grants: %v %v", v, err)
		}
	})
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }

// The state that is reported is measured inside the child: a bwrap that confines nothing is found out.
func TestField_SANDBOX_13(t *testing.T) {
	pretender := func(c *host.Config) { c.BwrapPaths = []string{fakeBwrap(t, `exec "$@"`)} }
	required := newWorld(t, sandbox.Bwrap, pretender)
	_, _, err := required.do(t, executorOf(t, "echo"), "echo")
	wants(t, err, sdk.PolicyDenied, "sandbox_too_weak")
	noLeftovers(t, required)

	auto := newWorld(t, sandbox.Auto, pretender)
	_, box, err := auto.do(t, executorOf(t, "echo"), "echo")
	if err != nil || box.Level != "process" || box.Net != "host" || !strings.Contains(box.Reason, "outside the grants is readable") {
		t.Fatalf("measured %+v, want level process with the reason (%v)", box, err)
	}
}

// fakeBwrap is a script in bwrap's place: it answers the probe with success and then does body with the
// command line that follows "--".
func fakeBwrap(t *testing.T, body string) string {
	path := filepath.Join(shortDir(t), "bwrap")
	script := "#!/bin/sh\nfor a; do case $a in /usr/bin/true|/bin/true) exit 0;; esac; done\n" +
		"info=; block=\nwhile [ $# -gt 0 ]; do case $1 in --info-fd) info=$2; shift;; --block-fd) block=$2; shift;; --setenv) export \"$2=$3\"; shift 2;; --) shift; break;; esac; shift; done\n" +
		"echo '{\"child-pid\": '$$'}' >&$info\nread x <&$block\n" + body + "\n"
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// Isolation that is not there is never silent: the mode that requires it refuses, foreign code refuses, and
// what runs with less says so.
func TestField_SANDBOX_10_SANDBOX_11_SANDBOX_12(t *testing.T) {
	noUserns := fakeProbe(t, "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.")
	cases := []struct {
		name  string
		paths []string
		cause sandbox.Cause
	}{
		{"SANDBOX-10 SANDBOX-11 no bwrap at all", []string{"/nonexistent/bwrap"}, sandbox.NotInstalled},
		{"SANDBOX-12 bwrap present and unusable", []string{noUserns}, sandbox.UserNamespaces},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			with := func(cfg *host.Config) { cfg.BwrapPaths = c.paths }
			h, err := host.New(host.Config{Mode: sandbox.Bwrap, Runtime: shortDir(t), BwrapPaths: c.paths})
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			if p := h.Probe(); p.Cause != c.cause || p.Detail == "" {
				t.Fatalf("probe %+v, want cause %s with its reason", p, c.cause)
			}
			required := &world{Host: h}
			_, _, err = required.do(t, executorOf(t, "echo"), "echo")
			wants(t, err, sdk.Unavailable, string(c.cause))

			w := newWorld(t, sandbox.Auto, with)
			_, box, err := w.do(t, executorOf(t, "echo"), "echo")
			if err != nil || box.Level == "bwrap" || !strings.Contains(box.Reason, string(c.cause)) {
				t.Fatalf("auto without bwrap: %+v %v", box, err)
			}
			foreign := executorOf(t, "echo_foreign", func(m *manifest.Manifest) { m.Placement.MinSandbox = "bwrap" })
			_, _, err = w.do(t, foreign, "echo")
			wants(t, err, sdk.PolicyDenied, "sandbox_too_weak")
		})
	}
}

func fakeProbe(t *testing.T, stderr string) string {
	path := filepath.Join(shortDir(t), "bwrap")
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho '"+stderr+"' >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// Imported and generated executors never run as plain processes.
func TestForeignCodeNeedsASandbox(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	for _, origin := range []string{"imported", "synthesized"} {
		ex := executorOf(t, "echo", func(m *manifest.Manifest) { m.Origin = origin })
		_, _, err := w.do(t, ex, "echo")
		e := wants(t, err, sdk.PolicyDenied, "sandbox_too_weak")
		if e.Params["need"] != "landlock" || e.Params["have"] != "process" {
			t.Errorf("refusal says %v", e.Params)
		}
	}
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		if _, _, err := w.do(t, executorOf(t, "echo", func(m *manifest.Manifest) { m.Origin = "imported" }), "echo"); err != nil {
			t.Fatal(err)
		}
	})
}

// The socket folder of a start is in the jail; the rest of the runtime folder is not.
func TestField_M_11(t *testing.T) {
	w := newWorld(t, sandbox.Bwrap)
	v, _, err := w.do(t, executorOf(t, "echo"), "list", "path", "/tmp")
	if err != nil || text(v) != filepath.Base(w.runtime) {
		t.Errorf("/tmp of the sandbox holds %q, want only the way to the socket (%v)", v, err)
	}
}

// Granting /tmp does not show the core's own folder in it.
func TestRuntimeFolderStaysHidden(t *testing.T) {
	base := shortDir(t)
	run := filepath.Join(base, "run")
	if err := os.Mkdir(run, 0o700); err != nil {
		t.Fatal(err)
	}
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode, func(c *host.Config) {
			c.Runtime = run
			c.Grants = func(core.Owner) []core.Grant { return []core.Grant{{Name: "tmp", Read: []string{base}}} }
		})
		put(t, base+"/visible", "yes")
		ex := executorOf(t, "reader", reads)
		if v, _, err := w.do(t, ex, "read", "path", base+"/visible"); v != "yes" {
			t.Fatalf("%v %v", v, err)
		}
		hostDirs, _ := filepath.Glob(run + "/h*/canary")
		if len(hostDirs) != 1 {
			t.Fatalf("canaries: %v", hostDirs)
		}
		v, _, err := w.do(t, ex, "read", "path", hostDirs[0])
		refused(t, "reading the canary", v, err)
	})
}

// Denied paths are hidden by what they are: a link to a folder hides the folder (SANDBOX-07).
func TestField_SANDBOX_07(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		secret := put(t, w.home+"/shared/keys/id", "private key")
		put(t, w.home+"/shared/open.txt", "open")
		if err := os.Symlink("shared/keys", w.home+"/.ssh"); err != nil {
			t.Fatal(err)
		}
		put(t, w.home+"/.config/secret", "a denied file")
		ex := executorOf(t, "writer", reads, writes)
		for _, path := range []string{secret, w.home + "/.ssh/id", w.home + "/.config/secret"} {
			v, _, err := w.do(t, ex, "read", "path", path)
			refused(t, "reading "+path, v, err)
		}
		if v, _, err := w.do(t, ex, "read", "path", w.home+"/shared/open.txt"); v != "open" {
			t.Fatalf("a file beside the denied one: %v %v", v, err)
		}
		// Nor can the folder around a denied path be moved to where no rule names it.
		for _, dir := range []string{"/.config", "/shared"} {
			_, _, _ = w.do(t, ex, "rename", "path", w.home+dir, "to", w.home+"/moved"+strings.ReplaceAll(dir, "/", "_"))
		}
		for _, path := range []string{secret, w.home + "/.config/secret"} {
			if !exists(path) {
				t.Errorf("%s was moved away", path)
			}
		}
	})
}

// A deny rule that covers a granted folder is refused before anything runs (SANDBOX-08).
func TestField_SANDBOX_08(t *testing.T) {
	for name, deny := range map[string]string{"SANDBOX-08 the parent": "..", "the root itself": ".", "a link to the parent": "up"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, sandbox.Auto, func(c *host.Config) {
				grants := c.Grants("host")
				home := grants[0].Read[0]
				if deny == "up" {
					if err := os.Symlink("..", home+"/up"); err != nil {
						t.Fatal(err)
					}
				}
				path := home + "/" + deny
				if deny != "up" {
					path = filepath.Clean(path)
				}
				c.Grants = func(core.Owner) []core.Grant {
					return []core.Grant{{Name: "home", Read: []string{home}, Deny: []string{path}}}
				}
			})
			_, _, err := w.do(t, executorOf(t, "reader", reads), "list", "path", w.home)
			wants(t, err, sdk.PolicyDenied, "deny_covers_grant")
		})
	}
}

// A denied path that did not exist cannot be masked: what a writing executor makes there is moved aside and
// the executor blocked.
func TestDeniedPathThatAppears(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := executorOf(t, "writer", writes)
		_, box, err := w.do(t, ex, "write", "path", w.home+"/.ssh/authorized_keys")
		e := wants(t, err, sdk.PolicyDenied, "executor_touched_denied")
		if box.Level == "" {
			t.Error("the step has no record of its sandbox")
		}
		if exists(w.home + "/.ssh") {
			t.Error("the denied path is still there")
		}
		if !exists(e.Params["aside"]) { // as far as it came before it was ended
			t.Errorf("not set aside at %q", e.Params["aside"])
		}
		_, _, err = w.do(t, ex, "echo")
		wants(t, err, sdk.PolicyDenied, "executor_touched_denied")
		if blocked := w.Status().Blocked; len(blocked) != 1 || blocked[0] != "writer" {
			t.Errorf("blocked: %v", blocked)
		}
		if _, _, err := w.do(t, executorOf(t, "echo"), "echo"); err != nil {
			t.Errorf("another executor: %v", err)
		}
	})
}

// A denied path the person makes while a process is warm is masked for the next call.
func TestDeniedPathMadeByThePerson(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := executorOf(t, "writer", reads, writes)
		if _, _, err := w.do(t, ex, "echo"); err != nil {
			t.Fatal(err)
		}
		stopped(t, w)
		key := put(t, w.home+"/.ssh/id", "made by the person")
		v, _, err := w.do(t, ex, "read", "path", key)
		refused(t, "reading a denied path", v, err)
		if !exists(key) {
			t.Error("the person's file was moved")
		}
	})
}

// No network but the broker, no other process, no privileged call, no service of the person.
func TestIsolation(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := executorOf(t, "reader", reads)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		v, _, err := w.do(t, ex, "dial", "network", "tcp", "path", l.Addr().String())
		refused(t, "dialling a service of the machine", v, err)
		v, _, err = w.do(t, ex, "dial", "network", "udp", "path", "127.0.0.1:53")
		if mode == sandbox.Landlock {
			refused(t, "a UDP socket", v, err)
		}
		agent, err := net.Listen("unix", w.home+"/agent.sock")
		if err != nil {
			t.Fatal(err)
		}
		defer agent.Close()
		v, _, err = w.do(t, ex, "dial", "network", "unix", "path", w.home+"/agent.sock")
		refused(t, "a service with its socket in a granted folder", v, err)
		v, _, err = w.do(t, ex, "read", "path", fmt.Sprintf("/proc/%d/environ", os.Getpid()))
		refused(t, "the core's environment", v, err)
		v, _, err = w.do(t, ex, "read", "path", "/proc/self/status")
		for _, line := range []string{"CapEff:\t0000000000000000", "CapPrm:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} {
			if !strings.Contains(text(v), line) {
				t.Errorf("no %q in the status of the plugin (%v)", line, err)
			}
		}
		if v, _, err = w.do(t, ex, "syscalls"); err != nil || v != "" {
			t.Errorf("allowed calls: %q %v", v, err)
		}
		if v, _, err = w.do(t, ex, "limits"); err != nil || v != 512.0 {
			t.Errorf("open files limit %v, want 512 (%v)", v, err)
		}
	})
}

func TestProcOfTheSandbox(t *testing.T) {
	w := newWorld(t, sandbox.Bwrap)
	v, _, err := w.do(t, executorOf(t, "echo"), "list", "path", "/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(text(v)) {
		if pid, err := strconv.Atoi(name); err == nil && pid > 2 {
			t.Errorf("process %d can be seen in the sandbox", pid)
		}
	}
}

// An executor that may start programs finds the system's, in its own sandbox.
func TestSystemPrograms(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		put(t, w.home+"/a.txt", "granted")
		outside := put(t, filepath.Join(shortDir(t), "outside.txt"), "private")
		ex := executorOf(t, "shell", reads, func(m *manifest.Manifest) {
			m.Capabilities = append(m.Capabilities, manifest.Capability{Name: "process:exec", Binaries: []string{"sh", "cat"}})
		})
		if v, _, err := w.do(t, ex, "exec", "command", "cat "+w.home+"/a.txt"); err != nil || v != "granted" {
			t.Fatalf("a system program on a granted file: %v %v", v, err)
		}
		if v, _, err := w.do(t, ex, "limits"); err != nil || v != 1024.0 {
			t.Errorf("open files limit %v, want 1024 (%v)", v, err)
		}
		if mode == sandbox.Off {
			return
		}
		for _, command := range []string{"cat " + outside, "cat /etc/shadow", "cat /etc/passwd", "echo x > " + w.home + "/b.txt", "unshare -U true"} {
			v, _, err := w.do(t, ex, "exec", "command", command)
			refused(t, command, v, err)
		}
		// What it started ends with it.
		if _, _, err := w.do(t, ex, "sleeper"); err != nil {
			t.Fatal(err)
		}
		sleepers := pluginsNamed(t, "silent", running(t, w.Host)[0])
		w.Retire(nil)
		noLeftovers(t, w)
		for _, pid := range sleepers {
			gone(t, "the grandchild", pid)
		}
	})
}
