package saving

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/sheet"
	"github.com/metnos/metnos/sdk"
)

// What results, previews and evidence say was done.
const (
	actCreate    = "create"
	actOverwrite = "overwrite"
)

// Encode writes a whole sheet.
type Encode func(ctx context.Context, to io.Writer, s *sheet.Sheet) error

// Format is one way to write tables. The first of its extensions is given to a name without one.
type Format struct {
	Extensions []string
	// Encoder reads what the call says of the format; extension is that of the file, lower case.
	Encoder func(args *arg.Reader, call sdk.Call, extension string) (Encode, error)
}

// Saver writes tables into new files, or in place of old ones when that was agreed to.
type Saver struct{ Format Format }

// saving is one run.
type saving struct {
	files    sdk.Files
	path     string
	replaces bool
	sheet    *sheet.Sheet
	encode   Encode
}

func (v Saver) open(call sdk.Call, host sdk.Host) (*saving, error) {
	args := arg.Of(call)
	args.Must("path")
	args.Must("entries")
	s := &saving{files: host.Files()}
	named, overwrite := args.Text("path", ""), args.Flag("overwrite", false)
	if err := args.Err(); err != nil {
		return nil, err
	}
	var err error
	if s.path, err = v.target(entry.Actual(s.files, named)); err != nil {
		return nil, err
	}
	if s.sheet, err = sheet.Of(args, call); err != nil {
		return nil, entry.Problem(err, s.path)
	}
	if s.encode, err = v.Format.Encoder(args, call, extension(s.path)); err != nil {
		return nil, entry.Problem(err, s.path)
	}
	if err = args.Err(); err != nil {
		return nil, err
	}
	if s.replaces, err = s.mayWrite(overwrite); err != nil {
		return nil, entry.Problem(err, s.path)
	}
	return s, nil
}

func extension(p string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(p), ".")) }

// target is the file to write: with the extension of the format when it has none.
func (v Saver) target(p string) (string, error) {
	switch ext := extension(p); {
	case ext == "":
		return strings.TrimSuffix(p, ".") + "." + v.Format.Extensions[0], nil
	case !slices.Contains(v.Format.Extensions, ext):
		return "", entry.Failed(sdk.WrongArgs, "table_format_unwritable", p, "is no file of this format").
			With("extension", ext).With("formats", strings.Join(v.Format.Extensions, ", "))
	}
	return p, nil
}

// mayWrite reports whether the table would replace a file.
func (s *saving) mayWrite(overwrite bool) (bool, error) {
	there, err := s.files.Lstat(s.path)
	switch {
	case change.Missing(err):
		return false, nil
	case err != nil:
		return false, err
	case there.IsDir():
		return false, entry.Failed(sdk.WrongArgs, "is_a_directory", s.path, "is a folder")
	case overwrite && there.Mode().IsRegular():
		return true, nil
	}
	return false, entry.Failed(sdk.Conflict, "file_exists", s.path, "exists already")
}

// Invoke writes the file, whole or not at all, and looks at what came of it.
func (v Saver) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	s, err := v.open(call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	var c change.Log
	if err := s.write(ctx, host, &c); err != nil {
		if stop := entry.Stopped(ctx); stop != nil {
			return c.Result("restore_backup", len(c.Results), stop), nil
		}
		return sdk.Result{}, entry.Problem(err, s.path)
	}
	return c.Result("restore_backup", len(c.Results), nil), nil
}

func (s *saving) write(ctx context.Context, host sdk.Host, c *change.Log) error {
	if err := s.encode(ctx, io.Discard, s.sheet); err != nil { // what cannot be written changes nothing
		return err
	}
	action, before, backup := actCreate, "", ""
	if s.replaces {
		action = actOverwrite
		var err error
		if before, backup, err = change.Keep(ctx, host, s.path); err != nil {
			return err
		}
	}
	folders, err := change.Parents(s.files, s.path)
	if err != nil {
		change.RemoveMade(s.files, folders)
		return err
	}
	size, sum, err := change.Put(s.files, s.path, s.replaces, func(to io.Writer) error { return s.encode(ctx, to, s.sheet) })
	if err != nil {
		change.RemoveMade(s.files, folders)
		return err
	}
	c.Evidence = append(change.Made(folders), change.Written(s.path, action, sum, backup, before))
	if there, err := s.files.Lstat(s.path); err != nil || there.Size() != size {
		c.Fail(s.path, entry.Failed(sdk.Uncertain, "write_unsure", s.path, "has not the size that was written"))
		return nil
	}
	item := entry.Named(s.path)
	item["action"], item["size"], item["rows"], item["columns"] = action, size, s.sheet.Len(), s.sheet.Width()
	c.Results = append(c.Results, item)
	return nil
}

// Preview tells the file that would be made or replaced.
func (v Saver) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	s, err := v.open(call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	if err := entry.Stopped(ctx); err != nil {
		return sdk.Effects{}, err
	}
	var e change.Forecast
	if s.replaces {
		e.Add(actOverwrite, s.path, "")
	} else {
		e.Add(actCreate, s.path, "")
	}
	return e.Effects()
}

// Reverse removes the file, or puts back the one it replaced.
func (Saver) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
