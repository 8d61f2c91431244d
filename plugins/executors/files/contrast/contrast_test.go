package contrast

import (
	"context"
	"os"
	"syscall"
	"testing"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

func call(home *birth.Home, one, other string) sdk.Call {
	return sdk.Call{Args: map[string]any{"path": home.Path(one), "other": home.Path(other)}, Home: home.Dir}
}

// Links are compared by where they lead and never followed, special files by what they are, and what cannot be read is
// told beside the rest.
func TestFoldersHoldOddThings(t *testing.T) {
	home := birth.NewHome(t)
	for _, name := range []string{"a/x\n\"1\".txt", "b/x\n\"1\".txt", "a/b\xffd", "b/b\xffd", "a/🙂/f", "b/🙂/f"} {
		home.Write(t, name, "x")
	}
	for link, to := range map[string]string{"a/loop": "loop", "b/loop": "loop", "a/to": "one", "b/to": "two"} {
		if err := os.Symlink(to, home.Path(link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []string{"a/pipe", "b/pipe"} {
		if err := syscall.Mkfifo(home.Path(p), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Folders{}.Invoke(t.Context(), call(home, "a", "b"), home.Host)
	if err != nil || len(r.Entries) != 1 || r.Entries[0]["relative"] != "to" || r.Entries[0]["difference"] != "changed" {
		t.Errorf("%v %v %v", r.Entries, r.Failed, err)
	}
}

func TestContrastStops(t *testing.T) {
	home := birth.NewHome(t)
	home.Write(t, "a/x", "1")
	home.Write(t, "b/x", "2")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Folders{}).Invoke(ctx, call(home, "a", "b"), home.Host); sdk.ClassOf(err) != sdk.Cancelled {
		t.Errorf("folders: %v", err)
	}
	if _, err := (Files{}).Invoke(ctx, call(home, "a/x", "b/x"), home.Host); sdk.ClassOf(err) != sdk.Cancelled {
		t.Errorf("files: %v", err)
	}
}

// Whatever two files hold, every line that is told is one of theirs, and equal files have none.
func FuzzFiles(f *testing.F) {
	f.Add("a\nb\n", "a\nc")
	f.Add("", "\n")
	f.Add("\xff\xfea\x00", "a\r\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		home := birth.NewHome(t)
		home.Write(t, "a", a)
		home.Write(t, "b", b)
		r, err := Files{}.Invoke(t.Context(), call(home, "a", "b"), home.Host)
		if err != nil {
			t.Fatal(err)
		}
		if same := r.Value == identical; same != (a == b) || same && len(r.Entries) > 0 {
			t.Errorf("%q and %q: %v %v", a, b, r.Value, r.Entries)
		}
		for _, e := range r.Entries {
			if e["line"].(int) < 1 {
				t.Errorf("%q and %q: %v", a, b, e)
			}
		}
	})
}
