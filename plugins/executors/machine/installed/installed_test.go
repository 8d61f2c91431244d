package installed

import (
	"errors"
	"os"
	"strings"
	"testing"
)

func list(t testing.TB, text string) (out []Package, err error) {
	t.Helper()
	err = Each(strings.NewReader(text), func(p Package) bool { out = append(out, p); return len(out) < 100_000 })
	return out, err
}

func TestEach(t *testing.T) {
	out, err := list(t, "Package: a\nStatus: install ok installed\nInstalled-Size: 12\nVersion: 1\nArchitecture: all\nDescription: short\n long\n .\n more\n\n"+
		"Package: b\nStatus: deinstall ok config-files\n\nPackage: c\nStatus: hold ok installed\nInstalled-Size: -5\n\n\n\nStatus: install ok installed\n\nPackage: d\nStatus: install ok half-installed\n\npackage: e\nstatus: install ok installed\nDescription: "+strings.Repeat("è", 400))
	if err != nil || len(out) != 3 || out[0] != (Package{"a", "1", "all", "short", 12 << 10}) || out[1] != (Package{Name: "c"}) || out[2].Name != "e" || len(out[2].Summary) > maxValue+3 {
		t.Errorf("%+v %v", out, err)
	}
	if _, err := list(t, "Package: "+strings.Repeat("x", maxLine+1)); !errors.Is(err, ErrBroken) {
		t.Error(err)
	}
	n := 0
	if err := Each(strings.NewReader(strings.Repeat("Package: a\nStatus: x ok installed\n\n", 10)), func(Package) bool { n++; return n < 3 }); err != nil || n != 3 {
		t.Error("it went on after it was told to stop", n, err)
	}
}

// The list of this machine, where there is one.
func TestThisMachine(t *testing.T) {
	data, err := os.ReadFile("/var/lib/dpkg/status")
	if err != nil {
		t.Skip("there is no list here:", err)
	}
	out, err := list(t, string(data))
	if err != nil || len(out) < 20 || !strings.Contains(string(data), "Package: "+out[0].Name+"\n") || out[0].Version == "" {
		t.Errorf("%d packages, %v", len(out), err)
	}
}

func FuzzEach(f *testing.F) {
	f.Add("Package: a\nStatus: install ok installed\n\nPackage: b\n")
	f.Add(": :\n\n \n:")
	f.Fuzz(func(t *testing.T, text string) {
		out, err := list(t, text)
		if err != nil && !errors.Is(err, ErrBroken) {
			t.Error(err)
		}
		for _, p := range out {
			if p.Name == "" || p.Size < 0 || len(p.Name) > maxValue+3 {
				t.Errorf("%+v", p)
			}
		}
	})
}
