package parcels

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// desk is parcels over two homes; secret hides in anna's.
type desk struct {
	*Parcels
	t    *testing.T
	home map[core.Owner]string
	time time.Time
	ids  int
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, home: map[core.Owner]string{}, time: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, owner := range []core.Owner{"anna", "bruno"} {
		d.home[owner] = filepath.Join(dir, string(owner))
		d.put(owner, ".ssh/id", "private")
	}
	d.Parcels = New(func(owner core.Owner) (Reach, error) {
		home := d.home[owner]
		if home == "" {
			return Reach{}, sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "no")
		}
		return Reach{Roots: []sdk.Root{{Path: home, Write: true}}, Deny: []string{filepath.Join(home, ".ssh")}, Home: home}, nil
	}, func() time.Time { return d.time }, func() string { d.ids++; return fmt.Sprintf("id%d", d.ids) })
	t.Cleanup(d.Close)
	return d
}

func (d *desk) put(owner core.Owner, name, text string) string {
	d.t.Helper()
	path := filepath.Join(d.home[owner], name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
	return path
}

func (d *desk) send(owner core.Owner, name, text string) sdk.Attachment {
	d.t.Helper()
	id, err := d.Begin(owner, "Arrivi", name, "text/plain", int64(len(text)))
	if err != nil {
		d.t.Fatal(err)
	}
	for at := 0; at < len(text); at += 3 {
		end := min(at+3, len(text))
		for range 2 { // a piece may come twice
			if err := d.Add(owner, id, int64(at), []byte(text[at:end])); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	a, err := d.End(owner, id)
	if err != nil {
		d.t.Fatal(err)
	}
	return a
}

func class(t *testing.T, what string, err error, want sdk.Class) {
	t.Helper()
	if err == nil || sdk.ClassOf(err) != want {
		t.Errorf("%s: %v, want %s", what, err, want)
	}
}

func TestFilesComeIntoTheInbox(t *testing.T) {
	d := newDesk(t)
	first := d.send("anna", "nota.txt", "ciao mondo")
	again := d.send("anna", "../../nota.txt", "altro")
	if first.Path != filepath.Join(d.home["anna"], "Arrivi", "nota.txt") || again.Path != filepath.Join(d.home["anna"], "Arrivi", "nota (2).txt") {
		t.Fatalf("%q %q", first.Path, again.Path)
	}
	for path, want := range map[string]string{first.Path: "ciao mondo", again.Path: "altro"} {
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			t.Errorf("%s: %q %v", path, text, err)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(first.Path))
	if err != nil || len(entries) != 2 {
		t.Errorf("the inbox has %v %v", entries, err)
	}
}

func TestWhatIsNoWholeFileLeavesNothing(t *testing.T) {
	d := newDesk(t)
	begin := func(size int64) string {
		t.Helper()
		id, err := d.Begin("anna", "Arrivi", "a.txt", "", size)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	id := begin(4)
	class(t, "a gap", d.Add("anna", id, 2, []byte("x")), sdk.WrongArgs)
	class(t, "too much", d.Add("anna", id, 0, []byte("12345")), sdk.WrongArgs)
	class(t, "a stranger's piece", d.Add("bruno", id, 0, []byte("1")), sdk.NotFound)
	_, err := d.End("bruno", id)
	class(t, "a stranger's end", err, sdk.NotFound)
	_, err = d.End("anna", id)
	class(t, "too short", err, sdk.WrongArgs)
	id = begin(4)
	if err := d.Drop("anna", id); err != nil {
		t.Fatal(err)
	}
	class(t, "after it was dropped", d.Add("anna", id, 0, []byte("1")), sdk.NotFound)
	_, err = d.Begin("anna", "Arrivi", "a.txt", "", MaxSize+1)
	class(t, "too large", err, sdk.Oversize)
	_, err = d.Begin("nobody", "Arrivi", "a.txt", "", 1)
	class(t, "nobody", err, sdk.PolicyDenied)

	for range maxOpen {
		begin(1)
	}
	_, err = d.Begin("anna", "Arrivi", "a.txt", "", 1)
	class(t, "one too many", err, sdk.RateLimited)
	if _, err := d.Begin("bruno", "Arrivi", "a.txt", "", 1); err != nil {
		t.Errorf("another person: %v", err)
	}
	d.time = d.time.Add(patience + time.Second)
	begin(1) // the others are given up
	d.Close()
	d.put("anna", "Arrivi/.metnos-dead.part", "of a core that was killed")
	d.send("anna", "b.txt", "x")
	entries, err := os.ReadDir(filepath.Join(d.home["anna"], "Arrivi"))
	if err != nil || len(entries) != 1 || entries[0].Name() != "b.txt" {
		t.Errorf("the inbox has %v %v", entries, err)
	}
}

// An inbox that leads elsewhere takes nothing in.
func TestInboxThatLeadsAway(t *testing.T) {
	d := newDesk(t)
	if err := os.Symlink(d.home["bruno"], filepath.Join(d.home["anna"], "Arrivi")); err != nil {
		t.Fatal(err)
	}
	if id, err := d.Begin("anna", "Arrivi", "a.txt", "", 1); err == nil {
		t.Errorf("%s goes to bruno's home", id)
	}
	entries, err := os.ReadDir(d.home["bruno"])
	if err != nil || len(entries) != 1 {
		t.Errorf("bruno's home has %v %v", entries, err)
	}
}

func TestLending(t *testing.T) {
	d := newDesk(t)
	text := strings.Repeat("0123456789", 300)
	path := d.put("anna", "Documenti/uno.txt", text)
	loan, err := d.Lend("anna", "~/Documenti/uno.txt")
	if err != nil || loan.Name != "uno.txt" || loan.Size != int64(len(text)) || loan.Image || !strings.HasPrefix(loan.Media, "text/plain") {
		t.Fatalf("%+v %v", loan, err)
	}
	var all bytes.Buffer
	for {
		piece, err := d.Read("anna", loan.Token, int64(all.Len()), 1024)
		if err != nil {
			t.Fatal(err)
		}
		if len(piece.Data) == 0 {
			break
		}
		all.Write(piece.Data)
	}
	if all.String() != text {
		t.Errorf("%d bytes came, %d are there", all.Len(), len(text))
	}
	_, err = d.Read("bruno", loan.Token, 0, 10)
	class(t, "somebody else with the token", err, sdk.NotFound)
	flipped := []byte(loan.Token)
	flipped[3] ^= 1
	_, err = d.Read("anna", string(flipped), 0, 10)
	class(t, "a changed token", err, sdk.NotFound)
	_, err = newDesk(t).Read("anna", loan.Token, 0, 10)
	class(t, "a token of another process", err, sdk.NotFound)
	if err := os.WriteFile(path, []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = d.Read("anna", loan.Token, 0, 10)
	class(t, "a file that changed", err, sdk.Conflict)
	d.time = d.time.Add(Life)
	_, err = d.Read("anna", loan.Token, 0, 10)
	class(t, "an expired token", err, sdk.NotFound)
}

func TestNothingElseIsLent(t *testing.T) {
	d := newDesk(t)
	if err := os.Symlink(filepath.Join(d.home["bruno"], ".ssh/id"), filepath.Join(d.home["anna"], "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(".ssh", filepath.Join(d.home["anna"], "inside")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/etc/passwd", "~/.ssh/id", "~/inside/id", "~/link", "~/../bruno/.ssh/id", "~bruno/.ssh/id", "relative", "", "~", "~/absent", "/proc/self/environ", "~/.ssh/id\x00.txt"} {
		if loan, err := d.Lend("anna", path); err == nil {
			t.Errorf("%q is lent: %+v", path, loan)
		}
	}
}

// Only a file's own bytes make it a picture; what may hold scripts never is one.
func TestPictures(t *testing.T) {
	d := newDesk(t)
	for name, tc := range map[string]struct {
		text  string
		image bool
	}{
		"a.png": {"\x89PNG\r\n\x1a\n....", true}, "b.txt": {"\x89PNG\r\n\x1a\n....", true}, "c.png": {"<script>alert(1)</script>", false},
		"d.svg": {`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, false}, "e.jpg": {"", false}, "f.gif": {"GIF89a...", true},
	} {
		d.put("anna", name, tc.text)
		loan, err := d.Lend("anna", "~/"+name)
		if err != nil || loan.Image != tc.image || !tc.image && strings.HasPrefix(loan.Media, "image/") {
			t.Errorf("%s: %+v %v", name, loan, err)
		}
	}
}

func TestNames(t *testing.T) {
	for said, want := range map[string]string{
		"nota.txt": "nota.txt", "/etc/passwd": "passwd", `C:\Users\x\a.doc`: "a.doc", "..": "file", "": "file", ".bashrc": "bashrc", "a\u202egpj.exe": "agpj.exe",
		"a\nb\x00.txt": "ab.txt", "  spazi .txt": "spazi.txt", "a.": "a", strings.Repeat("è", 200) + ".txt": strings.Repeat("è", 58) + ".txt", "\xff\xfe.txt": "txt",
	} {
		if got := Name(said); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	f.Add("../a\u202e\x00/..")
	f.Add(". ..0")
	f.Fuzz(func(t *testing.T, said string) {
		got := Name(said)
		if got == "" || got == "." || got == ".." || len(got) > 200 || strings.ContainsAny(got, "/\\\x00\n\r\u202e") || got[0] == '.' || !utf8.ValidString(got) {
			t.Fatalf("%q is %q", said, got)
		}
	})
}
