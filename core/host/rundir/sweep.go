package rundir

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/host/proc"
)

// Sweep ends what a core that did not end well left behind: its processes, known by pid and start time, and
// its folder. The folder of a core that still runs is left alone, and so is every process that is not
// exactly the recorded one. It returns how many processes it ended.
func Sweep(base string) int {
	dirs, err := os.ReadDir(base)
	if err != nil {
		return 0
	}
	killed := 0
	for _, d := range dirs {
		path := filepath.Join(base, d.Name())
		if !d.IsDir() || !strings.HasPrefix(d.Name(), "h") || ours(path, false) != nil {
			continue
		}
		b, err := os.ReadFile(filepath.Join(path, "core"))
		owner, perr := proc.Parse(string(b))
		if err == nil && perr == nil && owner.Alive() {
			continue
		}
		if (err != nil || perr != nil) && folderInMaking(d.Name()) {
			continue
		}
		killed += sweepDir(path)
		_ = os.RemoveAll(path)
	}
	return killed
}

// folderInMaking reports whether the process that named the folder still runs: it may not have written its
// record yet, or only half of it.
func folderInMaking(name string) bool {
	pid, _, _ := strings.Cut(strings.TrimPrefix(name, "h"), "-")
	n, err := strconv.Atoi(pid)
	return err == nil && n > 1 && unix.Kill(n, 0) == nil
}

func sweepDir(path string) int {
	records, _ := filepath.Glob(filepath.Join(path, "p*"))
	killed := 0
	for _, r := range records {
		b, err := os.ReadFile(r)
		if err != nil {
			continue
		}
		p, err := proc.Parse(string(b))
		if err != nil {
			continue
		}
		killed += p.KillSession()
	}
	return killed
}
