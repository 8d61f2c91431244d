package undo

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/aftermath"
	"github.com/metnos/metnos/core/undo/evidence"
	"github.com/metnos/metnos/core/undo/imprint"
	"github.com/metnos/metnos/sdk"
)

// State of a journalled step.
type State string

const (
	Pending   State = "pending"   // written before it ran
	Done      State = "done"      // its outcome is known
	Uncertain State = "uncertain" // it was cut off: what it changed is known as far as the disk shows it
	Undoing   State = "undoing"   // written before it is reversed; how far that came is on the disk
	Undone    State = "undone"
)

// Entry is one mutating step.
type Entry struct {
	Owner        core.Owner                 `json:"owner"`
	Turn         string                     `json:"turn"`
	Alias        string                     `json:"alias,omitempty"` // the turn whose message let it go on
	Conversation string                     `json:"conversation"`
	Text         string                     `json:"text,omitempty"` // the request, redacted
	Step         int                        `json:"step"`
	Tool         string                     `json:"tool"`
	Instance     string                     `json:"instance,omitempty"`
	Args         map[string]any             `json:"args,omitempty"`
	State        State                      `json:"state"`
	At           time.Time                  `json:"at"`             // of the state
	Began        time.Time                  `json:"began,omitzero"` // zero of a step older than these are kept
	Evidence     *sdk.Undo                  `json:"evidence,omitempty"`
	Changed      int                        `json:"changed,omitempty"` // mutations it counted
	Seen         map[string]imprint.Imprint `json:"seen,omitempty"`    // the objects as the step left them
	Cut          *Cut                       `json:"cut,omitempty"`     // of one that was cut off: how far it came
	Back         int                        `json:"back,omitempty"`    // objects that are back as they were
	Tried        bool                       `json:"tried,omitempty"`   // an undo came to its end, and this is what it had to leave

	Foreseen *sdk.Effects `json:"-"` // what it is about to do, when that is known; kept apart until it is done
	Paths    []string     `json:"-"` // to what
	Pattern  string       `json:"-"` // of its undo, as the manifest names it
	Home     string       `json:"-"` // of the person
}

// Cut is how far a step came that was cut off, as the disk shows.
type Cut struct {
	Planned int               `json:"planned,omitempty"` // objects it was to change; 0 when nobody knows
	Unclear []string          `json:"unclear,omitempty"` // those of which nobody can tell
	Beyond  int               `json:"beyond,omitempty"`  // more of these, which nobody can name
	Sources map[string]string `json:"sources,omitempty"` // what files it wrote must hold, by their path
}

// Retention is how long a turn can be undone.
const Retention = 30 * 24 * time.Hour

// Journal is the undo state below one folder. It is safe for concurrent use.
type Journal struct {
	dir    string
	now    func() time.Time
	mu     sync.Mutex          // folders and lines
	undoes sync.Mutex          // one undo at a time; held while executors reverse, which may keep pre-images
	live   map[string]string   // turns with a running step -> their folder
	swept  map[core.Owner]bool // owners whose interrupted steps were looked for
	born   time.Time           // by the clock of the disk

	reversing string // folder of the turn that is being undone
}

// Open prepares dir, 0700.
func Open(dir string, now func() time.Time) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("undo journal: %w", err)
	}
	sweepPartial(dir)
	return &Journal{dir: dir, now: now, born: time.Now(), live: map[string]string{}, swept: map[core.Owner]bool{}}, nil
}

var (
	ownerShape = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)
	turnShape  = regexp.MustCompile(`^[0-9a-f]{16}$`)
)

func checkNames(owner core.Owner, turn string) error {
	if !ownerShape.MatchString(string(owner)) {
		return sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "%q is not an owner", owner)
	}
	if !turnShape.MatchString(turn) {
		return sdk.Errorf(sdk.NotFound, "turn_unknown", "%q is not a turn", turn).With("turn", turn)
	}
	return nil
}

// folders lists an owner's turns, latest first. A folder is <16 hex nanoseconds>-<turn>.
func (j *Journal) folders(owner core.Owner) ([]string, error) {
	if !ownerShape.MatchString(string(owner)) {
		return nil, sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "%q is not an owner", owner)
	}
	entries, err := os.ReadDir(filepath.Join(j.dir, string(owner)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("undo journal: %w", err)
	}
	var names []string
	for _, e := range entries {
		if stamp, turn, ok := strings.Cut(e.Name(), "-"); ok && e.IsDir() && len(stamp) == 16 && turnShape.MatchString(turn) {
			names = append(names, e.Name())
		}
	}
	slices.Reverse(names)
	return names, nil
}

// folder returns the path of a turn's folder, "" when it has none.
func (j *Journal) folder(owner core.Owner, turn string) (string, error) {
	if err := checkNames(owner, turn); err != nil {
		return "", err
	}
	names, err := j.folders(owner)
	for _, name := range names {
		if strings.HasSuffix(name, "-"+turn) {
			return filepath.Join(j.dir, string(owner), name), err
		}
	}
	return "", err
}

func (j *Journal) makeFolder(owner core.Owner, turn string) (string, error) {
	if path, ok := j.live[string(owner)+"/"+turn]; ok {
		return path, nil
	}
	path, err := j.folder(owner, turn)
	if err != nil || path != "" {
		return path, err
	}
	names, err := j.folders(owner)
	if err != nil {
		return "", err
	}
	stamp := j.now().UnixNano()
	if len(names) > 0 { // the order is that of the requests, also when the clock goes back
		if last, err := strconv.ParseInt(names[0][:16], 16, 64); err == nil && last < math.MaxInt64 {
			stamp = max(stamp, last+1)
		}
	}
	path = filepath.Join(j.dir, string(owner), fmt.Sprintf("%016x-%s", stamp, turn))
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", fmt.Errorf("undo journal: %w", err)
	}
	return path, syncDir(filepath.Dir(path))
}

// Begin records a step pending and returns once that is on disk.
func (j *Journal) Begin(e Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	path, err := j.makeFolder(e.Owner, e.Turn)
	if err != nil {
		return err
	}
	j.live[string(e.Owner)+"/"+e.Turn] = path
	e.State, e.At, e.Began = Pending, j.now(), j.now()
	if f, ok := aftermath.Foresee(e.Pattern, e.Home, e.Foreseen, e.Paths); ok {
		if err := errors.Join(f.Save(foretold(path, e.Step)), syncDir(path)); err != nil {
			return fmt.Errorf("undo journal: %w", err)
		}
	}
	return write(path, e)
}

// Done records a step's outcome: done with its evidence, or uncertain when it was cut off. Of that the evidence is
// what the executor still told, else what the disk shows.
func (j *Journal) Done(e Entry, result sdk.Result, uncertain bool) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	path, err := j.makeFolder(e.Owner, e.Turn)
	if err != nil {
		return err
	}
	e.State, e.At, e.Evidence, e.Changed = Done, j.now(), result.Undo, result.Effects.Mutations
	if e.Began.IsZero() {
		e.Began = began(path, e)
	}
	switch {
	case uncertain && result.Undo == nil:
		e = j.cutShort(path, e, true)
	case uncertain:
		e.State, e.Cut = Uncertain, &Cut{}
		for _, f := range result.Failed {
			if f.Class == sdk.Uncertain {
				e.Cut.Unclear = append(e.Cut.Unclear, f.Item)
			}
		}
		e.Changed = max(e.Changed, e.Left())
		fallthrough
	default:
		e.Seen = evidence.Look(e.Evidence)
		_ = os.Remove(foretold(path, e.Step))
	}
	delete(j.live, string(e.Owner)+"/"+e.Turn)
	return write(path, e)
}

// append is write for a caller that does not hold the lock.
func (j *Journal) append(folder string, e Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return write(folder, e)
}

// write appends one line and flushes it. It first ends a line a crash left half written.
func write(folder string, e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(folder, "journal.jsonl"), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	if size := info.Size(); size > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, size-1); err == nil && last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	if info.Size() == 0 {
		return syncDir(folder)
	}
	return nil
}

// read returns the latest state of each step, in step order. A torn last line is skipped: its step keeps
// the state before it.
func read(folder string) ([]Entry, error) {
	data, err := os.ReadFile(filepath.Join(folder, "journal.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("undo journal: %w", err)
	}
	var steps []Entry
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for lines.Scan() {
		var e Entry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue
		}
		at := slices.IndexFunc(steps, func(s Entry) bool { return s.Step == e.Step })
		if at < 0 {
			steps = append(steps, e)
			continue
		}
		steps[at] = e
	}
	slices.SortFunc(steps, func(a, b Entry) int { return a.Step - b.Step })
	return steps, lines.Err()
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	return nil
}

// Interrupted marks the steps that were running when an earlier process died uncertain, and returns them.
// Each is returned once; a process looks once for each owner, since its own steps all end in [Journal.Done].
func (j *Journal) Interrupted(owner core.Owner) ([]Entry, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.swept[owner] {
		return nil, nil
	}
	names, err := j.folders(owner)
	if err != nil {
		return nil, err
	}
	var found []Entry
	for _, name := range names {
		folder := filepath.Join(j.dir, string(owner), name)
		steps, err := read(folder)
		if err != nil {
			return found, err
		}
		for _, e := range steps {
			was := e.State
			if e, err = j.laidBare(folder, e); err != nil {
				return found, err
			}
			if was == Pending && e.State == Uncertain {
				found = append(found, e)
			}
		}
	}
	j.swept[owner] = true
	return found, nil
}

// Forget removes everything kept for an owner.
func (j *Journal) Forget(owner core.Owner) error {
	if !ownerShape.MatchString(string(owner)) {
		return sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "%q is not an owner", owner)
	}
	j.undoes.Lock()
	defer j.undoes.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	return os.RemoveAll(filepath.Join(j.dir, string(owner)))
}

// Expire forgets turns older than [Retention], of every owner.
func (j *Journal) Expire() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	owners, err := os.ReadDir(j.dir)
	if err != nil {
		return fmt.Errorf("undo journal: %w", err)
	}
	oldest := j.now().Add(-Retention)
	var faults []error
	for _, owner := range owners {
		names, err := j.folders(core.Owner(owner.Name()))
		if err != nil {
			continue // not ours
		}
		for _, name := range names {
			folder := filepath.Join(j.dir, owner.Name(), name)
			if j.begun(folder).Before(oldest) {
				faults = append(faults, os.RemoveAll(folder))
			}
		}
	}
	return errors.Join(faults...)
}
