package serve

import (
	"os/exec"
	"strings"
	"testing"
)

// Every plugin links what this package imports, and pays for it at each start and in memory.
func TestPluginsLinkNoHostLibraries(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 50 {
		t.Fatalf("only %d packages listed", len(deps))
	}
	for _, dep := range deps {
		for _, unwanted := range []string{
			"github.com/hashicorp/go-plugin", "github.com/hashicorp/go-hclog", "google.golang.org/grpc", "google.golang.org/protobuf",
			"github.com/metnos/metnos/sdk/manifest",
		} {
			if dep == unwanted || strings.HasPrefix(dep, unwanted+"/") {
				t.Errorf("a plugin links %s", dep)
			}
		}
	}
}
