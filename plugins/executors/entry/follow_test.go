package entry

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

// Follow leads where the system would, also through links in the folders of a link.
func TestFollowLeadsWhereTheSystemWould(t *testing.T) {
	home := birth.NewHome(t)
	for _, name := range []string{"real/x.txt", "real/deep/y.txt", "x.txt", "a.txt"} {
		home.Write(t, name, name)
	}
	for link, to := range map[string]string{
		"Q": "real/deep", "real/deep/up.txt": "../x.txt", "abs.txt": home.Path("Q/up.txt"), "chain": "abs.txt", "here": ".", "dir": "Q/..", "odd": "here/./here//Q/up.txt",
		"gone": "none/b.txt", "loop": "loop2", "loop2": "loop", "out": "/etc/hostname", "over": "../../../etc/hostname",
	} {
		if err := os.Symlink(to, home.Path(link)); err != nil {
			t.Fatal(err)
		}
	}
	files := home.Host.Files()
	for _, name := range []string{"a.txt", "Q/up.txt", "abs.txt", "chain", "here", "dir", "odd", "Q"} {
		want, err := filepath.EvalSymlinks(home.Path(name))
		if err != nil {
			t.Fatal(err)
		}
		got, info, err := Follow(files, home.Path(name))
		if err != nil || got != want {
			t.Errorf("%s leads to %s, %v; want %s", name, got, err, want)
			continue
		}
		there, err := os.Stat(home.Path(name))
		if err != nil || there.Sys().(*syscall.Stat_t).Ino != info.Sys().(*syscall.Stat_t).Ino {
			t.Errorf("%s: it tells of something else, %v", name, err)
		}
	}
	if got, _, err := Follow(files, home.Path("gone")); sdk.ClassOf(err) != sdk.NotFound || got != home.Path("none/b.txt") {
		t.Errorf("a link to nothing: %s, %v", got, err)
	}
	if got, _, err := Follow(files, home.Path("none")); sdk.ClassOf(err) != sdk.NotFound || got != home.Path("none") {
		t.Errorf("nothing: %s, %v", got, err)
	}
	if _, _, err := Follow(files, home.Path("loop")); err == nil || err.(*sdk.Error).Code != "too_many_links" {
		t.Errorf("a circle: %v", err)
	}
	for _, name := range []string{"out", "over"} {
		if got, info, err := Follow(files, home.Path(name)); err == nil {
			t.Errorf("%s leads out to %s: %v", name, got, info)
		}
	}
}
