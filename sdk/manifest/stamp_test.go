package manifest

import (
	"strings"
	"testing"
)

func TestStamp(t *testing.T) {
	src := source(t)
	out, err := Stamp(src, someDigest, "+")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Decode("m.toml", out)
	if err != nil || len(m.Version) != len("1.2.0+0123456789ab") || !strings.HasPrefix(m.Version, "1.2.0+") {
		t.Fatalf("%v: version %q", err, m.Version)
	}
	want := strings.Replace(strings.Replace(string(src), `digest   = ""`, `digest   = "`+someDigest+`"`, 1), `"1.2.0"`, `"`+m.Version+`"`, 1)
	if string(out) != want {
		t.Errorf("stamped text:\n%s", out)
	}
	if again, err := Stamp(out, someDigest, "+"); err != nil || string(again) != want {
		t.Errorf("stamping twice: %v\n%s", err, again)
	}
	for change, other := range map[string][2]string{
		"the program": {string(out), strings.Replace(someDigest, "0123", "ffff", 1)}, "the text": {string(out) + "# wider\n", someDigest},
	} {
		if again, err := Stamp([]byte(other[0]), other[1], "+"); err != nil || strings.Contains(string(again), m.Version) {
			t.Errorf("%s changed and the version did not: %v", change, err)
		}
	}
	added, err := Stamp([]byte(strings.Replace(string(src), "digest   = \"\"\n", "", 1)), someDigest, "2.0.0")
	if err != nil {
		t.Fatal(err)
	}
	m, err = Check("m.toml", added)
	if err != nil || m.Plugin.Digest != someDigest || m.Version != "2.0.0" {
		t.Errorf("without a digest line: %v", err)
	}
	for name, text := range map[string]string{"no plugin table": "name = \"x\"\nversion = \"1.0.0\"\n", "not TOML": "[plugin"} {
		if _, err := Stamp([]byte(text), someDigest, ""); err == nil {
			t.Errorf("%s: stamped", name)
		}
	}
	if _, err := Stamp(src, "sha256:1", ""); err == nil {
		t.Error("a short digest is stamped")
	}
	literal := strings.Replace(string(src), `digest   = ""`, `digest   = ''  # later`, 1)
	if out, err := Stamp([]byte(literal), someDigest, ""); err != nil || !strings.Contains(string(out), `"  # later`) {
		t.Errorf("a literal string with a comment: %v", err)
	}
}
