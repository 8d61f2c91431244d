package serve

import (
	"context"
	"net"
	"os"
	"strconv"
	"syscall"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files"
	"github.com/metnos/metnos/sdk/wire/contract"
	"github.com/metnos/metnos/sdk/wire/guest"
)

// Family is what Executors serves; harnesses serve it in their own process.
func Family(entries ...Entry) contract.Backend {
	parts := make(map[string]any, len(entries))
	d := sdk.Description{Protocol: contract.Protocol, Kind: contract.KindExecutor}
	for _, e := range entries {
		parts[e.Name] = e.Executor
		d.Entries = append(d.Entries, describe(e.Name, e.Executor))
	}
	return backend(d, parts)
}

func single(kind, name string, part any) contract.Backend {
	d := sdk.Description{Protocol: contract.Protocol, Kind: kind, Entries: []sdk.Entry{describe(name, part)}}
	return backend(d, map[string]any{name: part})
}

func describe(name string, part any) sdk.Entry {
	e := sdk.Entry{Name: name}
	if c, ok := part.(sdk.Configurable); ok {
		schema := c.ConfigSchema()
		e.Config = &schema
	}
	return e
}

func backend(d sdk.Description, parts map[string]any) contract.Backend {
	return contract.Backend{Description: d, Open: func(_ context.Context, o contract.Opening) (*contract.Service, error) {
		name, err := chosen(o, d)
		if err != nil {
			return nil, err
		}
		set, err := files.Open(o.Roots, o.Deny)
		if err != nil {
			return nil, err
		}
		s := &contract.Service{
			Entry: name, Files: set, Config: o.Config, Isolation: measure(o.Canary),
			Listener: listener, Close: func() { set.Close() },
		}
		switch part := parts[name].(type) {
		case sdk.Executor:
			s.Executor = part
		case sdk.Channel:
			s.Channel = part
		case sdk.Model:
			s.Model = part
		}
		return s, nil
	}}
}

// chosen is the entry this process is. The environment and the opening must agree: the sandbox was made
// for the one in the environment.
func chosen(o contract.Opening, d sdk.Description) (string, error) {
	name := o.Executor
	if env := os.Getenv(guest.EnvExecutor); env != "" && name != "" && env != name {
		return "", sdk.Errorf(sdk.ContractViolation, "wrong_entry", "started as %q, opened as %q", env, name).With("name", name)
	} else if name == "" {
		name = env
	}
	if name == "" && len(d.Entries) == 1 {
		name = d.Entries[0].Name
	}
	for _, e := range d.Entries {
		if e.Name == name {
			return name, nil
		}
	}
	return "", sdk.Errorf(sdk.WrongTool, "unknown_entry", "this plugin has no %q, only %s", name, names(d)).With("name", name)
}

// listener is the socket the core opened for a channel.
func listener() (net.Listener, error) {
	fd, err := strconv.Atoi(os.Getenv(guest.EnvListenFD))
	if err != nil {
		return nil, sdk.Errorf(sdk.PolicyDenied, "no_listener", "the core opened no socket for this channel")
	}
	var l net.Listener
	copied, err := syscall.Dup(fd) // the inherited one stays for the next call
	if err == nil {
		f := os.NewFile(uintptr(copied), "listener")
		defer f.Close()
		l, err = net.FileListener(f)
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "no_listener", "the inherited descriptor %d is no socket: %w", fd, err)
	}
	return l, nil
}
