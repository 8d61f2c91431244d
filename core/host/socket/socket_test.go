package socket

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestCheckAndDial(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "ms")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if got, err := Check("unix", dir+"/./s", dir); err != nil || got != path {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range [][2]string{{"tcp", path}, {"unix", dir + "/../s"}, {"unix", "/run/s"}, {"unix", dir + "/file"}, {"unix", dir + "/link"}, {"unix", dir + "/none"}} {
		if _, err := Check(bad[0], bad[1], dir); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	conn, err := Dial(path, 30*time.Second, func(pid int) bool { return pid == os.Getpid() })
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if _, err := Dial(path, 30*time.Second, func(int) bool { return false }); err == nil {
		t.Error("a stranger is accepted")
	}
}
