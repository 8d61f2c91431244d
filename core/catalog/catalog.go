package catalog

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/catalog/state"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Verifier decides which signatures count: core/keys.Ring.
type Verifier interface {
	// Verify returns the trusted key that signed data as that artefact.
	Verify(artefact string, data, signature []byte) (manifest.PublicKey, error)
	// May reports whether the key may sign that manifest.
	May(key manifest.PublicKey, m *manifest.Manifest) error
	// Generation changes when a key may have been trusted or revoked.
	Generation() uint64
}

// Pins remembers publishers and versions across runs.
type Pins interface {
	Seen(name string) (core.Pin, bool, error)
	Record(pins ...core.Pin) error
}

// Refusal is one folder that was left out. Err is an *sdk.Error with the sentence to say.
type Refusal struct {
	Name string // the folder's name
	File string // the file to blame
	Err  error
}

// Catalog answers by name. Safe for concurrent use.
type Catalog struct {
	roots    []string
	verifier Verifier
	pins     Pins
	hashes   *state.Hashes

	mu       sync.RWMutex
	items    map[string]*item // by name, admitted or not
	refused  []Refusal
	active   []core.Executor
	hidden   []core.Executor
	resting  []core.Executor
	rests    func(*manifest.Manifest) bool // nil: none
	epoch    string
	roots0   []state.Mark // the catalog folders as last listed
	scanning sync.Mutex
}

// Open reads every root; when two hold the same name the earlier root wins and both are reported. The error
// is for a root that cannot be listed; a missing one is empty. Plugin bytes are hashed at the first [Catalog.Get]
// of each, or all at once by [Catalog.Audit].
func Open(roots []string, verifier Verifier, pins Pins) (*Catalog, error) {
	c := &Catalog{roots: slices.Clone(roots), verifier: verifier, pins: pins, hashes: state.NewHashes(), items: map[string]*item{}}
	return c, c.Reload()
}

// Hashes is the memo of plugin digests, to share with whoever launches them.
func (c *Catalog) Hashes() *state.Hashes { return c.hashes }

// Active returns what may be named now, by name. The caller must not change it.
func (c *Catalog) Active() []core.Executor {
	c.follow()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.active
}

// Hidden returns what is verified but not in a lifecycle that may be named, by name.
func (c *Catalog) Hidden() []core.Executor {
	c.follow()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.hidden
}

// Refused returns what was left out, by name.
func (c *Catalog) Refused() []Refusal {
	c.follow()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.Clone(c.refused)
}

// Epoch identifies the set of active executors and their bytes: 16 hex.
func (c *Catalog) Epoch() string {
	c.follow()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.epoch
}

// Get returns an active executor whose manifest, signature, listed files and plugin are, at this moment,
// the verified ones. Errors: executor_unknown, executor_hidden, executor_resting, or why it is refused; what is restored on
// disk is accepted again.
func (c *Catalog) Get(name string) (core.Executor, error) {
	c.mu.RLock()
	it := c.items[name]
	c.mu.RUnlock()
	if it == nil {
		c.follow()
		c.mu.RLock()
		it = c.items[name]
		c.mu.RUnlock()
	}
	if it == nil {
		return core.Executor{}, sdk.Errorf(sdk.NotFound, "executor_unknown", "no executor is named %s", name).With("name", name)
	}
	if !it.fresh(c.verifier.Generation()) {
		it = c.again(it)
	}
	turned, err := it.ready(c.hashes)
	if turned {
		c.mu.Lock()
		c.index()
		c.mu.Unlock()
	}
	if err != nil {
		return core.Executor{}, err
	}
	if err := c.rested(it.executor.Manifest); err != nil {
		return core.Executor{}, err
	}
	return it.executor, nil
}

// again loads one folder anew and replaces it.
func (c *Catalog) again(old *item) *item {
	it := c.load(old.root, old.name, c.verifier.Generation())
	c.admit(it)
	it.follow(old, c.hashes)
	c.mu.Lock()
	defer c.mu.Unlock()
	it.shadows = old.shadows
	c.items[old.name] = it
	c.index()
	return it
}

// Audit hashes the plugin of everything admitted and returns what is refused then.
func (c *Catalog) Audit() []Refusal {
	c.follow()
	c.mu.RLock()
	items := make([]*item, 0, len(c.items))
	for _, it := range c.items {
		items = append(items, it)
	}
	c.mu.RUnlock()
	each(len(items), func(i int) { _, _ = items[i].ready(c.hashes) }) // the item keeps its error
	c.mu.Lock()
	c.index()
	c.mu.Unlock()
	return c.Refused()
}

// Reload lists the roots again; unchanged folders are not verified again.
func (c *Catalog) Reload() error {
	c.scanning.Lock()
	defer c.scanning.Unlock()
	marks := c.rootMarks()
	generation := c.verifier.Generation()
	found, taken, err := c.list()
	if err != nil {
		return err
	}
	items := make([]*item, len(found))
	each(len(found), func(i int) {
		f := found[i]
		c.mu.RLock()
		old := c.items[f.name]
		c.mu.RUnlock()
		if old != nil && old.root == f.root && old.fresh(generation) {
			items[i] = old
			return
		}
		items[i] = c.load(f.root, f.name, generation)
		if old != nil {
			items[i].follow(old, c.hashes)
		}
	})
	c.admit(items...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items = make(map[string]*item, len(items))
	for _, it := range items {
		it.shadows = nil
		c.items[it.name] = it
	}
	for _, f := range taken {
		c.items[f.name].shadows = append(c.items[f.name].shadows, f.root)
	}
	c.roots0 = marks
	c.index()
	return nil
}

// follow reloads when a folder was added or removed. A root that cannot be listed keeps what was known.
func (c *Catalog) follow() {
	marks := c.rootMarks()
	c.mu.RLock()
	same := slices.EqualFunc(marks, c.roots0, state.Mark.Same)
	c.mu.RUnlock()
	if !same {
		_ = c.Reload()
		return
	}
	c.heal()
}

// heal looks again at what was refused: putting a file back in place leaves no mark on the folders above.
func (c *Catalog) heal() {
	c.mu.RLock()
	var names []string
	for name, it := range c.items {
		if _, err := it.state(); err != nil {
			names = append(names, name)
		}
	}
	c.mu.RUnlock()
	for _, name := range names {
		_, _ = c.Get(name) // an item that is still wrong keeps its error
	}
}

func (c *Catalog) rootMarks() []state.Mark {
	marks := make([]state.Mark, len(c.roots))
	for i, root := range c.roots {
		marks[i] = state.Take(filepath.Join(root, "catalog"))
	}
	return marks
}

// index rebuilds the lists from the items. The caller holds c.mu.
func (c *Catalog) index() {
	c.active, c.hidden, c.resting, c.refused = nil, nil, nil, nil
	sum := sha256.New()
	names := make([]string, 0, len(c.items))
	for name := range c.items {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		it := c.items[name]
		for _, root := range it.shadows {
			c.refused = append(c.refused, shadowed(it, root))
		}
		file, err := it.state()
		switch {
		case err != nil:
			c.refused = append(c.refused, Refusal{Name: name, File: file, Err: err})
		case it.hidden():
			c.hidden = append(c.hidden, it.executor)
		case c.rests != nil && c.rests(it.executor.Manifest):
			c.resting = append(c.resting, it.executor)
		default:
			c.active = append(c.active, it.executor)
			m := it.executor.Manifest
			sum.Write([]byte(m.Name + ":" + m.Version + ":" + filepath.Base(filepath.Dir(it.executor.Binary)) + "\n"))
		}
	}
	slices.SortStableFunc(c.refused, func(a, b Refusal) int { return cmp.Compare(a.Name, b.Name) })
	c.epoch = hex.EncodeToString(sum.Sum(nil)[:8])
}

func shadowed(it *item, root string) Refusal {
	loser, winner := filepath.Join(root, "catalog", it.name), filepath.Join(it.root, "catalog", it.name)
	return Refusal{Name: it.name, File: loser, Err: sdk.Errorf(sdk.Conflict, "executor_shadowed", "%s is left out: %s has the same name", loser, winner).
		With("name", it.name).With("file", loser).With("winner", winner)}
}

// each runs f(0..n-1) on all processors.
func each(n int, f func(int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	next := make(chan int)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}
