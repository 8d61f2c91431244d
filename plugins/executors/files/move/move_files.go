package move

import (
	"context"
	"io/fs"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/files/target"
	"github.com/metnos/metnos/sdk"
)

// Mover is move_files.
type Mover struct{}

// moving is one run of move_files.
type moving struct {
	files     sdk.Files
	host      sdk.Host
	paths     []string
	target    target.Target
	overwrite bool
	taken     map[string]bool // targets of this run
	folders   []string        // made by this run, outermost first
	changes   change.Log
}

// move is one object and where it goes.
type move struct {
	from, to string
	info     fs.FileInfo
	replaces bool // a file is in the way and may be replaced
}

func newMoving(call sdk.Call, host sdk.Host) (*moving, error) {
	args := arg.Of(call)
	args.Must("paths")
	m := &moving{files: host.Files(), host: host, taken: map[string]bool{}, overwrite: args.Flag("overwrite", false)}
	m.paths = entry.Outermost(entry.Actuals(m.files, args.Texts("paths")))
	var err error
	if m.target, err = target.Read(args, m.files, call, len(m.paths)); err != nil {
		return nil, err
	}
	return m, entry.Fits(m.paths)
}

// place decides where one path goes. A nil move without an error means that it is there already.
func (m *moving) place(p string, n int) (*move, error) {
	info, err := m.files.Lstat(p)
	if err != nil {
		return nil, err
	}
	to, err := m.target.Of(p, info, n)
	if err != nil {
		return nil, err
	}
	mv := &move{from: p, to: to, info: info}
	switch {
	case mv.to == p:
		return nil, nil
	case info.IsDir() && entry.Below(mv.to, p):
		return nil, entry.Failed(sdk.WrongArgs, "folder_into_itself", p, "a folder cannot move into itself")
	}
	return mv, m.free(mv)
}

// free checks that the target's place is free, or may be made so.
func (m *moving) free(mv *move) error {
	if m.taken[mv.to] {
		return entry.Failed(sdk.Conflict, "same_target", mv.to, "another file of this request goes there")
	}
	there, err := m.files.Lstat(mv.to)
	switch {
	case change.Missing(err):
	case err != nil:
		return err
	case m.overwrite && there.Mode().IsRegular() && mv.info.Mode().IsRegular():
		mv.replaces = true
	default:
		return entry.Failed(sdk.Conflict, "file_exists", mv.to, "exists already")
	}
	m.taken[mv.to] = true
	return nil
}

func (Mover) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	m, err := newMoving(call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	var stop error
	for i, p := range m.paths {
		if stop = entry.Stopped(ctx); stop != nil {
			break
		}
		if i > 0 && i%64 == 0 {
			host.Progress(int64(i), int64(len(m.paths)), "")
		}
		mv, err := m.place(p, i+1)
		if err == nil && mv != nil {
			err = m.move(ctx, mv)
		}
		if err != nil {
			m.changes.Fail(p, err)
		}
	}
	// Folders come first in the evidence: undo goes backwards and empties them before it removes them.
	m.changes.Evidence = append(change.Made(change.RemoveMade(m.files, m.folders)), m.changes.Evidence...)
	return m.changes.Result("swap_src_dst", len(m.changes.Results), stop), nil
}

// move carries one move out and looks at both ends.
func (m *moving) move(ctx context.Context, mv *move) error {
	folders, err := change.Parents(m.files, mv.to)
	m.folders = append(m.folders, folders...)
	if err != nil {
		return err
	}
	record := map[string]any{}
	change.KeepPath(record, "from", mv.from)
	change.KeepPath(record, "to", mv.to)
	if mv.replaces {
		ref, err := m.host.Backup(ctx, mv.to)
		if err != nil {
			return err
		}
		record["backup"] = ref
		if err := m.files.Remove(mv.to); err != nil {
			return err
		}
	}
	moveErr := m.files.Rename(mv.from, mv.to)
	there, err := m.files.Lstat(mv.to)
	gone := !change.Exists(m.files, mv.from)
	switch {
	case err == nil && gone && entry.TypeOf(there.Mode()) == entry.TypeOf(mv.info.Mode()) && (there.IsDir() || there.Size() == mv.info.Size()):
	case moveErr != nil:
		if ref, ok := record["backup"].(string); ok {
			if err := m.host.Restore(ctx, ref, mv.to); err != nil {
				m.changes.Evidence = append(m.changes.Evidence, record)
				return entry.Failed(sdk.Uncertain, "move_unsure", mv.from, err.Error())
			}
		}
		return moveErr
	default:
		m.changes.Evidence = append(m.changes.Evidence, record)
		return entry.Failed(sdk.Uncertain, "move_unsure", mv.from, "the move was not seen at both ends")
	}
	m.changes.Evidence = append(m.changes.Evidence, record)
	item := entry.Named(mv.to)
	item["source"] = entry.Shown(mv.from)
	if there.Mode().IsRegular() {
		item["size"] = there.Size()
	}
	m.changes.Results = append(m.changes.Results, item)
	return nil
}

// Preview lists every move, and as overwrite those that would replace a file.
func (Mover) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	m, err := newMoving(call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	var e change.Forecast
	for i, p := range m.paths {
		if err := entry.Stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		mv, err := m.place(p, i+1)
		switch {
		case err != nil:
			e.Fail(p, err)
		case mv == nil:
		case mv.replaces:
			e.Add("overwrite", mv.to, mv.from)
		default:
			e.Add("move", mv.to, mv.from)
		}
	}
	return e.Effects()
}

// Reverse moves everything back, puts replaced files back and removes the folders the call made.
func (Mover) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	list, err := change.Evidence(call)
	if err != nil {
		return sdk.Result{}, err
	}
	var c change.Log
	for _, e := range list {
		if err := entry.Stopped(ctx); err != nil {
			return c.Undone(err), nil
		}
		if e["action"] == change.ActFolder {
			c.Evict(host.Files(), change.KeptPath(e, "path"))
			continue
		}
		if err := unmove(ctx, host, e, &c); err != nil {
			p := change.KeptPath(e, "from")
			c.Fail(p, err)
		}
	}
	return c.Undone(nil), nil
}

// unmove moves one object back.
func unmove(ctx context.Context, host sdk.Host, e map[string]any, c *change.Log) error {
	files := host.Files()
	from, to := change.KeptPath(e, "from"), change.KeptPath(e, "to")
	ref, replaced := e["backup"].(string)
	back := change.Exists(files, from)
	there := change.Exists(files, to)
	switch {
	case back && replaced && !there: // cut off after the move: what it had replaced is still to come back
		if err := host.Restore(ctx, ref, to); err != nil {
			return err
		}
		c.Results = append(c.Results, entry.Named(from))
		return nil
	case back && (!there || replaced):
		return nil // undone already
	case back:
		return entry.Failed(sdk.Conflict, "place_taken", from, "something else is there")
	case !there:
		return entry.Failed(sdk.NotFound, "moved_away", to, "it is not where it was moved to")
	}
	if _, err := change.Parents(files, from); err != nil {
		return err
	}
	if err := files.Rename(to, from); err != nil {
		return err
	}
	if replaced {
		if err := host.Restore(ctx, ref, to); err != nil {
			return err
		}
	}
	if !change.Exists(files, from) || (change.Exists(files, to) && !replaced) {
		return entry.Failed(sdk.Uncertain, "undo_unsure", from, "the move back was not seen at both ends")
	}
	item := entry.Named(from)
	item["source"] = entry.Shown(to)
	c.Results = append(c.Results, item)
	return nil
}
