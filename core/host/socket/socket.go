package socket

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// Check accepts only a unix socket directly inside dir, the folder of this start, and returns its address.
func Check(network, address, dir string) (string, error) {
	if network != "unix" || filepath.Dir(filepath.Clean(address)) != dir {
		return "", fmt.Errorf("the plugin asks the core to connect to %s %q, outside its own socket folder", network, address)
	}
	info, err := os.Lstat(address)
	if err != nil {
		return "", err
	}
	if info.Mode().Type() != os.ModeSocket {
		return "", fmt.Errorf("the plugin names %q, which is no socket", address)
	}
	return filepath.Clean(address), nil
}

// Dial connects to the socket and checks that the process at the other end is one of this user that ours
// knows.
func Dial(path string, within time.Duration, ours func(pid int) bool) (net.Conn, error) {
	conn, err := net.DialTimeout("unix", path, within)
	if err != nil {
		return nil, fmt.Errorf("connecting to the plugin: %w", err)
	}
	cred, err := peer(conn.(*net.UnixConn))
	if err == nil && (int(cred.Uid) != os.Getuid() || !ours(int(cred.Pid))) {
		err = fmt.Errorf("process %d of user %d answers instead of the plugin", cred.Pid, cred.Uid)
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

func peer(conn *net.UnixConn) (*unix.Ucred, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	var cred *unix.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) { cred, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED) }); err != nil {
		return nil, err
	}
	return cred, failed
}
