package errand

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/metnos/metnos/sdk"
)

// finding measures find_files over a tree of a hundred thousand files.
func (w *workshop) finding() error {
	root := filepath.Join(w.home, "tree")
	count := w.n(100_000)
	pdfs, large, err := tree(root, count)
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	w.Section(fmt.Sprintf("find_files, %d files, against what searches files", count))
	find := func(want int, args map[string]any) func() error {
		args["path"], args["hidden"] = root, true
		return func() error {
			r, err := w.invoke(w.ctx, "find_files", args)
			if err == nil && number(r.Value) != want {
				err = fmt.Errorf("find_files found %v of %d", r.Value, want)
			}
			return err
		}
	}
	fd := func(args ...string) against {
		return against{rival{name: "fd -uu", args: append(append([]string{"fdfind", "-uu"}, args...), root)}, 2}
	}
	gnu := func(args ...string) against {
		return against{rival{name: "find", args: append([]string{"find", root, "-type", "f"}, args...)}, 1.5}
	}
	if err := w.compare("by extension", 7, find(pdfs, map[string]any{"extensions": []any{"pdf"}}), fd("-t", "f", "-e", "pdf", "."), gnu("-name", "*.pdf")); err != nil {
		return err
	}
	if err := w.compare("by size", 7, find(large, map[string]any{"size_min": 1 << 20}), fd("-t", "f", "-S", "+1m", "."), gnu("-size", "+1M")); err != nil {
		return err
	}
	if err := w.compare("counting them all", 7, find(count, map[string]any{"limit": 0}), fd("-t", "f", "."), gnu()); err != nil {
		return err
	}
	return w.stopping("find_files", map[string]any{"path": root, "size_min": 1 << 20})
}

// doubles measures find_files_hash.
func (w *workshop) doubles() error {
	root := filepath.Join(w.home, "copies")
	count := w.n(8000)
	twins, err := copies(root, count)
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	w.Section(fmt.Sprintf("find_files_hash, %d files, against what finds duplicates", count))
	args := map[string]any{"path": root, "hidden": true}
	ours := func() error {
		r, err := w.invoke(w.ctx, "find_files_hash", args)
		if err == nil && number(r.Value) != twins {
			err = fmt.Errorf("find_files_hash found %v of %d", r.Value, twins)
		}
		return err
	}
	err = w.compare("the same content", 5, ours,
		against{rival{name: "fdupes", args: []string{"fdupes", "-r", "-q", root}}, 1.5},
		against{rival{name: "rmlint", dir: w.Dir, args: []string{"rmlint", "-T", "df", "-o", "fdupes:stdout", root}}, 0})
	if err != nil {
		return err
	}
	return w.stopping("find_files_hash", args)
}

// tables measures the total of each group of a large csv.
func (w *workshop) tables() error {
	if err := os.MkdirAll(w.home, 0o700); err != nil {
		return err
	}
	path := filepath.Join(w.home, "large.csv")
	size := w.Megabytes
	if w.Quick {
		size = 8
	}
	rows, cents, err := table(path, size)
	if err != nil {
		return err
	}
	defer os.Remove(path)
	w.Section(fmt.Sprintf("read_files_csv and group_entries, %d MB, %d rows, against what reads tables", size, rows))
	ours := func() error {
		got, err := w.total(path, "cat7")
		if want := float64(cents) / 100; err == nil && got != want {
			err = fmt.Errorf("the total of cat7 came to %v, not %v", got, want)
		}
		return err
	}
	err = w.compare("the total of each group", 3, ours,
		against{rival{name: "mlr", args: []string{"mlr", "--icsv", "--ojson", "stats1", "-a", "sum", "-f", "amount", "-g", "category", path}, want: "cat7"}, 2},
		against{rival{name: "awk, which reads no quotes", args: []string{"awk", "-F", ",", "NR>1{s[$3]+=$5}END{for(k in s)print k,s[k]}", path}, want: "cat7"}, 0})
	if err != nil {
		return err
	}
	return w.stopping("read_files_csv", map[string]any{"paths": []any{path}})
}

// total reads a table and adds up the amounts of each group, as a turn does: the reader is told what follows, and the
// step that follows gets the rows unless the reader has done it on all of them.
func (w *workshop) total(path, group string) (float64, error) {
	args := map[string]any{"group_by": "category", "aggregate": "sum", "field": "amount"}
	r, err := w.invoke(w.ctx, "read_files_csv", map[string]any{"paths": []any{path}, "then": []any{map[string]any{"tool": "group_entries", "args": args}}})
	if err != nil {
		return 0, err
	}
	if r.Truncated == nil {
		entries := make([]any, len(r.Entries))
		for i, e := range r.Entries {
			entries[i] = e
		}
		args["entries"] = entries
		if r, err = w.invoke(w.ctx, "group_entries", args); err != nil {
			return 0, err
		}
	} else if len(r.Then) > 0 {
		r = r.Then[0]
	}
	for _, item := range r.Entries {
		if item["group"] == group {
			f, _ := item["value"].(float64)
			return f, nil
		}
	}
	return 0, fmt.Errorf("no group %s", group)
}

// packing measures compress_files.
func (w *workshop) packing() error {
	root := filepath.Join(w.home, "texts")
	size := w.n(200)
	if err := texts(root, size); err != nil {
		return err
	}
	defer os.RemoveAll(root)
	w.Section(fmt.Sprintf("compress_files, %d MB of text and noise, against zip", size))
	ours, theirs := filepath.Join(w.home, "ours.zip"), filepath.Join(w.home, "theirs.zip")
	args := map[string]any{"paths": []any{root}, "archive": ours}
	pack := func() error {
		if err := os.Remove(ours); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		_, err := w.invoke(w.ctx, "compress_files", args)
		return err
	}
	zip := rival{name: "zip", dir: w.home, args: []string{"sh", "-c", "rm -f theirs.zip; command -v zip >/dev/null && exec zip -q -r theirs.zip texts"}}
	others := []against{{zip, 1.2}}
	if !(rival{args: []string{"zip"}}).here() {
		w.Say("a zip of a folder: not compared with zip, it is not here")
		others = nil
	}
	if err := w.compare("a zip of a folder", 3, pack, others...); err != nil {
		return err
	}
	if a, err := os.Stat(ours); err == nil && others != nil {
		b, err := os.Stat(theirs)
		if err != nil {
			return err
		}
		w.Bytes("its size / zip", a.Size(), b.Size(), 1.05)
	}
	if err := os.Remove(ours); err != nil {
		return err
	}
	return w.stopping("compress_files", args)
}

// stopping measures how long a call goes on after the person stopped it.
func (w *workshop) stopping(tool string, args map[string]any) error {
	worst := time.Duration(0)
	for i := range w.rounds(5) {
		ctx, cancel := context.WithCancel(w.ctx)
		var stopped time.Time
		timer := time.AfterFunc(time.Duration(20+15*i)*time.Millisecond, func() { stopped = time.Now(); cancel() })
		_, err := w.invoke(ctx, tool, args)
		if timer.Stop() || err == nil { // it was faster
			cancel()
			continue
		}
		if sdk.ClassOf(err) != sdk.Cancelled && sdk.ClassOf(err) != sdk.Uncertain {
			return fmt.Errorf("%s, stopped: %w", tool, err)
		}
		worst = max(worst, time.Since(stopped))
	}
	if worst > 0 {
		w.Absolute("stopped on the way, until it ended", float64(worst)/1e6, "ms", 100)
	}
	return nil
}

func number(v any) int {
	switch v := v.(type) {
	case float64:
		return int(v)
	case int:
		return v
	}
	return -1
}
