package trash_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/plugins/executors/files/trash"
	"github.com/metnos/metnos/sdk"
)

var at = time.Date(2026, 3, 31, 14, 5, 6, 0, time.UTC)

func put(t *testing.T, home *birth.Home, name string) trash.Item {
	t.Helper()
	can, err := trash.Find(home.Host.Files(), home.Dir, home.Path(name))
	if err != nil {
		t.Fatal(err)
	}
	item, err := can.Put(home.Path(name), at)
	if err != nil {
		t.Fatal(err)
	}
	return item
}

func TestPutFollowsTheSpecification(t *testing.T) {
	home := birth.NewHome(t)
	long := strings.Repeat("è", 120) + ".txt"
	for _, c := range []struct{ name, trashed, path string }{
		{"a.txt", "a.txt", "a.txt"},
		{"sub/a.txt", "a.2.txt", "sub/a.txt"},
		{"due parole & più.txt", "due parole & più.txt", "due%20parole%20&%20pi%C3%B9.txt"},
		{"riga\nnuova", "riga\nnuova", "riga%0Anuova"},
		{"100%.txt", "100%.txt", "100%25.txt"},
		{"bad\xffname", "bad\xffname", "bad%FFname"},
		{".profile", ".profile", ".profile"},
		{"other/.profile", ".profile.2", "other/.profile"},
		{"archivio.tar.gz", "archivio.tar.gz", "archivio.tar.gz"},
		{long, strings.Repeat("è", 117) + ".txt", ""},
	} {
		home.Write(t, c.name, "text of "+c.name)
		item := put(t, home, c.name)
		if got := filepath.Base(item.Trashed); got != c.trashed {
			t.Errorf("%q is in the trash as %q, want %q", c.name, got, c.trashed)
		}
		if text := home.Read(".local/share/Trash/files/" + filepath.Base(item.Trashed)); text != "text of "+c.name {
			t.Errorf("%q holds %q", item.Trashed, text)
		}
		info := home.Read(".local/share/Trash/info/" + filepath.Base(item.Trashed) + ".trashinfo")
		want := "[Trash Info]\nPath=" + home.Dir + "/" + c.path + "\nDeletionDate=2026-03-31T14:05:06\n"
		if c.path != "" && info != want {
			t.Errorf("%q, want %q", info, want)
		}
	}
}

func TestRestoreBringsBackOnce(t *testing.T) {
	home := birth.NewHome(t)
	files := home.Host.Files()
	home.Write(t, "sub/a.txt", "a")
	if err := os.Symlink("a.txt", home.Path("sub/link")); err != nil {
		t.Fatal(err)
	}
	file, link := put(t, home, "sub/a.txt"), put(t, home, "sub/link")
	if err := os.Remove(home.Path("sub")); err != nil {
		t.Fatal(err)
	}
	for _, item := range []trash.Item{file, link} {
		if done, err := trash.Restore(files, item); !done || err != nil {
			t.Fatal(done, err)
		}
		if done, err := trash.Restore(files, item); done || err != nil {
			t.Error("a second time:", done, err)
		}
		if _, err := os.Lstat(item.Info); err == nil {
			t.Error("its information is still there")
		}
	}
	if target, err := os.Readlink(home.Path("sub/link")); home.Read("sub/a.txt") != "a" || target != "a.txt" {
		t.Error(home.Read("sub/a.txt"), target, err)
	}
}

func TestRestoreRefuses(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.txt", "old")
	item := put(t, home, "a.txt")
	home.Write(t, "a.txt", "new")
	if _, err := trash.Restore(home.Host.Files(), item); sdk.ClassOf(err) != sdk.Conflict || home.Read("a.txt") != "new" {
		t.Error(err)
	}
	if err := os.Remove(home.Path("a.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(item.Trashed); err != nil {
		t.Fatal(err)
	}
	if _, err := trash.Restore(home.Host.Files(), item); sdk.ClassOf(err) != sdk.NotFound {
		t.Error(err)
	}
}

func TestAFailedMoveLeavesNoInformation(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.txt", "a")
	can, err := trash.Find(home.Host.Files(), home.Dir, home.Path("a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := can.Put(home.Path("gone.txt"), at); sdk.ClassOf(err) != sdk.NotFound {
		t.Error(err)
	}
	left, err := os.ReadDir(filepath.Join(can.Dir(), "info"))
	if err != nil || len(left) != 0 {
		t.Error(left, err)
	}
}

// The person's file is named, never its place in the trash.
func TestFailuresNameThePersonsFile(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.txt", "a")
	refusing := refuseRename{home.Host.Files()}
	can, err := trash.Find(refusing, home.Dir, home.Path("a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var known *sdk.Error
	if _, err := can.Put(home.Path("a.txt"), at); !errors.As(err, &known) || known.Params["path"] != home.Path("a.txt") {
		t.Errorf("put: %v %v", err, known)
	}
	item := put(t, home, "a.txt")
	if _, err := trash.Restore(refusing, item); !errors.As(err, &known) || known.Params["path"] != home.Path("a.txt") {
		t.Errorf("restore: %v %v", err, known)
	}
}

// refuseRename is a disk that moves nothing, and says so of the place something was to go to.
type refuseRename struct{ sdk.Files }

func (refuseRename) Rename(_, to string) error {
	return sdk.Errorf(sdk.PermissionDenied, "file_denied", "rename %s", to).With("path", to)
}

// A restoring that was cut off after the file was back takes the information away.
func TestRestoreFinishesWhatWasCutOff(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a.txt", "a")
	item := put(t, home, "a.txt")
	if err := os.Rename(item.Trashed, item.Path); err != nil {
		t.Fatal(err)
	}
	if done, err := trash.Restore(home.Host.Files(), item); done || err != nil {
		t.Error(done, err)
	}
	if _, err := os.Lstat(item.Info); !os.IsNotExist(err) || home.Read("a.txt") != "a" {
		t.Errorf("%v, %q", err, home.Read("a.txt"))
	}
}

func TestContains(t *testing.T) {
	for p, want := range map[string]bool{
		"/home/a/.local/share/Trash/files/x": true, "/mnt/.Trash-1000/files/x": true, "/mnt/.Trash/1000/files/x": true,
		"/home/a/Trash/x": false, "/home/a/.local/share/Trash": false, "/x": false,
	} {
		if trash.Contains(p) != want {
			t.Errorf("Contains(%q) is not %v", p, want)
		}
	}
}
