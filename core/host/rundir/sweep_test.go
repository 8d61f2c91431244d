package rundir

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core/host/proc"
)

func sleeper(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sleep", "600")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Skipf("no sleep to start: %v", err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd
}

// leftover is the folder of a core that died, with one record.
func leftover(t *testing.T, base string, core, record proc.ID) string {
	t.Helper()
	dir := filepath.Join(base, "h"+strconv.Itoa(core.PID)+"-1")
	if err := os.MkdirAll(filepath.Join(dir, "plugin-dir1"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, id := range map[string]proc.ID{"core": core, "p" + strconv.Itoa(record.PID): record} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(id.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func look(t *testing.T, pid int) proc.ID {
	t.Helper()
	id, err := proc.Look(pid)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestField_PLUGIN_09_PLUGIN_28_PLUGIN_29(t *testing.T) {
	alive := func(cmd *exec.Cmd) bool {
		time.Sleep(50 * time.Millisecond)
		id, err := proc.Look(cmd.Process.Pid)
		return err == nil && id.Alive() && cmd.Process.Signal(syscall.Signal(0)) == nil && !zombie(cmd.Process.Pid)
	}
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	self := look(t, os.Getpid())
	gone := proc.ID{PID: dead.Process.Pid, Start: 1, Boot: self.Boot}
	t.Run("PLUGIN-09 a leftover is ended", func(t *testing.T) {
		base, s := t.TempDir(), sleeper(t)
		dir := leftover(t, base, gone, look(t, s.Process.Pid))
		if n := Sweep(base); n != 1 {
			t.Errorf("%d ended, want 1", n)
		}
		if alive(s) {
			t.Error("the leftover still runs")
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("its folder is still there")
		}
	})
	t.Run("PLUGIN-29 the number belongs to another process now", func(t *testing.T) {
		base, s := t.TempDir(), sleeper(t)
		reused := look(t, s.Process.Pid)
		reused.Start--
		leftover(t, base, gone, reused)
		if n := Sweep(base); n != 0 || !alive(s) {
			t.Errorf("an unrelated process was ended (%d)", n)
		}
	})
	t.Run("PLUGIN-29 the record is of another boot", func(t *testing.T) {
		base, s := t.TempDir(), sleeper(t)
		before := look(t, s.Process.Pid)
		before.Boot = "11111111-2222-3333-4444-555555555555"
		leftover(t, base, gone, before)
		if n := Sweep(base); n != 0 || !alive(s) {
			t.Errorf("an unrelated process was ended (%d)", n)
		}
	})
	t.Run("PLUGIN-28 the process is gone, or the record is damaged", func(t *testing.T) {
		base := t.TempDir()
		dir := leftover(t, base, gone, proc.ID{PID: gone.PID, Start: 5, Boot: self.Boot})
		for name, content := range map[string]string{"p1": "1 1 " + self.Boot, "p2": "", "p3": "-1 5 x", "p4": "not a record at all"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if n := Sweep(base); n != 0 {
			t.Errorf("%d ended, want 0", n)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("the folder is still there")
		}
	})
	t.Run("a core that still runs is left alone", func(t *testing.T) {
		base, s := t.TempDir(), sleeper(t)
		dir := leftover(t, base, self, look(t, s.Process.Pid))
		if n := Sweep(base); n != 0 || !alive(s) {
			t.Errorf("the plugin of a running core was ended (%d)", n)
		}
		if _, err := os.Stat(dir); err != nil {
			t.Error("its folder was removed")
		}
	})
	t.Run("what is not ours is left alone", func(t *testing.T) {
		base := t.TempDir()
		for _, name := range []string{"other", "h99999999-open"} {
			if err := os.Mkdir(filepath.Join(base, name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(filepath.Join(base, "h99999999-open"), 0o755); err != nil {
			t.Fatal(err)
		}
		Sweep(base)
		if left, _ := os.ReadDir(base); len(left) != 2 {
			t.Errorf("left %v", left)
		}
	})
}

func zombie(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || len(b) == 0 || string(b[len(strconv.Itoa(pid))+len(" (sleep) ")]) == "Z"
}
