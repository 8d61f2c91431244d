package guard_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard"
)

// TestTheComposersPlansPassUnchanged: what was understood word for word needs no mending, alone or beside executors
// of third parties.
func TestTheComposersPlansPassUnchanged(t *testing.T) {
	own := shipped(t)
	c := compose.New()
	for name, catalog := range map[string][]core.Executor{"shipped": own, "with third parties": append(foreign(t), own...)} {
		planned := 0
		for _, text := range append(sentences(t, "pairs.txt"), append(sentences(t, "never.txt"), sentences(t, "notmine.txt")...)...) {
			d, err := c.Propose(context.Background(), plan.Request{Text: text, Lang: "it", Now: noon, Zone: noon.Location(), Home: home, Places: anna(), Catalog: catalog})
			if err != nil {
				t.Fatal(err)
			}
			if !d.Accepted {
				continue
			}
			planned++
			got := guard.Apply(guard.Request{Framework: d.Framework, Text: text, Lang: "it", Home: home, Find: lookup(catalog), Catalog: catalog})
			if diff := cmp.Diff(d.Framework, got.Framework); diff != "" || len(got.Fired) > 0 {
				t.Errorf("%s, %s: %v\n%s", name, text, got.Fired, diff)
			}
			for _, m := range got.Missing {
				t.Errorf("%s, %s: %s %s is missing", name, text, m.Said, m.Object)
			}
		}
		if planned < 300 {
			t.Errorf("%s: only %d sentences were planned", name, planned)
		}
	}
}
