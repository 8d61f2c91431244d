package wire_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
	"golang.org/x/sys/unix"
)

// refused checks the class and code of an error that crossed the wire.
func refused(t *testing.T, err error, class sdk.Class, code string) {
	t.Helper()
	var e *sdk.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *sdk.Error", err)
	}
	if e.Class != class || e.Code != code {
		t.Fatalf("error is %s/%s (%s), want %s/%s", e.Class, e.Code, e.Message, class, code)
	}
}

func invoke(t *testing.T, p *wire.Peer, v any) (sdk.Result, error) {
	t.Helper()
	return p.Executor().Invoke(within(t, 20*time.Second), sdk.Call{Executor: "try_wire", Args: map[string]any{"v": v}}, nil)
}

// PLUGIN-22, PLUGIN-23: gob refuses open types; JSON carries every shape.
func TestEveryShapeCrosses_PLUGIN22_PLUGIN23(t *testing.T) {
	p := executor(t, echo, wire.Limits{})
	deep := any("bottom")
	for range 200 {
		deep = map[string]any{"a": []any{deep}}
	}
	shapes := map[string]any{
		"null": nil, "true": true, "false": false, "zero": 0.0, "negative": -1.5, "largest": math.MaxFloat64, "smallest": 5e-324,
		"safe integer": float64(1<<53 - 1), "empty text": "", "text": "perché ☕\u0000\n\t\"\\</script>", "separators": "\u2028\u2029",
		"empty list": []any{}, "mixed list": []any{1.0, "a", nil, true, []any{}, map[string]any{}},
		"empty object": map[string]any{}, "object": map[string]any{"": 1.0, "a b": nil, "è": []any{nil}},
		"deep": deep, "long": strings.Repeat("è", 300_000),
	}
	for name, v := range shapes {
		t.Run(name, func(t *testing.T) {
			r, err := invoke(t, p, v)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(r.Value, v) {
				t.Errorf("%.100v came back as %.100v", v, r.Value)
			}
		})
	}
}

func TestWholeResultCrosses(t *testing.T) {
	want := sdk.Result{
		OK: true, Entries: []map[string]any{{"path": "/a", "n": 1.0, "list": []any{1.0, "a", nil}}},
		Results: []map[string]any{{"path": "/b"}}, Failed: []sdk.Failure{{Item: "/c", Class: sdk.NotFound, Code: "x", Message: "y"}},
		Value: []any{map[string]any{}}, Truncated: &sdk.Truncation{Used: 1, Available: -1, Cap: "limit"},
		NeedsInputs: &sdk.NeedsInputs{Title: "t", Dialog: []sdk.Question{{Name: "n", Prompt: "p", Kind: "choice", Options: []string{"a"}, Optional: true}}, OnComplete: "c"},
		Attachments: []sdk.Attachment{{Path: "/a", Name: "a", Media: "text/plain", Size: 3}},
		Undo:        &sdk.Undo{Pattern: "swap_src_dst", Evidence: []map[string]any{{"from": "/a", "to": "/b"}}},
		Effects:     sdk.Counters{Items: 1, Mutations: 2, Countable: true},
	}
	call := sdk.Call{
		Executor: "try_wire", Args: map[string]any{"v": []any{1.0}}, Owner: "host", Turn: "0123456789abcdef", Step: 3, Lang: "it", Zone: "Europe/Rome",
		Now: time.Date(2026, 11, 30, 12, 0, 0, 123, time.UTC), Config: map[string]any{"k": "v"}, Undo: want.Undo,
	}
	var got sdk.Call
	p := executor(t, do(func(_ context.Context, c sdk.Call, _ sdk.Host) (sdk.Result, error) { got = c; return want, nil }), wire.Limits{})
	r, err := p.Executor().Invoke(within(t, time.Second), call, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("result came back as %+v", r)
	}
	if !reflect.DeepEqual(got, call) {
		t.Errorf("call arrived as %+v", got)
	}
}

func TestValueJSONCannotCarry(t *testing.T) {
	p := executor(t, do(func(context.Context, sdk.Call, sdk.Host) (sdk.Result, error) {
		return sdk.Result{OK: true, Value: math.Inf(1)}, nil
	}), wire.Limits{})
	_, err := invoke(t, p, nil)
	refused(t, err, sdk.ContractViolation, "unencodable_value")
	_, err = invoke(t, p, func() {})
	refused(t, err, sdk.ContractViolation, "unencodable_value")
}

func TestErrorsCross(t *testing.T) {
	tests := []struct {
		name  string
		err   error
		class sdk.Class
		code  string
	}{
		{"classed", sdk.Errorf(sdk.NotFound, "file_not_found", "no %s", "x").With("path", "/x"), sdk.NotFound, "file_not_found"},
		{"wrapped", fmt.Errorf("while reading: %w", sdk.Errorf(sdk.Conflict, "file_exists", "x")), sdk.Conflict, "file_exists"},
		{"plain", fs.ErrNotExist, sdk.ContractViolation, "unclassified_error"},
		{"unknown class", &sdk.Error{Class: "oops", Message: "x"}, sdk.ContractViolation, "unknown_error_class"},
		{"no class", &sdk.Error{Message: "x"}, sdk.ContractViolation, "unknown_error_class"},
		{"deadline", context.DeadlineExceeded, sdk.Timeout, "deadline_exceeded"},
		{"cancelled", context.Canceled, sdk.Cancelled, "cancelled"},
		{"huge", sdk.Errorf(sdk.IOError, "io_failed", "%s", strings.Repeat("x", 1<<20)), sdk.ContractViolation, "error_too_long"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := executor(t, do(func(context.Context, sdk.Call, sdk.Host) (sdk.Result, error) { return sdk.Result{}, tt.err }), wire.Limits{})
			_, err := invoke(t, p, nil)
			refused(t, err, tt.class, tt.code)
			var e *sdk.Error
			if errors.As(err, &e); tt.name == "classed" && e.Params["path"] != "/x" {
				t.Errorf("parameters lost: %v", e.Params)
			}
		})
	}
}

func TestContradictoryResultsAreRefused(t *testing.T) {
	for name, r := range map[string]sdk.Result{
		"class of the error":   {Error: &sdk.Error{Class: "oops"}},
		"class of a failure":   {OK: true, Failed: []sdk.Failure{{Item: "x", Class: "oops"}}},
		"ok with an error":     {OK: true, Error: sdk.Errorf(sdk.IOError, "io_failed", "x")},
		"negative counter":     {OK: true, Effects: sdk.Counters{Mutations: -1}},
		"failure with no kind": {OK: true, Failed: []sdk.Failure{{Item: "x"}}},
	} {
		t.Run(name, func(t *testing.T) {
			p := executor(t, do(func(context.Context, sdk.Call, sdk.Host) (sdk.Result, error) { return r, nil }), wire.Limits{})
			_, err := invoke(t, p, nil)
			refused(t, err, sdk.ContractViolation, "invalid_result")
		})
	}
}

// M-14: a call can be cancelled, and the connection serves the next one.
func TestCancelReachesThePlugin_M14(t *testing.T) {
	told := make(chan error, 1)
	p := executor(t, do(func(ctx context.Context, c sdk.Call, _ sdk.Host) (sdk.Result, error) {
		if c.Args["v"] != nil {
			return echo(ctx, c, nil)
		}
		<-ctx.Done()
		told <- ctx.Err()
		return sdk.Result{}, ctx.Err()
	}), wire.Limits{})
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	_, err := p.Executor().Invoke(ctx, sdk.Call{}, nil)
	refused(t, err, sdk.Cancelled, "cancelled")
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("the cancel took %v", d)
	}
	if err := <-told; err != context.Canceled {
		t.Errorf("the plugin saw %v", err)
	}
	if r, err := invoke(t, p, "again"); err != nil || r.Value != "again" {
		t.Errorf("the next call: %v, %v", r.Value, err)
	}
}

func TestDeadlineTravels(t *testing.T) {
	seen := make(chan time.Time, 1)
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, _ sdk.Host) (sdk.Result, error) {
		at, _ := ctx.Deadline()
		seen <- at
		<-ctx.Done()
		return sdk.Result{}, ctx.Err()
	}), wire.Limits{})
	ctx := within(t, time.Second)
	want, _ := ctx.Deadline()
	_, err := p.Executor().Invoke(ctx, sdk.Call{}, nil)
	refused(t, err, sdk.Timeout, "deadline_exceeded")
	if got := <-seen; !got.Equal(want) {
		t.Errorf("the plugin's deadline is %v off", got.Sub(want))
	}
}

func TestDeafPluginIsReported(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	p := executor(t, do(func(context.Context, sdk.Call, sdk.Host) (sdk.Result, error) {
		<-release
		return sdk.Result{OK: true}, nil
	}), wire.Limits{Grace: 50 * time.Millisecond})
	start := time.Now()
	_, err := p.Executor().Invoke(within(t, 50*time.Millisecond), sdk.Call{}, nil)
	refused(t, err, sdk.Timeout, wire.CodeUnresponsive)
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

// A result observed just after the deadline is worth more than "uncertain".
func TestAnswerWithinGraceCounts(t *testing.T) {
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, _ sdk.Host) (sdk.Result, error) {
		<-ctx.Done()
		return sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1, Countable: true}}, nil
	}), wire.Limits{Grace: 20 * time.Second})
	r, err := p.Executor().Invoke(within(t, 300*time.Millisecond), sdk.Call{}, nil)
	if err != nil || r.Effects.Mutations != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	stderr := captureStderr(t)
	p := executor(t, do(func(ctx context.Context, c sdk.Call, h sdk.Host) (sdk.Result, error) {
		if c.Args["v"] == nil {
			panic("out of cheese")
		}
		return echo(ctx, c, h)
	}), wire.Limits{})
	_, err := invoke(t, p, nil)
	refused(t, err, sdk.Crashed, "plugin_panicked")
	if r, err := invoke(t, p, "alive"); err != nil || r.Value != "alive" {
		t.Errorf("after the panic: %v, %v", r.Value, err)
	}
	if text := stderr(); !strings.Contains(text, "out of cheese") || !strings.Contains(text, "call_test.go") {
		t.Errorf("no stack on stderr: %.200q", text)
	}
}

func captureStderr(t *testing.T) (text func() string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// The descriptor, not the variable: what earlier tests left running may be writing.
	old, err := unix.Dup(2)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Dup3(int(w.Fd()), 2, 0); err != nil {
		t.Fatal(err)
	}
	restore := sync.OnceFunc(func() {
		if err := unix.Dup3(old, 2, 0); err != nil {
			t.Error(err)
		}
		unix.Close(old)
		w.Close()
	})
	t.Cleanup(restore)
	return func() string {
		restore()
		b, _ := io.ReadAll(r)
		return string(b)
	}
}

func TestOversizeIsRefusedAndTheLineSurvives(t *testing.T) {
	p := executor(t, do(func(ctx context.Context, c sdk.Call, h sdk.Host) (sdk.Result, error) {
		if n, ok := c.Args["v"].(float64); ok {
			return sdk.Result{OK: true, Value: strings.Repeat("x", int(n))}, nil
		}
		return echo(ctx, c, h)
	}), wire.Limits{Request: 64 << 10, Response: 256 << 10})
	_, err := invoke(t, p, strings.Repeat("x", 65<<10))
	refused(t, err, sdk.Oversize, "message_too_big")
	_, err = invoke(t, p, 257<<10)
	refused(t, err, sdk.Oversize, "message_too_big")
	if r, err := invoke(t, p, 255<<10); err != nil || len(r.Value.(string)) != 255<<10 {
		t.Errorf("a result just below the cap: %v", err)
	}
}

func TestConcurrentCalls(t *testing.T) {
	p := executor(t, echo, wire.Limits{})
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			for k := range 20 {
				want := float64(i*1000 + k)
				if r, err := invoke(t, p, want); err != nil || r.Value != want {
					t.Errorf("%v came back as %v, %v", want, r.Value, err)
				}
			}
		})
	}
	all.Wait()
}

func TestLostConnectionIsACrash_M12(t *testing.T) {
	core, plugin := pair(t)
	started := make(chan struct{})
	go wire.ServeConn(plugin, familyOf(do(func(ctx context.Context, _ sdk.Call, _ sdk.Host) (sdk.Result, error) {
		close(started)
		<-ctx.Done()
		return sdk.Result{}, ctx.Err()
	})))
	p, err := wire.Connect(core, wire.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Open(within(t, time.Second), wire.Opening{Executor: "try_wire"}); err != nil {
		t.Fatal(err)
	}
	go func() { <-started; plugin.Close() }()
	_, err = p.Executor().Invoke(within(t, 5*time.Second), sdk.Call{}, nil)
	refused(t, err, sdk.Crashed, "plugin_crashed")
	<-p.Done()
	if sdk.ClassOf(p.Err()) != sdk.Crashed {
		t.Errorf("Err is %v", p.Err())
	}
	_, err = p.Executor().Invoke(within(t, time.Second), sdk.Call{}, nil)
	refused(t, err, sdk.Crashed, "plugin_crashed")
}

func TestDescribeAndOpen(t *testing.T) {
	p := connect(t, familyOf(echo), wire.Limits{})
	d, err := p.Describe(within(t, time.Second))
	if err != nil || d.Protocol != wire.ProtocolVersion || d.Kind != wire.KindExecutor || len(d.Entries) != 1 {
		t.Fatalf("%+v, %v", d, err)
	}
	_, err = p.Executor().Invoke(within(t, time.Second), sdk.Call{}, nil)
	refused(t, err, sdk.ContractViolation, "not_opened")
	_, err = p.Open(within(t, time.Second), wire.Opening{Executor: "other"})
	refused(t, err, sdk.WrongTool, "unknown_entry")
	opened, err := p.Open(within(t, time.Second), wire.Opening{Executor: "try_wire"})
	if err != nil || opened.Entry != "try_wire" || opened.Previews || opened.Reverses {
		t.Fatalf("%+v, %v", opened, err)
	}
	_, err = p.Open(within(t, time.Second), wire.Opening{Executor: "try_wire"})
	refused(t, err, sdk.ContractViolation, "opened_twice")
	_, err = p.Executor().Preview(within(t, time.Second), sdk.Call{}, nil)
	refused(t, err, sdk.OutOfScope, "preview_unsupported")
	_, err = p.Executor().Reverse(within(t, time.Second), sdk.Call{}, nil)
	refused(t, err, sdk.OutOfScope, "reverse_unsupported")
	refused(t, p.Channel(nil).Stop(within(t, time.Second)), sdk.WrongTool, "wrong_kind")
	_, err = p.Model().Embed(within(t, time.Second), []string{"x"})
	refused(t, err, sdk.WrongTool, "wrong_kind")
}

func FuzzGreeting(f *testing.F) {
	f.Add([]byte("1|1|unix|/run/x|netrpc|\n"))
	f.Add([]byte("1|1|tcp|127.0.0.1:1|netrpc|"))
	f.Add(bytes.Repeat([]byte("x"), 70_000))
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := wire.ReadGreeting(bytes.NewReader(b))
		if err == nil && (g.Network != "unix" || !strings.HasPrefix(g.Address, "/")) {
			t.Fatalf("accepted %+v", g)
		}
		if err != nil && !sdk.ClassOf(err).Valid() {
			t.Fatalf("error without a class: %v", err)
		}
	})
}

// M-07, M-08, PLUGIN-07, PLUGIN-19: what a first line may be.
func TestGreeting(t *testing.T) {
	for _, tt := range []struct{ name, line, code string }{
		{"good", "1|1|unix|/run/metnos/p.sock|netrpc|\n", ""},
		{"no newline", "1|1|unix|/run/metnos/p.sock|netrpc|", ""},
		{"M-08 tcp", "1|1|tcp|127.0.0.1:4444|netrpc|\n", "handshake_malformed"},
		{"relative socket", "1|1|unix|p.sock|netrpc|\n", "handshake_malformed"},
		{"grpc", "1|1|unix|/p|grpc|\n", "handshake_malformed"},
		{"other core", "2|1|unix|/p|netrpc|\n", "handshake_malformed"},
		{"other protocol", "1|9|unix|/p|netrpc|\n", "protocol_mismatch"},
		{"noise", "hello\n", "handshake_malformed"},
		{"nothing", "", "handshake_missing"},
		{"PLUGIN-07 long", strings.Repeat("x", 70_000) + "\n", "handshake_too_long"},
		{"long without end", strings.Repeat("x", 70_000), "handshake_too_long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := wire.ReadGreeting(strings.NewReader(tt.line))
			var e *sdk.Error
			if errors.As(err, &e); (e == nil) != (tt.code == "") || (e != nil && e.Code != tt.code) {
				t.Fatalf("got %v, want %q", err, tt.code)
			}
		})
	}
}
