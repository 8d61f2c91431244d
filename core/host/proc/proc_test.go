package proc

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func TestLookAndAlive(t *testing.T) {
	me, err := Look(os.Getpid())
	if err != nil || !me.Alive() {
		t.Fatalf("%+v %v", me, err)
	}
	other := me
	other.Start++
	if other.Alive() {
		t.Error("a process with another start time counts as this one")
	}
	read, err := Parse(me.String())
	if err != nil || read != me {
		t.Errorf("written %+v, read %+v (%v)", me, read, err)
	}
	if _, err := Look(1 << 30); err == nil {
		t.Error("a number nobody has was found")
	}
}

// The name of a process may look like the rest of the line.
func TestStatOfAnOddName(t *testing.T) {
	dir := t.TempDir()
	name := dir + "/a) Z 1 (b"
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(sleep, name); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, "600")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	st, err := read(cmd.Process.Pid)
	if err != nil || st.Parent != os.Getpid() || st.Session != cmd.Process.Pid || st.State == 'Z' {
		t.Fatalf("%+v %v", st, err)
	}
	if len(Session(cmd.Process.Pid)) != 1 || len(Descendants(os.Getpid())) == 0 {
		t.Error("not found by session and by parent")
	}
	id, err := Look(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if n := id.KillSession(); n != 1 {
		t.Errorf("%d ended, want 1", n)
	}
	if st.Kill(); id.KillSession() != 0 && cmd.ProcessState != nil {
		t.Error("ended twice")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("12 34 boot")
	f.Add("1 1 1")
	f.Add("-5 1 x")
	f.Fuzz(func(t *testing.T, s string) {
		id, err := Parse(s)
		if err == nil && (id.PID <= 1 || id.Boot == "") {
			t.Errorf("%q became %+v", s, id)
		}
	})
}
