package entry

import (
	"path"
	"testing"

	"github.com/metnos/metnos/plugins/executors/birth"
)

func TestActualPrefersTheExactName(t *testing.T) {
	home := birth.NewHome(t)
	for _, name := range []string{"in/x\xffy", "in/x\uFFFDy", "in/u\xfev", "in/u\xfdv", "d\xff/f"} {
		home.Write(t, name, "x")
	}
	files := home.Host.Files()
	for given, want := range map[string]string{
		"in/x\uFFFDy": "in/x\uFFFDy", "in/u\uFFFDv": "in/u\uFFFDv", "d\uFFFD/f": "d\xff/f", "in/none\uFFFD": "in/none\uFFFD", "in/../in/a": "in/a",
	} {
		if got := Actual(files, home.Path(given)); got != path.Join(home.Dir, want) {
			t.Errorf("Actual(%q) = %q, want %q", given, got, want)
		}
	}
}
