package serve

import (
	"bufio"
	"errors"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/metnos/metnos/sdk/wire/contract"
)

// measure looks at the confinement of this process from inside.
func measure(canary string) contract.Isolation {
	i := contract.Isolation{PID: os.Getpid(), Canary: tryCanary(canary), Interfaces: interfaces()}
	if b, err := os.ReadFile("/proc/self/uid_map"); err == nil {
		i.UserMap = strings.Join(strings.Fields(string(b)), " ")
	}
	for key, value := range status() {
		switch key {
		case "NoNewPrivs":
			i.NoNewPrivs = value == "1"
		case "Seccomp":
			i.Seccomp, _ = strconv.Atoi(value)
		case "CapEff":
			i.Caps, _ = strconv.ParseUint(value, 16, 64)
		}
	}
	return i
}

func tryCanary(path string) string {
	if path == "" {
		return ""
	}
	f, err := os.Open(path)
	switch {
	case err == nil:
		f.Close()
		return "readable"
	case errors.Is(err, fs.ErrNotExist):
		return "absent"
	}
	return "denied"
}

// status reads /proc/self/status; a sandbox without /proc gives nothing.
func status() map[string]string {
	fields := map[string]string{}
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return fields
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), ":")
		fields[key] = strings.TrimSpace(value)
	}
	return fields
}

// interfaces names the network interfaces other than loopback.
func interfaces() []string {
	found := []string{}
	list, err := net.Interfaces()
	if err != nil {
		return found
	}
	for _, i := range list {
		if i.Flags&net.FlagLoopback == 0 {
			found = append(found, i.Name)
		}
	}
	return found
}
