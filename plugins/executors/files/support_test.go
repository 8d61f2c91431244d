package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/plugins/executors/files/content"
	"github.com/metnos/metnos/plugins/executors/files/copying"
	"github.com/metnos/metnos/plugins/executors/files/folder"
	"github.com/metnos/metnos/plugins/executors/files/move"
	"github.com/metnos/metnos/plugins/executors/files/survey"
	"github.com/metnos/metnos/plugins/executors/files/trash"
	"github.com/metnos/metnos/plugins/executors/files/twin"
	"github.com/metnos/metnos/plugins/executors/files/writing"
	"github.com/metnos/metnos/sdk"
)

// The executors under their short names.
type (
	finder      = survey.Finder
	lister      = survey.Lister
	getter      = content.Getter
	reader      = content.Reader
	folderMaker = folder.Maker
	writer      = writing.Writer
	mover       = move.Mover
	deleter     = trash.Deleter
	dirDeleter  = trash.FolderDeleter
	copier      = copying.Copier
	twinFinder  = twin.Finder
)

// scene is a home and the calls made on it.
type scene struct {
	*birth.Home
	t *testing.T
}

func newScene(t *testing.T, files ...string) scene {
	s := scene{birth.NewHome(t), t}
	for _, name := range files {
		s.Write(t, name, "text of "+name)
	}
	return s
}

func (s scene) call(args map[string]any) sdk.Call {
	return sdk.Call{
		Args: args, Owner: "host", Turn: "0123456789abcdef", Step: 1, Lang: "it", Zone: "Europe/Rome",
		Home: s.Dir, Now: time.Date(2026, 3, 31, 12, 5, 6, 0, time.UTC),
	}
}

// paths makes a list argument of names below the home.
func (s scene) paths(names ...string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = s.Path(name)
	}
	return out
}

// run invokes an executor and passes its result through JSON, as the wire does.
func (s scene) run(e sdk.Executor, args map[string]any) sdk.Result {
	s.t.Helper()
	r, err := e.Invoke(s.t.Context(), s.call(overJSON(s.t, args)), s.Host)
	return answered(s.t, r, err)
}

func (s scene) preview(e sdk.Previewer, args map[string]any) (sdk.Effects, error) {
	return e.Preview(s.t.Context(), s.call(args), s.Host)
}

func (s scene) undo(e sdk.Reverser, of sdk.Result) sdk.Result {
	s.t.Helper()
	call := s.call(nil)
	call.Undo = of.Undo
	r, err := e.Reverse(s.t.Context(), call, s.Host)
	return answered(s.t, r, err)
}

func overJSON[T any](t *testing.T, v T) T {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out T
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func answered(t *testing.T, r sdk.Result, err error) sdk.Result {
	t.Helper()
	if err != nil {
		var known *sdk.Error
		if !errors.As(err, &known) {
			t.Fatalf("an error without a class: %v", err)
		}
		r = sdk.Result{Error: known}
	}
	if r.OK && r.Error != nil {
		t.Fatalf("ok with the error %v", r.Error)
	}
	return overJSON(t, r)
}

// tree lists every path below the home with the text of each file; what is in .local is left out.
func (s scene) tree() map[string]string {
	s.t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(s.Dir), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case p == ".local":
			return fs.SkipDir
		case d.IsDir():
			out[p+"/"] = ""
		case d.Type().IsRegular():
			data, err := os.ReadFile(s.Path(p))
			out[p] = string(data)
			return err
		default:
			out[p] = d.Type().String()
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// listed returns one field of the items, in order.
func listed(items []map[string]any, field string) string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i], _ = item[field].(string)
	}
	return strings.Join(out, " ")
}

func sortedNames(items []map[string]any) string {
	names := strings.Fields(listed(items, "name"))
	sort.Strings(names)
	return strings.Join(names, " ")
}

// codes returns the codes of failures.
func codes(list []sdk.Failure) string {
	out := make([]string, len(list))
	for i, f := range list {
		out[i] = f.Code
	}
	return strings.Join(out, " ")
}

// unprivileged runs fn without the right to ignore permissions.
func unprivileged(t *testing.T, fn func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		fn()
		return
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // nothing is read on other threads, which keep their rights
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const nobody = 65534
	_ = syscall.Setfsuid(nobody)
	defer func() { _ = syscall.Setfsuid(0) }()
	fn()
}

// endless is a file system whose folder never ends, or ends after some files.
type endless struct {
	sdk.Files
	files int // 0: no end
}

func (e endless) Lstat(string) (fs.FileInfo, error) { return fakeInfo{name: "big", dir: true}, nil }

func (e endless) Walk(_ context.Context, p string, fn fs.WalkDirFunc) error {
	if err := fn(p, fakeInfo{name: "big", dir: true}, nil); err != nil {
		return err
	}
	for i := 0; e.files == 0 || i < e.files; i++ {
		name := "f" + time.Duration(i*7919%1_000_003).String() + ".txt"
		if err := fn(p+"/"+name, fakeInfo{name: name, size: int64(i * 7919 % 1_000_003)}, nil); err != nil {
			return err
		}
	}
	return nil
}

// fakeInfo is a directory entry and its own information.
type fakeInfo struct {
	name string
	size int64
	dir  bool
}

func (f fakeInfo) Name() string               { return f.name }
func (f fakeInfo) Size() int64                { return f.size }
func (f fakeInfo) ModTime() time.Time         { return time.Unix(f.size, 0) }
func (f fakeInfo) IsDir() bool                { return f.dir }
func (f fakeInfo) Sys() any                   { return nil }
func (f fakeInfo) Type() fs.FileMode          { return f.Mode().Type() }
func (f fakeInfo) Info() (fs.FileInfo, error) { return f, nil }
func (f fakeInfo) Mode() fs.FileMode {
	if f.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
