package copying

import (
	"context"
	"time"

	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// What results and evidence say was done to a file.
const (
	actCopy      = "copy"
	actOverwrite = "overwrite"
)

// Copier is create_files.
type Copier struct{}

// copying is one run of create_files.
type copying struct {
	*planning
	host    sdk.Host
	changes change.Log
	folders []string // made by this run, outermost first
	done    int64    // bytes
}

func (Copier) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	c := &copying{host: host}
	var err error
	if c.planning, err = newPlanning(call, host.Files(), c.changes.Fail); err != nil {
		return sdk.Result{}, err
	}
	if err := c.all(ctx); err != nil {
		return sdk.Result{}, err
	}
	var stop error
	for i, o := range c.objects {
		if stop = entry.Stopped(ctx); stop != nil {
			break
		}
		if i%64 == 0 {
			host.Progress(c.done, c.bytes, entry.Shown(o.from))
		}
		if err := c.copy(ctx, o); err != nil {
			if stop = entry.Stopped(ctx); stop != nil {
				break
			}
			c.changes.Fail(o.from, err)
		}
	}
	c.settle()
	// Folders come first in the evidence: undo goes backwards and empties them before it removes them.
	c.changes.Evidence = append(change.Made(c.folders), c.changes.Evidence...)
	return c.changes.Result("delete_created", len(c.changes.Results), stop), nil
}

// copy makes the copy of one object and looks at what came of it.
func (c *copying) copy(ctx context.Context, o object) error {
	if o.info.IsDir() {
		made, err := c.files.MkdirAll(o.to)
		c.folders = append(c.folders, made...)
		if len(made) > 0 && !c.filled[o.to] {
			c.copied(o, actCopy, 0)
		}
		return err
	}
	made, err := change.Parents(c.files, o.to)
	c.folders = append(c.folders, made...)
	if err != nil {
		return err
	}
	action, before, backup := actCopy, "", ""
	if o.replaces {
		action = actOverwrite
		if before, backup, err = change.Keep(ctx, c.host, o.to); err != nil {
			return err
		}
	}
	source, err := c.files.Open(o.from)
	if err != nil {
		return err
	}
	defer source.Close()
	size, sum, err := change.Fill(ctx, c.files, o.to, o.replaces, source, c.tick)
	if err != nil {
		return err
	}
	c.changes.Evidence = append(c.changes.Evidence, change.Written(o.to, action, sum, backup, before))
	there, err := c.files.Lstat(o.to)
	if err != nil || there.Size() != size {
		return entry.Failed(sdk.Uncertain, "copy_unsure", o.to, "has not the size that was copied")
	}
	c.copied(o, action, size)
	return c.like(o)
}

func (c *copying) copied(o object, action string, size int64) {
	item := entry.Named(o.to)
	item["source"], item["action"], item["size"] = entry.Shown(o.from), action, size
	c.changes.Results = append(c.changes.Results, item)
}

func (c *copying) tick(n int64) {
	before := c.done
	if c.done += n; c.done>>26 != before>>26 {
		c.host.Progress(c.done, c.bytes, "")
	}
}

// like gives a copy the times of its source and, when it is new, its permissions.
func (c *copying) like(o object) error {
	if !o.replaces {
		if there, err := c.files.Lstat(o.to); err == nil && there.Mode().Perm() != o.info.Mode().Perm() {
			if err := c.files.Chmod(o.to, o.info.Mode()); err != nil {
				return err
			}
		}
	}
	return c.files.Chtimes(o.to, time.Time{}, o.info.ModTime())
}

// settle gives the folders that were made the permissions and times of theirs, innermost first, now that
// nothing more is put into them, and takes away those that were made on the way for nothing.
func (c *copying) settle() {
	if len(c.changes.Results) == 0 && c.changes.Failures.Len() > 0 {
		c.folders = change.RemoveMade(c.files, c.folders)
	}
	made := make(map[string]bool, len(c.folders))
	for _, folder := range c.folders {
		made[folder] = true
	}
	for i := len(c.objects) - 1; i >= 0; i-- {
		if o := c.objects[i]; o.info.IsDir() && made[o.to] {
			if err := c.like(o); err != nil {
				c.changes.Fail(o.to, err)
			}
		}
	}
}

// Preview lists every file that would be copied, and as overwrite those that would replace one.
func (Copier) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	var e change.Forecast
	p, err := newPlanning(call, host.Files(), e.Fail)
	if err == nil {
		err = p.all(ctx)
	}
	if err != nil {
		return sdk.Effects{}, err
	}
	for _, o := range p.objects {
		switch {
		case o.info.IsDir() && (p.filled[o.to] || change.Exists(p.files, o.to)):
		case o.replaces:
			e.Add(actOverwrite, o.to, o.from)
		default:
			e.Add(actCopy, o.to, o.from)
		}
	}
	return e.Effects()
}

// Reverse removes the copies and the folders made for them, and puts back what they replaced.
func (Copier) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
