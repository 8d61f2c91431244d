package sdktest_test

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/sdktest"
	"github.com/metnos/metnos/sdk/wire"
)

// dup puts a file in the place of stdin, so that its end is not seen.
func dup(f *os.File) { _ = syscall.Dup2(int(f.Fd()), 0) }

func conform(t *testing.T, mode string) sdktest.Report {
	t.Helper()
	return sdktest.Conform(t.Context(), plugin(t, mode), sdktest.Options{Manifest: noteManifest(), Within: 20 * time.Second})
}

func TestGoodPluginPasses(t *testing.T) {
	r := conform(t, "good")
	for _, c := range r.Checks {
		if c.Status != sdktest.Pass {
			t.Errorf("%s: %s %s", c.Name, c.Status, c.Detail)
		}
	}
	if len(r.Checks) < 16 || !r.OK() {
		t.Errorf("%d checks", len(r.Checks))
	}
}

// M-07, PLUGIN-06, PLUGIN-15: what a plugin prints is harmless, before the handshake and after.
func TestNoisyPluginPasses_M07_PLUGIN15(t *testing.T) {
	if r := conform(t, "noisy"); !r.OK() {
		t.Errorf("%+v", r)
	}
}

// Each broken contract fails the check made for it, and the report says why.
func TestBadPluginsFail(t *testing.T) {
	for _, tt := range []struct{ mode, check, detail string }{
		{"undescribed", "describe", "no description"},
		{"misnamed", "describe", `no entry "create_notes"`},
		{"misnamed", "opens its entry", "unknown_entry"},
		{"helpful", "refuses a person", "ends with success"},
		{"mute", "handshake", "attach_timeout"},
		{"exits", "handshake", "no configuration, no service"},
		{"long_line", "handshake", "handshake_too_long"},
		{"tcp", "handshake", "no unix socket"},
		{"elsewhere", "handshake", "outside of its folder"},
		{"future", "handshake", "protocol_mismatch"},
		{"undying", "ends when asked", "still running"},
		{"orphan", "ends with the core", "still running"},
		{"deaf", "cancel", "goes on although"},
		{"deaf", "deadline", "goes on although"},
		{"panics", "birth: happy", "plugin_panicked"},
		{"panics", "arguments of the wrong type", "crashed"},
		{"dies", "birth: happy", "plugin_crashed"},
		{"unclassed", "unknown arguments", "unclassified_error"},
		{"blames_the_world", "unknown arguments", "want a structural one"},
		{"takes_anything", "unknown arguments", "succeeds although"},
		{"silent_failure", "birth: happy", "without saying why"},
		{"huge", "birth: happy", "message_too_big"},
		{"invalid_class", "birth: happy", "oops"},
		{"undeclared", "birth: happy", `does not declare the field "secret"`},
		{"preview_acts", "preview", "was left behind"},
		{"undo_forgets", "reverse", "was left behind"},
		{"undo_once", "reverse", "undoing"},
		{"no_evidence", "reverse", "no evidence"},
	} {
		t.Run(tt.mode+"/"+tt.check, func(t *testing.T) {
			t.Parallel()
			o := sdktest.Options{Manifest: noteManifest(), Within: 20 * time.Second, Only: []string{tt.check}}
			if tt.mode == "mute" {
				o.Within = 300 * time.Millisecond
			}
			r := sdktest.Conform(t.Context(), plugin(t, tt.mode), o)
			c := r.Find(tt.check)
			if r.OK() || c.Status != sdktest.Fail || !strings.Contains(c.Detail, tt.detail) {
				t.Errorf("%s: %q %s, want a failure about %q", tt.check, c.Status, c.Detail, tt.detail)
			}
		})
	}
}

// PLUGIN-07: a first line of 70,000 characters fails at once, not at the timeout.
func TestLongFirstLineFailsAtOnce_PLUGIN07(t *testing.T) {
	start := time.Now()
	_, err := wire.Launch{Path: plugin(t, "long_line")}.Start()
	if sdk.ClassOf(err) != sdk.ContractViolation {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

// M-12, PLUGIN-03: a process that dies in a call is a crash, and what it printed is kept.
func TestDeathInACallIsACrash_M12(t *testing.T) {
	p, err := wire.Launch{Path: plugin(t, "dies"), Entry: "create_notes"}.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	if _, err := p.Open(t.Context(), wire.Opening{}); err != nil {
		t.Fatal(err)
	}
	_, err = p.Executor().Invoke(t.Context(), sdk.Call{}, nil)
	if sdk.ClassOf(err) != sdk.Crashed {
		t.Errorf("it ended with %v", err)
	}
	select {
	case <-p.Exited():
	case <-time.After(30 * time.Second):
		t.Error("the process is still there")
	}
}

// PLUGIN-13: a failed start leaves no process and no folder.
func TestFailedStartLeavesNothing_PLUGIN13(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	before := socketDirs(t)
	for _, mode := range []string{"long_line", "exits", "tcp", "future"} {
		if _, err := (wire.Launch{Path: plugin(t, mode), Within: time.Second}).Start(); err == nil {
			t.Errorf("%s started", mode)
		}
	}
	if left := socketDirs(t); len(left) > len(before) {
		t.Errorf("left behind: %v", left)
	}
}

func socketDirs(t *testing.T) (found []string) {
	t.Helper()
	for _, base := range []string{os.Getenv("TMPDIR"), "/tmp"} {
		entries, _ := os.ReadDir(base)
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), "metnos-") && len(e.Name()) < 20 {
				found = append(found, e.Name())
			}
		}
	}
	return found
}

func TestConformEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := sdktest.Conform(ctx, plugin(t, "good"), sdktest.Options{Manifest: noteManifest()}); r.OK() {
		t.Error("it passed without running")
	}
}

func TestConformWithoutManifest(t *testing.T) {
	r := sdktest.Conform(t.Context(), plugin(t, "good"), sdktest.Options{})
	if !r.OK() || r.Find("birth tests").Status != sdktest.Skip {
		t.Errorf("%+v", r)
	}
}
