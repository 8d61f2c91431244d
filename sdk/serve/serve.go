package serve

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	_ "time/tzdata" // a confined process has no /usr/share/zoneinfo

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire/contract"
	"github.com/metnos/metnos/sdk/wire/guest"
)

// Entry is one executor of a family binary.
type Entry struct {
	Name     string
	Executor sdk.Executor
}

// Executors serves a family of executors; the core tells each process which one of them it is.
func Executors(entries ...Entry) { run(Family(entries...)) }

// Channel serves a channel.
func Channel(name string, c sdk.Channel) { run(single(contract.KindChannel, name, c)) }

// Model serves a language model.
func Model(name string, m sdk.Model) { run(single(contract.KindModel, name, m)) }

func run(b contract.Backend) {
	if len(os.Args) == 2 && os.Args[1] == "describe" {
		if err := json.NewEncoder(os.Stdout).Encode(b.Description); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if os.Getenv(guest.CookieKey) != guest.CookieValue {
		fmt.Fprintf(os.Stderr, "This is a metnos plugin (%s: %s). metnos starts it; it does nothing by itself.\n"+
			"To see what it offers run: %s describe\nTo try it run: metnos plugin test\n",
			b.Description.Kind, names(b.Description), os.Args[0])
		os.Exit(2)
	}
	out, err := handshake()
	var direct net.Conn
	if err == nil {
		direct, err = inherited()
	}
	if err == nil {
		signal.Ignore(os.Interrupt) // a person's Ctrl-C is the core's to answer
		watchStdin()
		err = guest.Serve(b, os.Getenv(guest.EnvSocketDir), out, direct)
		runtime.KeepAlive(out) // closed by the collector, its number would be another file's
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func names(d sdk.Description) string {
	text := ""
	for i, e := range d.Entries {
		if i > 0 {
			text += ", "
		}
		text += e.Name
	}
	return text
}

// handshake is where the core reads the handshake line. The real stdout leads to the core's stderr drain, so
// that anything printed is harmless; from here on what the plugin prints goes to stderr.
func handshake() (*os.File, error) {
	out := os.Stdout
	if value := os.Getenv(guest.EnvHandshakeFD); value != "" {
		fd, err := strconv.Atoi(value)
		if err != nil || fd <= syscall.Stderr {
			return nil, fmt.Errorf("%s=%q is no descriptor for the handshake", guest.EnvHandshakeFD, value)
		}
		syscall.CloseOnExec(fd)
		out = os.NewFile(uintptr(fd), "handshake")
	}
	os.Stdout = os.Stderr
	return out, nil
}

// inherited is this process's end of the line to the core, or nil.
func inherited() (net.Conn, error) {
	value := os.Getenv(guest.EnvLineFD)
	if value == "" {
		return nil, nil
	}
	fd, err := strconv.Atoi(value)
	if err != nil || fd <= syscall.Stderr {
		return nil, fmt.Errorf("%s=%q is no descriptor for the line", guest.EnvLineFD, value)
	}
	f := os.NewFile(uintptr(fd), "line")
	defer f.Close() // the connection has its own copy, which no program this process starts inherits
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("%s=%q: %w", guest.EnvLineFD, value, err)
	}
	return conn, nil
}

// watchStdin ends the process when the core is gone: the core holds the other end of stdin open.
func watchStdin() {
	var st syscall.Stat_t
	if err := syscall.Fstat(syscall.Stdin, &st); err != nil {
		return
	}
	if kind := st.Mode & syscall.S_IFMT; kind != syscall.S_IFIFO && kind != syscall.S_IFSOCK {
		return // a terminal or /dev/null says nothing about the core
	}
	go func() {
		var b [256]byte
		for {
			n, err := os.Stdin.Read(b[:])
			if n == 0 && err != nil {
				os.Exit(0)
			}
		}
	}()
}
