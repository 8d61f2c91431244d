package change

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Written is the evidence of a file a call wrote whole: made when backup is "", else in place of one whose
// content had the digest before and is kept under the reference backup. after is the digest of what was written.
func Written(p, action, after, backup, before string) map[string]any {
	e := map[string]any{"action": action, "after": after}
	if backup != "" {
		e["backup"], e["before"] = backup, before
	}
	KeepPath(e, "path", p)
	return e
}

// Reverse undoes a call that wrote files: those that were made go, with the folders made for them, and those
// that were changed come back; what somebody changed since stays.
func Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	list, err := Evidence(call)
	if err != nil {
		return sdk.Result{}, err
	}
	files := host.Files()
	var c Log
	for _, e := range list {
		if err := entry.Stopped(ctx); err != nil {
			return c.Undone(err), nil
		}
		p := KeptPath(e, "path")
		if e["action"] == ActFolder {
			c.Evict(files, p)
			continue
		}
		if err := unwrite(ctx, host, p, e, &c); err != nil {
			c.Fail(p, err)
		}
	}
	return c.Undone(nil), nil
}

// unwrite undoes the writing of one file.
func unwrite(ctx context.Context, host sdk.Host, p string, e map[string]any, c *Log) error {
	files := host.Files()
	current, err := Sum(ctx, files, p)
	ref, changed := e["backup"].(string)
	switch {
	case Missing(err) && !changed:
		return nil // undone already
	case err != nil:
		return err
	case changed && current == e["before"]:
		return nil // undone already
	case current != e["after"]:
		return entry.Failed(sdk.Conflict, "changed_since", p, "was changed afterwards")
	}
	if changed {
		err = host.Restore(ctx, ref, p)
	} else {
		err = files.Remove(p)
	}
	if err != nil {
		return err
	}
	if err := unwritten(ctx, files, p, e, changed); err != nil {
		return err
	}
	item := entry.Named(p)
	item["action"] = "undo"
	c.Results = append(c.Results, item)
	return nil
}

// unwritten looks at what an undo left.
func unwritten(ctx context.Context, files sdk.Files, p string, e map[string]any, changed bool) error {
	if !changed {
		if Exists(files, p) {
			return entry.Failed(sdk.Uncertain, "undo_unsure", p, "is still there")
		}
		return nil
	}
	current, err := Sum(ctx, files, p)
	if err != nil {
		return err
	}
	if current != e["before"] {
		return entry.Failed(sdk.Uncertain, "undo_unsure", p, "has not its earlier content")
	}
	return nil
}
