package beneath

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Both ways to open give the same answer: the one system call, and the steps for kernels without it.
func TestOpenFollowsNothing(t *testing.T) {
	base := t.TempDir()
	root := filepath.Join(base, "root")
	for _, err := range []error{
		os.MkdirAll(filepath.Join(root, "d/e"), 0o755), os.WriteFile(filepath.Join(root, "d/f"), nil, 0o644), os.WriteFile(filepath.Join(base, "secret"), nil, 0o644),
		os.Symlink("d", filepath.Join(root, "link")), os.Symlink("../secret", filepath.Join(root, "out")), os.Symlink("/", filepath.Join(root, "slash")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	dir, err := unix.Open(root, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(dir)
	for _, tt := range []struct {
		rel   string
		flags int
		want  error
	}{
		{".", unix.O_PATH, nil},
		{"d", unix.O_RDONLY | unix.O_DIRECTORY, nil},
		{"d/f", unix.O_RDONLY, nil},
		{"d/f", unix.O_PATH | unix.O_NOFOLLOW, nil},
		{"link", unix.O_PATH | unix.O_NOFOLLOW, nil},
		{"link", unix.O_RDONLY, unix.ELOOP},
		{"link/f", unix.O_RDONLY, unix.ELOOP},
		{"link/f", unix.O_PATH | unix.O_NOFOLLOW, unix.ELOOP},
		{"out", unix.O_RDONLY, unix.ELOOP},
		{"out", unix.O_WRONLY | unix.O_CREAT, unix.ELOOP},
		{"slash/etc/passwd", unix.O_RDONLY, unix.ELOOP},
		{"d/none", unix.O_RDONLY, unix.ENOENT},
		{"none/f", unix.O_RDONLY, unix.ENOENT},
		{"d/f/x", unix.O_RDONLY, unix.ENOTDIR},
		{"d/f", unix.O_WRONLY | unix.O_CREAT | unix.O_EXCL, unix.EEXIST},
		{"d/e", unix.O_WRONLY, unix.EISDIR},
	} {
		for name, open := range map[string]func(int, string, int, uint32) (int, error){"one call": Open, "steps": openSteps} {
			fd, err := open(dir, tt.rel, tt.flags|unix.O_CLOEXEC, 0)
			if err == nil {
				unix.Close(fd)
			}
			if err != tt.want {
				t.Errorf("%s %q %#x: %v, want %v", name, tt.rel, tt.flags, err, tt.want)
			}
		}
	}
	for _, rel := range []string{"..", "../secret", "d/../../secret"} {
		for name, open := range map[string]func(int, string, int, uint32) (int, error){"one call": Open, "steps": openSteps} {
			if fd, err := open(dir, rel, unix.O_RDONLY, 0); err != unix.EXDEV {
				unix.Close(fd)
				t.Errorf("%s %q: %v", name, rel, err)
			}
		}
	}
}
