package admit

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/sdktest"
)

// Invoker runs one call in the executor's own process: core/host.Host.
type Invoker interface {
	Invoke(ctx context.Context, ex core.Executor, call sdk.Call, progress func(done, total int64, note string)) (sdk.Result, core.Sandbox, error)
}

// Case is one birth test in one language.
type Case struct {
	Test    string
	Lang    string
	Sandbox core.Sandbox // of the process that ran it
	Took    time.Duration
	Faults  []string // what was not as expected, in English; empty: passed
}

// Homes tells the host what each birth test was granted: nothing but its own folder. Its Of is the host's
// source of grants. The zero value is ready.
type Homes struct {
	mu   sync.Mutex
	root map[core.Owner]sdk.Root
}

// Of returns the grants of one case.
func (h *Homes) Of(owner core.Owner) []core.Grant {
	h.mu.Lock()
	defer h.mu.Unlock()
	root, ok := h.root[owner]
	if !ok {
		return nil
	}
	g := core.Grant{Name: "birth", Read: []string{root.Path}}
	if root.Write {
		g.Write = []string{root.Path}
	}
	return []core.Grant{g}
}

func (h *Homes) give(owner core.Owner, root sdk.Root) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.root == nil {
		h.root = make(map[core.Owner]sdk.Root)
	}
	h.root[owner] = root
}

// Birth runs every test of the manifest in Italian and in English, each as an owner of its own whose only
// grant is the test's folder. each is called after each case. The error is for what stops the run, not for
// failed cases.
func Birth(ctx context.Context, run Invoker, homes *Homes, ex core.Executor, each func(Case)) error {
	for i, test := range ex.Manifest.Tests {
		for _, lang := range []string{"it", "en"} {
			if err := ctx.Err(); err != nil {
				return err
			}
			c := Case{Test: test.Name, Lang: lang}
			owner := core.Owner(fmt.Sprintf("birth-%d-%s", i+1, lang))
			err := sdktest.RunBirthTest(ctx, ex.Manifest, test, func(ctx context.Context, root sdk.Root, call sdk.Call) (result sdk.Result, err error) {
				homes.give(owner, root)
				call.Owner, call.Lang = string(owner), lang
				start := time.Now()
				result, c.Sandbox, err = run.Invoke(ctx, ex, call, nil)
				c.Took = time.Since(start)
				return result, err
			})
			if err != nil {
				c.Faults = strings.Split(err.Error(), "\n")
			}
			each(c)
		}
	}
	return nil
}
