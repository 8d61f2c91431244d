package aftermath

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever lies in a trash, its information names an absolute path or none.
func FuzzOrigin(f *testing.F) {
	f.Add([]byte("[Trash Info]\nPath=/home/a/due%20parole.txt\nDeletionDate=2026-03-31T14:05:06\n"))
	f.Add([]byte("Path=../../etc/passwd\n"))
	f.Add([]byte("Path=%zz\n"))
	f.Add([]byte("Path="))
	f.Fuzz(func(t *testing.T, text []byte) {
		info := filepath.Join(t.TempDir(), "x.trashinfo")
		if err := os.WriteFile(info, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if path, ok := origin(info, "/mnt"); ok && (!filepath.IsAbs(path) || filepath.Clean(path) != path) {
			t.Errorf("%q comes from %q", text, path)
		}
	})
}
