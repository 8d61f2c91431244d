package files

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/sdk/files/beneath"
	"golang.org/x/sys/unix"
)

// lossy is what JSON puts in the place of a byte that is not UTF-8.
const lossy = "\uFFFD"

// exactName finds the path whose names read rel once their invalid bytes are replaced, component by
// component. It answers only when each has exactly one candidate.
func (r *root) exactName(rel string) (string, bool) {
	at := "."
	for _, part := range strings.Split(rel, "/") {
		exact := part
		if strings.Contains(part, lossy) {
			var ok bool
			if exact, ok = r.candidate(at, part); !ok {
				return "", false
			}
		}
		at = filepath.Join(at, exact)
	}
	return at, !r.isHidden(at)
}

func (r *root) candidate(dir, want string) (string, bool) {
	fd, err := beneath.Open(int(r.dir.Fd()), dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return "", false
	}
	defer unix.Close(fd)
	found, err := beneath.List(context.Background(), fd, r.hides[dir])
	if err != nil {
		return "", false
	}
	match, n := "", 0
	for _, e := range found {
		if e.Name == want {
			return want, true
		}
		if asJSON(e.Name) == want {
			match, n = e.Name, n+1
		}
	}
	return match, n == 1
}

// asJSON replaces every invalid byte by one U+FFFD, as encoding/json does.
func asJSON(name string) string {
	var b strings.Builder
	for _, c := range name { // an invalid byte ranges as one U+FFFD
		b.WriteRune(c)
	}
	return b.String()
}
