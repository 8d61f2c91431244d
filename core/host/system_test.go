package host_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// An executor with system:read is told about the machine and reaches no more of it; any other is told nothing, whatever
// the call brings.
func TestSystemReadIsToldNotShown(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		var asked [][]string
		w := newWorld(t, mode, func(c *host.Config) {
			c.System = func(_ context.Context, folders []string) (*sdk.System, error) {
				asked = append(asked, folders)
				return &sdk.System{Processes: []sdk.Process{{PID: 7, Name: "seven"}}}, nil
			}
		})
		system := func(m *manifest.Manifest) {
			m.Capabilities = append(m.Capabilities, manifest.Capability{Name: "system:read"})
		}
		told := executorOf(t, "told", system)
		v, box, err := w.do(t, told, "system")
		if err != nil || v != "seven" || len(asked) != 1 || !slices.Contains(asked[0], w.home) {
			t.Fatalf("told %v, asked for %v (%v)", v, asked, err)
		}
		for _, path := range box.RO {
			if path != "/var/lib/dpkg" {
				t.Errorf("it is shown %s", path)
			}
		}
		self := "/proc/" + strconv.Itoa(os.Getpid()) // of the host, whose memory holds everybody's secrets
		for _, path := range []string{w.home, put(t, w.home+"/a.txt", "granted to others"), "/etc/passwd", self + "/environ", self + "/root/etc/passwd", self + "/cmdline", "/sys/kernel/notes"} {
			v, _, err := w.do(t, told, "read", "path", path)
			refused(t, "reading "+path, v, err)
		}
		asked = nil
		call := sdk.Call{Executor: "bare", Owner: "host", Turn: "t1", Args: map[string]any{"op": "system"}, System: &sdk.System{Processes: []sdk.Process{{Name: "smuggled"}}}}
		r, _, err := w.Invoke(t.Context(), executorOf(t, "bare"), call, nil)
		if err != nil || !strings.HasPrefix(text(r.Value), "error:") || len(asked) != 0 {
			t.Errorf("without the capability it was told %v (%v)", r.Value, err)
		}
	})
}
