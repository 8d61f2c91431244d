package destination

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk"
)

// registry is a registry in memory.
type registry struct {
	list   map[core.Owner][]Device
	defers bool
	fail   error
}

func (r registry) Devices(_ context.Context, owner core.Owner) ([]Device, error) {
	return slices.Clone(r.list[owner]), r.fail
}
func (r registry) Defers() bool { return r.defers }

// disk has some folders and files, by folded name.
type disk []string

func (d disk) Folder(name string) []string {
	if slices.Contains(d, vocab.Fold(name)) {
		return []string{"/home/anna/" + name}
	}
	return nil
}
func (d disk) File(name string) []string { return d.Folder(name) }

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func dev(id string, reachable bool, names ...string) Device {
	return Device{ID: id, Names: names, Reachable: reachable, Seen: noon.Add(time.Duration(len(id)) * time.Minute), Platform: "linux"}
}

// show is a target on one line.
func show(t Target) string {
	names := func(list []Device) string {
		var out []string
		for _, d := range list {
			out = append(out, d.ID)
		}
		return strings.Join(out, "+")
	}
	switch t := t.(type) {
	case Here:
		return "here | " + t.Text
	case There:
		return "there " + t.Device.ID + " | " + t.Text
	case Ambiguous:
		return "ambiguous " + names(t.Candidates) + " | " + t.Text
	case Unreachable:
		return fmt.Sprintf("unreachable %s defer=%v | %s", names(t.Devices), t.Deferrable, t.Text)
	case Unknown:
		return "unknown " + t.Name + " known=" + strings.Join(t.Known, "+")
	case Between:
		return "between " + strings.Join(t.Names, "+")
	}
	return fmt.Sprintf("%T", t)
}

func resolve(t testing.TB, reg Devices, req Request) string {
	t.Helper()
	if req.Owner == "" {
		req.Owner = "anna"
	}
	got, err := New(reg).Resolve(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return show(got)
}

var home = registry{list: map[core.Owner][]Device{"anna": {
	dev("d1", true, "portatile", "asus"), dev("d22", true, "office-pc"), dev("d333", false, "NAS"), dev("d4444", true, "telefono di Anna", "pixel 8"),
	dev("d5", true, "Mac Studio"), dev("d6", true, "x1"), dev("d7", false, "desktop"),
}}}

// Each row: a sentence, and where it runs in a home with devices.
func TestWhereASentenceRuns(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"cerca i pdf sul portatile", "there d1 | cerca i pdf"},
		{"Sul portatile, cerca i pdf di ieri", "there d1 | cerca i pdf di ieri"},
		{"sul mio portatile quanti file ci sono in Documenti?", "there d1 | quanti file ci sono in Documenti?"},
		{"cerca sul portatile i pdf di ieri.", "there d1 | cerca i pdf di ieri."},
		{"elenca i file in Documenti sul portatile", "there d1 | elenca i file in Documenti"},
		{"find the pdfs on my laptop", "there d1 | find the pdfs"},
		{"find the pdfs on the notebook in Documents", "there d1 | find the pdfs in Documents"},
		{"list the files from the office-pc", "there d22 | list the files"},
		{"list the files on office-pc", "there d22 | list the files"},
		{"office-pc: list the files in Documents", "there d22 | list the files in Documents"},
		{"list the files in Documents OFFICE-PC", "there d22 | list the files in Documents"},
		{"elenca le foto dal NAS di casa", "unreachable d333 defer=false | elenca le foto"},
		{"elenca le foto sul nas", "unreachable d333 defer=false | elenca le foto"},
		{"cerca le foto sul telefono di Anna", "there d4444 | cerca le foto"},
		{"cerca le foto sul telefono di Bruno", "unknown telefono di bruno known=Mac Studio+NAS+desktop+office-pc+portatile+telefono di Anna+x1"},
		{"cerca le foto sul pixel 8", "there d4444 | cerca le foto"},
		{"cerca i pdf sul Mac Studio", "there d5 | cerca i pdf"},
		{"find the pdfs on the Mac Studio", "there d5 | find the pdfs"},
		{"cerca i pdf sul portatile asus", "there d1 | cerca i pdf"},
		{"cerca i pdf sul dispositivo asus", "there d1 | cerca i pdf"},
		{"cerca i pdf sul tablet", "unknown tablet known=Mac Studio+NAS+desktop+office-pc+portatile+telefono di Anna+x1"},
		{"find the pdfs on my tablet", "unknown tablet known=Mac Studio+NAS+desktop+office-pc+portatile+telefono di Anna+x1"},
		{"cerca i pdf sul dispositivo zorp", "unknown dispositivo zorp known=Mac Studio+NAS+desktop+office-pc+portatile+telefono di Anna+x1"},
		{"cerca i pdf su x1", "here | cerca i pdf su x1"}, // too short a name to be meant
		{"cerca i pdf sul server", "here | cerca i pdf"},
		{"find the pdfs on the server", "here | find the pdfs"},
		{"find the pdfs locally", "here | find the pdfs"},
		{"cerca i pdf in locale", "here | cerca i pdf"},
		{"cerca i pdf su questo server e dimmi quanti sono", "here | cerca i pdf e dimmi quanti sono"},
		{"cerca i pdf", "here | cerca i pdf"},
		{"cerca i pdf sul mio pc", "ambiguous d5+d22+d1+d4444+d6 | cerca i pdf"},
		{"find the pdfs on this computer", "ambiguous d5+d22+d1+d4444+d6 | find the pdfs"},
		{"confronta i pdf sul portatile con quelli sul NAS", "between portatile+NAS"},
		{"copia i pdf dal portatile al NAS", "between portatile+NAS"},
		{"copia le foto sul portatile", "between portatile"},
		{"manda i pdf al telefono di Anna", "between telefono di Anna"},
		{"copy the photos to my laptop", "between portatile"},
		{"move the photos from the server to the laptop", "between server+portatile"},
		{"sul portatile sposta le foto in Archivio", "there d1 | sposta le foto in Archivio"},
		{"sposta le foto di Downloads in Archivio sul portatile", "there d1 | sposta le foto di Downloads in Archivio"},
		{"move the photos into Archive on the laptop", "there d1 | move the photos into Archive"},
		{"metti i file dal portatile", "there d1 | metti i file"},
		{"cerca i pdf sul portatile sul portatile", "there d1 | cerca i pdf"},
		{"cerca i pdf (sul portatile)", "there d1 | cerca i pdf ()"},
	} {
		if got := resolve(t, home, Request{Text: row.text}); got != row.want {
			t.Errorf("%q\n got %s\nwant %s", row.text, got, row.want)
		}
	}
}

// Where there is no device, a phrase that means one stops the turn, and all the rest is as it was.
func TestWithoutDevices(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"cerca i pdf sul mio portatile", "unknown portatile known="},
		{"cerca i pdf sul portatile", "unknown portatile known="},
		{"cerca i pdf sul mio telefono", "unknown telefono known="},
		{"elenca le foto dal NAS di casa", "unknown nas di casa known="},
		{"elenca le foto dall'iPhone", "unknown iphone known="},
		{"elenca le foto sull’iPad di Marco", "unknown ipad di marco known="},
		{"find the pdfs on my laptop", "unknown laptop known="},
		{"list the files from the office-pc", "unknown office-pc known="},
		{"how many photos are on my phone?", "unknown phone known="},
		{"quante foto ci sono sul cellulare", "unknown cellulare known="},
		{"copia i pdf sul portatile", "unknown portatile known="},
		{"send the photos to my phone", "unknown phone known="},
		{"cerca i pdf sul pc dell'ufficio", "unknown pc dell'ufficio known="},
		{"cerca i pdf sul pc portatile", "unknown pc portatile known="},
		{"cerca i pdf su nas-01", "unknown nas-01 known="},
		// The only computer there is.
		{"cerca i pdf sul mio computer", "here | cerca i pdf"},
		{"find the pdfs on this pc", "here | find the pdfs"},
		{"cerca i pdf sul pc di casa", "here | cerca i pdf"},
		{"sul computer quanti file ci sono?", "here | quanti file ci sono?"},
		// The desktop is a folder.
		{"elenca i file sul desktop", ""}, {"cosa c'è sulla scrivania?", ""}, {"list the files on the desktop", ""}, {"move it to my desktop", ""},
		{"sposta i pdf dal desktop in Archivio", ""},
		// Other surfaces are nothing.
		{"metti il file sul tavolo", ""}, {"elenca i file nella cartella Portatile", ""}, {"find files in the phone folder", ""},
		// Subjects are not places.
		{"trova la bolletta del telefono", ""}, {"leggi la garanzia del portatile", ""}, {"cerca informazioni sul portatile", ""}, {"trova gli articoli sul telefono", ""},
		{"find notes on the laptop", ""}, {"read from the phone bill", ""}, {"find the phone contract", ""}, {"open the laptop warranty", ""},
		{"dove sono le foto del mio telefono?", ""},
		// What is quoted, named or to be written is only said.
		{`crea un file nota.txt con scritto "le chiavi sono sul portatile"`, ""}, {"crea un file nota.txt con scritto ho tutto sul portatile", ""},
		{"scrivi in nota.txt: le foto sono sul mio telefono", ""}, {"write in note.txt: the photos are on my phone", ""},
		{"aggiungi a diario.txt il testo ho dimenticato tutto sul tablet", ""}, {"cerca «sul mio portatile» in Documenti", ""},
		{"find files that contain 'on my laptop'", ""}, {"crea una cartella chiamata sul portatile", ""}, {"create a folder named on my phone", ""},
		{"rinomina a.txt in portatile", ""}, {"append to diary.txt the text left it on my phone", ""},
		// Files and hosts are not devices.
		{"apri server.log", ""}, {"leggi note.txt in Progetti", ""}, {"quante righe di server.log contengono timeout?", ""}, {"elenca i file in nas.local", ""},
		{"leggi report-2024 in Documenti", ""}, {"elenca i file dal 3 al 5 marzo", ""}, {"sposta i file da a.txt", ""}, {"", ""}, {"   ", ""}, {"sul", ""}, {"on my", ""}, {"'", ""},
	} {
		want := row.want
		if want == "" {
			want = "here | " + row.text
		}
		if got := resolve(t, None{}, Request{Text: row.text}); got != want {
			t.Errorf("%q\n got %s\nwant %s", row.text, got, want)
		}
	}
}

// A folder or file that exists is what its name means.
func TestNamesOfFoldersAreFolders(t *testing.T) {
	d := disk{"portatile", "telefono", "server", "nas di casa", "desktop", "asus", "office-pc", "computer", "nas-01", "locale"}
	for _, row := range []struct{ text, none, some string }{
		{"elenca i file nel portatile", "", ""}, {"elenca i file nel telefono", "", ""}, {"cerca nel server", "", ""}, {"elenca le foto dal NAS di casa", "", "unreachable d333 defer=false | elenca le foto"},
		{"elenca i file sul desktop", "", ""}, {"elenca i file in asus", "", ""}, {"elenca i file in office-pc", "", ""}, {"office-pc", "", ""},
		{"elenca i file sul computer", "", ""}, {"elenca i file su nas-01", "", ""}, {"cerca i pdf in locale", "", ""},
		{"elenca i file sul portatile", "", "there d1 | elenca i file"}, // a name of a device of theirs, on which
	} {
		for i, reg := range []Devices{None{}, home} {
			want := [...]string{row.none, row.some}[i]
			if want == "" {
				want = "here | " + row.text
			}
			if got := resolve(t, reg, Request{Text: row.text, Places: d}); got != want {
				t.Errorf("%q with %T\n got %s\nwant %s", row.text, reg, got, want)
			}
		}
	}
}

func TestThisComputer(t *testing.T) {
	on, off := dev("a", true, "uno"), dev("bb", false, "due")
	late := dev("ccc", false, "tre")
	for _, c := range []struct {
		list []Device
		from string
		want string
	}{
		{nil, "", "here | cerca i pdf"},
		{[]Device{on}, "", "there a | cerca i pdf"},
		{[]Device{on, off}, "", "there a | cerca i pdf"},
		{[]Device{off}, "", "unreachable bb defer=true | cerca i pdf"},
		{[]Device{off, late}, "", "unreachable ccc+bb defer=false | cerca i pdf"}, // the one last seen first
		{[]Device{on, dev("dddd", true, "zeta")}, "", "ambiguous a+dddd | cerca i pdf"},
		{[]Device{on, dev("dddd", true, "zeta")}, "dddd", "there dddd | cerca i pdf"}, // said on that one
		{[]Device{on, off}, "bb", "unreachable bb defer=true | cerca i pdf"},
	} {
		reg := registry{list: map[core.Owner][]Device{"anna": c.list}, defers: true}
		if got := resolve(t, reg, Request{Text: "cerca i pdf su questo pc", From: c.from}); got != c.want {
			t.Errorf("%d devices, from %q: got %s, want %s", len(c.list), c.from, got, c.want)
		}
	}
}

func TestTwoDevicesOfOneName(t *testing.T) {
	reg := registry{list: map[core.Owner][]Device{"anna": {dev("a", true, "portatile"), dev("b", true, "portatile"), dev("c", true, "laptop")}}, defers: true}
	if got := resolve(t, reg, Request{Text: "cerca i pdf sul portatile"}); got != "ambiguous a+b | cerca i pdf" {
		t.Error(got)
	}
	if got := resolve(t, reg, Request{Text: "cerca i pdf sul notebook"}); got != "ambiguous c+a+b | cerca i pdf" {
		t.Error(got)
	}
	amb := Ambiguous{Candidates: []Device{dev("a", true, "uno"), dev("b", true)}}
	if q := Choice(amb); q.Code != "which_device" || !slices.Equal(q.Options, []string{"uno", "b"}) {
		t.Errorf("%+v", q)
	}
}

// What is another person's is not a device at all.
func TestDevicesOfOthersAreNotThere(t *testing.T) {
	if got := resolve(t, home, Request{Owner: "bruno", Text: "cerca i pdf sul portatile"}); got != "unknown portatile known=" {
		t.Error(got)
	}
	if got := resolve(t, home, Request{Owner: "bruno", Text: "list the files OFFICE-PC"}); got != "here | list the files OFFICE-PC" {
		t.Error(got)
	}
	if _, err := New(home).Resolve(context.Background(), Request{Text: "x"}); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("nobody's request: %v", err)
	}
	broken := registry{fail: errors.New("disk")}
	if _, err := New(broken).Resolve(context.Background(), Request{Owner: "anna", Text: "cerca i pdf"}); err == nil {
		t.Error("an unreadable registry counts as an empty one")
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		target Target
		code   string
	}{
		{Here{}, ""}, {There{}, ""}, {Ambiguous{}, ""},
		{Unreachable{Devices: []Device{dev("a", false, "uno")}}, "device_away"},
		{Unreachable{Devices: []Device{dev("a", false, "uno"), dev("b", false)}}, "devices_away"},
		{Unknown{Name: "x"}, "device_none"}, {Unknown{Name: "x", Known: []string{"y"}}, "device_unknown"},
		{Between{[]string{"a", "b"}}, "device_between"},
	} {
		err := Sentence(c.target)
		var e *sdk.Error
		if errors.As(err, &e) != (c.code != "") || e != nil && e.Code != c.code {
			t.Errorf("%T says %v, want %q", c.target, err, c.code)
		}
	}
}

// Whatever the sentence and the devices: a device named in it never leads to the server, and a sentence that names
// none is left exactly as it was.
func TestNeverASilentRunOnTheServer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verb := rapid.SampledFrom([]string{"cerca i pdf", "elenca le foto di ieri", "list the files", "delete the old photos", "quanti file ci sono"}).Draw(t, "verb")
		kind := rapid.SampledFrom([]string{"portatile", "laptop", "telefono", "phone", "tablet", "nas", "mac", "smartphone"}).Draw(t, "kind")
		lead := rapid.SampledFrom([]string{"sul ", "sul mio ", "dal ", "su quel ", "on my ", "on the ", "from my ", "nel mio "}).Draw(t, "lead")
		front := rapid.Bool().Draw(t, "front")
		text := verb + " " + lead + kind
		if front {
			text = lead + kind + ", " + verb
		}
		var list []Device
		for i, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"portatile", "telefono", "nas", "office-pc", "casa", "mac"}), 0, 4).Draw(t, "devices") {
			list = append(list, dev(fmt.Sprint("d", i), rapid.Bool().Draw(t, "up"), name))
		}
		reg := registry{list: map[core.Owner][]Device{"anna": list}}
		got, err := New(reg).Resolve(context.Background(), Request{Owner: "anna", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		switch got := got.(type) {
		case Here:
			t.Fatalf("%q runs on the server", text)
		case There:
			if got.Text != verb || !got.Device.Reachable {
				t.Fatalf("%q runs as %q on %+v", text, got.Text, got.Device)
			}
		}
		if got, err := New(reg).Resolve(context.Background(), Request{Owner: "anna", Text: verb}); err != nil || got != (Here{verb}) {
			t.Fatalf("%q became %+v, %v", verb, got, err)
		}
	})
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"cerca i pdf sul portatile", "«sul portatile", "dall'office-pc: x", "'on my laptop'", "su\x00 \xff", "sul  mio   , portatile", "’’’", "in locale in locale"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := New(home).Resolve(context.Background(), Request{Owner: "anna", Text: text, Places: disk{"telefono"}})
		if err != nil {
			t.Fatal(err)
		}
		var left string
		switch got := got.(type) {
		case Here:
			left = got.Text
		case There:
			left = got.Text
		}
		if len(left) > len(text) {
			t.Errorf("%q grew to %q", text, left)
		}
	})
}

// No sentence the composer plans today names a device: each stays as it is.
func TestTheComposersSentencesStayAsTheyAre(t *testing.T) {
	seen := 0
	for _, name := range []string{"pairs", "never", "notmine"} {
		text, err := os.ReadFile(filepath.Join("..", "compose", "testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "#") {
				continue
			}
			for sentence := range strings.SplitSeq(strings.TrimSpace(line), " | ") {
				seen++
				if got := resolve(t, None{}, Request{Text: sentence}); got != "here | "+sentence {
					t.Errorf("%q: %s", sentence, got)
				}
			}
		}
	}
	if seen < 500 {
		t.Fatalf("only %d sentences: the test looks in the wrong place", seen)
	}
}
