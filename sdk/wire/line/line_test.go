package line

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

// ends is a line on a pair of sockets: near calls, far answers with methods.
func ends(t *testing.T, near, far End, methods map[string]Method) *Line {
	t.Helper()
	a, b := sockets(t)
	var n, f *Line
	near.OnLost = func(error) { n.Close() }
	far.OnLost = func(error) { f.Close() }
	near.Reason = func() error { return errors.New("lost") }
	far.Reason = near.Reason
	near.Base, far.Base = context.Background(), context.Background()
	near.Limits, far.Limits = near.Limits.OrDefault(), far.Limits.OrDefault()
	n, f = New(a, near), New(b, far)
	go n.Serve(nil)
	go f.Serve(methods)
	t.Cleanup(func() { n.Close(); f.Close() })
	return n
}

func sockets(t *testing.T) (net.Conn, net.Conn) {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	var conns [2]net.Conn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "line")
		if conns[i], err = net.FileConn(f); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return conns[0], conns[1]
}

func echoes(in, out *Envelope) {
	Answer(in, out, func(context.Context) (any, error) {
		var s string
		err := Decode(in.Body, &s)
		return s, err
	})
}

// Frames of every size keep their order and their bytes, however many callers there are.
func TestManyCallersOfEverySize(t *testing.T) {
	l := ends(t, End{}, End{}, map[string]Method{"echo": echoes})
	var group sync.WaitGroup
	for i := range 32 {
		group.Go(func() {
			for n := range 10 {
				text := strings.Repeat("x", (i*7919+n*104729)%(200<<10))
				var got string
				if err := l.Call(context.Background(), "echo", 0, text, &got); err != nil || got != text {
					t.Errorf("%d bytes came back as %d: %v", len(text), len(got), err)
					return
				}
			}
		})
	}
	group.Wait()
}

// A caller never waits for a peer that does not read, longer than its context and the grace.
func TestPeerThatDoesNotRead(t *testing.T) {
	a, b := sockets(t)
	defer b.Close()
	var l *Line
	l = New(a, End{Limits: Limits{}.OrDefault(), OnLost: func(error) { l.Close() }, Reason: func() error { return io.EOF }, Base: context.Background()})
	go l.Serve(nil)
	defer l.Close()
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		start := time.Now()
		err := l.Call(ctx, "echo", 0, strings.Repeat("x", 6<<20), nil)
		cancel()
		if sdk.ClassOf(err) != sdk.Timeout || time.Since(start) > 10*time.Second {
			t.Fatalf("%v after %v", err, time.Since(start))
		}
	}
}

// Answers nobody asked for, and cancels of nothing, cost slack until there is none.
func TestAnswersToNothingEndTheLine(t *testing.T) {
	for name, h := range map[string]head{"answers": {ID: 7}, "cancels": {Method: cancelMethod, ID: 7}} {
		t.Run(name, func(t *testing.T) {
			a, b := sockets(t)
			lost := make(chan error, 1)
			var l *Line
			meter := NewMeter(a, 64<<10, func(error) {})
			l = New(a, End{Limits: Limits{}.OrDefault(), Waste: meter.Waste, Base: context.Background(),
				OnLost: func(err error) { l.Close(); lost <- err }, Reason: func() error { return io.EOF }})
			go l.Serve(nil)
			defer b.Close()
			for sent := 0; sent < 10_000; sent++ {
				if writeFrame(b, &h, nil) != nil {
					break
				}
			}
			select {
			case err := <-lost:
				var e *sdk.Error
				if !errors.As(err, &e) || e.Code != "plugin_flooded" {
					t.Errorf("lost for %v", err)
				}
			case <-time.After(5 * time.Second):
				t.Error("the line bears it all")
			}
		})
	}
}

func TestUnknownMethodIsAnswered(t *testing.T) {
	l := ends(t, End{}, End{}, map[string]Method{"echo": echoes})
	var e *sdk.Error
	if err := l.Call(context.Background(), "other", 0, nil, nil); !errors.As(err, &e) || e.Code != "unknown_method" {
		t.Errorf("answered %v", err)
	}
	if err := l.Call(context.Background(), "echo", 0, "on", nil); err != nil {
		t.Errorf("the line did not survive: %v", err)
	}
}
