package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/rpc"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
)

var sizes = []int{200, 10 << 10, 1 << 20}

func BenchmarkWire(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := executor(b, echo, wire.Limits{}).Executor()
			call := sdk.Call{Executor: "try_wire", Args: map[string]any{"v": strings.Repeat("x", n)}}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Invoke(context.Background(), call, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Raw is the floor's message: JSON bytes.
type Raw struct{ Body []byte }

// Floor is stock net/rpc that does the same JSON work.
type Floor struct{}

// Echo decodes a call and encodes its result.
func (Floor) Echo(in Raw, out *Raw) error {
	var call sdk.Call
	if err := json.Unmarshal(in.Body, &call); err != nil {
		return err
	}
	var err error
	out.Body, err = json.Marshal(sdk.Result{OK: true, Value: call.Args["v"]})
	return err
}

// Plain answers bytes with bytes.
func (Floor) Plain(in Raw, out *Raw) error { out.Body = in.Body; return nil }

func floor(b *testing.B) *rpc.Client {
	core, plugin := pair(b)
	s := rpc.NewServer()
	s.Register(Floor{})
	go s.ServeConn(plugin)
	c := rpc.NewClient(core)
	b.Cleanup(func() { c.Close() })
	return c
}

func BenchmarkNetRPCJSON(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := floor(b)
			call := sdk.Call{Executor: "try_wire", Args: map[string]any{"v": strings.Repeat("x", n)}}
			for b.Loop() {
				body, _ := json.Marshal(call)
				var out Raw
				if err := c.Call("Floor.Echo", Raw{body}, &out); err != nil {
					b.Fatal(err)
				}
				var r sdk.Result
				if err := json.Unmarshal(out.Body, &r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNetRPCBytes(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := floor(b)
			body := []byte(strings.Repeat("x", n))
			for b.Loop() {
				var out Raw
				if err := c.Call("Floor.Plain", Raw{body}, &out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
