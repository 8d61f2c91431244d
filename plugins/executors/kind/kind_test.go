package kind

import (
	"strings"
	"testing"
)

func TestExtension(t *testing.T) {
	for name, want := range map[string]string{
		"a.PDF": "pdf", "a.tar.gz": "gz", "Makefile": "", ".profile": "", ".conf.json": "json", "a.": "", "..": "", "": "",
		"v. 2": "", "È già.TXT": "txt", "1.0": "0", "...x": "",
	} {
		if got := Extension(name); got != want {
			t.Errorf("Extension(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestEveryExtensionHasOneKind(t *testing.T) {
	seen := map[string]string{}
	for kind, list := range groups() {
		for _, extension := range strings.Fields(list) {
			if other, twice := seen[extension]; twice {
				t.Errorf("%s is %s and %s", extension, other, kind)
			}
			seen[extension] = kind
			if extension != strings.ToLower(extension) {
				t.Errorf("%s is not lower case", extension)
			}
		}
	}
	if Of("pdf") != "document" || Of("mp4") != "video" || Of("nothing") != "" {
		t.Error("Of")
	}
}
