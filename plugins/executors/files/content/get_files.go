package content

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"
	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/exif"
	"github.com/metnos/metnos/sdk"
)

// Getter is get_files.
type Getter struct{}

func (Getter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	paths, only := args.Texts("paths"), args.Texts("fields")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	files, at := host.Files(), entry.Zone(call)
	var fails entry.Failures
	items := []map[string]any{}
	var room entry.Budget
	cut := false
	paths = entry.Actuals(files, paths)
	for i, p := range paths {
		if err := entry.Stopped(ctx); err != nil {
			return sdk.Result{}, err
		}
		if i > 0 && i%256 == 0 {
			host.Progress(int64(i), int64(len(paths)), "")
		}
		info, err := files.Lstat(p)
		if err != nil {
			fails.Add(p, entry.Problem(err, p))
			continue
		}
		if cut = !room.Take(p, p); cut {
			break
		}
		item := entry.Named(p)
		item["type"], item["mode"], item["modified"] = entry.TypeOf(info.Mode()), info.Mode().String(), entry.Instant(info.ModTime(), at)
		media, err := describe(files, p, info, item, at)
		if err != nil { // the facts of the directory hold even when the content cannot be read
			fails.Add(p, entry.Problem(err, p))
		}
		item["media"] = media
		if item, err = asked(item, p, only); err != nil {
			fails.Add(p, entry.Problem(err, p))
			continue
		}
		items = append(items, item)
	}
	r, err := entry.Collected(items, len(items), &fails)
	if cut {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: len(paths), Cap: "paths"}
	}
	return r, err
}

// asked keeps the facts that were asked for, all of them when none was. When a picture was taken is told or is missing:
// another date in its place would answer something else.
func asked(item map[string]any, p string, only []string) (map[string]any, error) {
	if len(only) == 0 {
		return item, nil
	}
	if slices.Contains(only, "taken") && item["taken"] == nil {
		return nil, entry.Failed(sdk.NotFound, "taken_missing", p, "does not say when it was taken")
	}
	for key := range item {
		if !slices.Contains(only, key) && !slices.Contains([]string{"path", "name", "folder"}, key) {
			delete(item, key)
		}
	}
	return item, nil
}

// describe adds what depends on the type of the object and returns its media type.
func describe(files sdk.Files, p string, info fs.FileInfo, item map[string]any, at *time.Location) (string, error) {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return "inode/directory", nil
	case mode&fs.ModeSymlink != 0:
		target, err := files.Readlink(p)
		item["target"] = entry.Shown(target)
		return "inode/symlink", err
	case !mode.IsRegular():
		return special(mode), nil
	}
	entry.Typed(item)
	item["size"] = info.Size()
	if info.Size() == 0 {
		return "inode/x-empty", nil
	}
	file, err := files.Open(p)
	if err != nil {
		return "", err
	}
	defer file.Close()
	media, err := mimetype.DetectReader(file)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(media.String(), "image/") {
		if taken, ok := exif.Taken(file, info.Size()); ok {
			item["taken"] = entry.Instant(taken.In(at), at)
		}
	}
	return media.String(), nil
}

func special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "inode/fifo"
	case mode&fs.ModeSocket != 0:
		return "inode/socket"
	case mode&fs.ModeCharDevice != 0:
		return "inode/chardevice"
	case mode&fs.ModeDevice != 0:
		return "inode/blockdevice"
	}
	return "application/octet-stream"
}
