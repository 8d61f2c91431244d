package answer

import (
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// How many there are is told by what was cut only when that counts items: a text is cut by its bytes.
func TestBytesAreNoItems(t *testing.T) {
	m := &manifest.Manifest{Name: "read_files", Args: manifest.Args{Properties: map[string]manifest.Property{"max_bytes": {Semantic: "budget"}, "limit": {Semantic: "quantity"}}}}
	for limit, want := range map[string]int{"max_bytes": 1, "limit": 148_572_701, "": 148_572_701} {
		s := Step{Manifest: m, Result: sdk.Result{Entries: []map[string]any{{"name": "a"}}, Truncated: &sdk.Truncation{Used: 1, Available: 148_572_701, Cap: limit}}}
		if got := s.total(); got != want {
			t.Errorf("cut by %q: %d, want %d", limit, got, want)
		}
	}
}
