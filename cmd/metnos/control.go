package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/google/renameio/v2"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/store/disk"
	"github.com/metnos/metnos/sdk"
)

// The control socket is how the other commands reach a running server: JSON over HTTP on a unix socket
// of mode 0600 in a 0700 folder, open to the data directory's own user alone. The data directory holds a
// pointer to it, so that a server and a command need only agree on the data directory.

// askRequest is one turn asked from the command line.
type askRequest struct {
	Text         string     `json:"text"`
	Lang         string     `json:"lang,omitempty"`
	Conversation string     `json:"conversation"`
	User         core.Owner `json:"user"`
	Zone         string     `json:"zone,omitempty"`
}

// undoRequest takes a turn back; an empty Turn means the latest.
type undoRequest struct {
	Turn         string     `json:"turn"`
	Lang         string     `json:"lang"`
	User         core.Owner `json:"user"`
	Conversation string     `json:"conversation"`
}

// desk is what the socket offers; the running instance is one, and so is its client half.
type desk interface {
	Ask(ctx context.Context, req askRequest) (core.Outcome, error)
	Plan(ctx context.Context, req askRequest) (planReply, error)
	Undo(ctx context.Context, req undoRequest) (core.Outcome, error)
	Users(ctx context.Context, req userRequest) (userReply, error)
	TaskDesk(ctx context.Context, req taskRequest) (taskReply, error)
	Backup(ctx context.Context) (disk.Snapshot, error)
	pluginDesk
}

// pointer is the file in the data directory that leads to the socket.
type pointer struct {
	PID    int    `json:"pid"`
	Socket string `json:"socket"`
}

const (
	pointerName   = "core.json"
	controlBudget = 1 << 20 // bytes of one request
)

// listenControl opens the socket in dir and writes the pointer into data.
func listenControl(dir, data string) (net.Listener, func(), error) {
	socket := filepath.Join(dir, "core.sock")
	if len(socket) > 100 {
		return nil, nil, sdk.Errorf(sdk.IOError, "socket_path_long", "%s has %d bytes, a socket path holds 107", socket, len(socket)).With("path", socket)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return nil, nil, sdk.Errorf(sdk.IOError, "control_failed", "%w", err).With("path", socket)
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		return nil, nil, errors.Join(err, listener.Close())
	}
	text, err := json.Marshal(pointer{PID: os.Getpid(), Socket: socket})
	if err != nil {
		return nil, nil, errors.Join(err, listener.Close())
	}
	path := filepath.Join(data, pointerName)
	if err := renameio.WriteFile(path, text, 0o600); err != nil {
		return nil, nil, errors.Join(err, listener.Close())
	}
	return listener, func() { _ = os.Remove(path); _ = listener.Close() }, nil
}

// serveControl answers until the listener closes.
func serveControl(listener net.Listener, d desk) error {
	mux := http.NewServeMux()
	handle(mux, "POST /v1/ask", func(ctx context.Context, req askRequest) (core.Outcome, error) {
		return d.Ask(context.WithoutCancel(ctx), req) // a turn that began is finished and recorded, whoever still listens
	})
	handle(mux, "POST /v1/plan", d.Plan)
	handle(mux, "POST /v1/undo", func(ctx context.Context, req undoRequest) (core.Outcome, error) {
		return d.Undo(context.WithoutCancel(ctx), req)
	})
	handle(mux, "POST /v1/users", d.Users)
	handle(mux, "POST /v1/tasks", func(ctx context.Context, req taskRequest) (taskReply, error) {
		return d.TaskDesk(context.WithoutCancel(ctx), req)
	})
	handle(mux, "POST /v1/backup", func(ctx context.Context, _ struct{}) (disk.Snapshot, error) { return d.Backup(ctx) })
	handle(mux, "POST /v1/plugin/install", d.InstallPlugin)
	handle(mux, "POST /v1/plugin/remove", d.RemovePlugin)
	handle(mux, "POST /v1/plugin/list", func(ctx context.Context, _ struct{}) ([]pluginRow, error) { return d.Plugins(ctx) })
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	err := server.Serve(ownOnly{listener})
	if errors.Is(err, net.ErrClosed) || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func handle[In, Out any](mux *http.ServeMux, pattern string, fn func(context.Context, In) (Out, error)) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		var in In
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, controlBudget)).Decode(&in); err != nil && !errors.Is(err, io.EOF) {
			reply(w, http.StatusBadRequest, sdk.Errorf(sdk.WrongArgs, "control_request", "%w", err))
			return
		}
		out, err := fn(r.Context(), in)
		if err != nil {
			var e *sdk.Error
			if !errors.As(err, &e) {
				e = sdk.Errorf(sdk.ServerError, "internal_error", "%w", err)
			}
			reply(w, http.StatusUnprocessableEntity, e)
			return
		}
		reply(w, http.StatusOK, out)
	})
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// ownOnly drops connections of other users; the file mode already keeps them out, root excepted.
type ownOnly struct{ net.Listener }

func (l ownOnly) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if uid, err := peerUser(conn); err == nil && (uid == os.Geteuid() || uid == 0) {
			return conn, nil
		}
		_ = conn.Close()
	}
}

func peerUser(conn net.Conn) (int, error) {
	raw, err := conn.(*net.UnixConn).SyscallConn()
	if err != nil {
		return -1, err
	}
	var (
		cred *unix.Ucred
		fail error
	)
	if err := raw.Control(func(fd uintptr) { cred, fail = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED) }); err != nil {
		return -1, err
	}
	if fail != nil {
		return -1, fail
	}
	return int(cred.Uid), nil
}

// remote is the client half of the socket.
type remote struct{ http *http.Client }

// dialControl finds a running server of the data directory; false means there is none.
func dialControl(data string) (*remote, bool, error) {
	text, err := os.ReadFile(filepath.Join(data, pointerName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, sdk.Errorf(sdk.IOError, "data_unreadable", "%w", err).With("path", data)
	}
	var p pointer
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, false, nil // a torn pointer leads nowhere
	}
	conn, err := net.DialTimeout("unix", p.Socket, time.Second)
	if err != nil {
		return nil, false, nil // left behind by a core that was killed
	}
	uid, err := peerUser(conn)
	_ = conn.Close()
	if err != nil || uid != os.Geteuid() && uid != 0 {
		return nil, false, sdk.Errorf(sdk.PolicyDenied, "control_other_user", "user %d answers on %s", uid, p.Socket).With("path", p.Socket)
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", p.Socket)
	}
	return &remote{http: &http.Client{Transport: &http.Transport{DialContext: dial}}}, true, nil
}

func (r *remote) Ask(ctx context.Context, req askRequest) (core.Outcome, error) {
	return post[core.Outcome](ctx, r, "/v1/ask", req)
}

func (r *remote) Plan(ctx context.Context, req askRequest) (planReply, error) {
	return post[planReply](ctx, r, "/v1/plan", req)
}

func (r *remote) Undo(ctx context.Context, req undoRequest) (core.Outcome, error) {
	return post[core.Outcome](ctx, r, "/v1/undo", req)
}

func (r *remote) Users(ctx context.Context, req userRequest) (userReply, error) {
	return post[userReply](ctx, r, "/v1/users", req)
}

func (r *remote) TaskDesk(ctx context.Context, req taskRequest) (taskReply, error) {
	return post[taskReply](ctx, r, "/v1/tasks", req)
}

func (r *remote) Backup(ctx context.Context) (disk.Snapshot, error) {
	return post[disk.Snapshot](ctx, r, "/v1/backup", struct{}{})
}

func post[Out any](ctx context.Context, r *remote, path string, in any) (Out, error) {
	var out Out
	body, err := json.Marshal(in)
	if err != nil {
		return out, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://core"+path, bytes.NewReader(body))
	if err != nil {
		return out, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := r.http.Do(req)
	if err != nil {
		if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, io.EOF) {
			return out, sdk.Errorf(sdk.Unavailable, "server_gone", "%w", err)
		}
		return out, fmt.Errorf("talking to the server: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		var e sdk.Error
		if err := json.NewDecoder(resp.Body).Decode(&e); err != nil || e.Class == "" {
			return out, sdk.Errorf(sdk.ServerError, "internal_error", "the server answered %s", resp.Status)
		}
		return out, &e
	}
	return out, json.NewDecoder(resp.Body).Decode(&out)
}
