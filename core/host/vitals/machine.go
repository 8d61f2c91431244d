package vitals

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/sdk"
)

// maxSensors is how many temperatures are told.
const maxSensors = 64

// booted is when the machine started, the zero time when that is not known.
func (r *Reader) booted() time.Time {
	for line := range strings.Lines(r.text(filepath.Join(r.proc, "stat"))) {
		if after, ok := strings.CutPrefix(line, "btime "); ok {
			if n, err := strconv.ParseInt(strings.TrimSpace(after), 10, 40); err == nil {
				return time.Unix(n, 0).UTC()
			}
		}
	}
	return time.Time{}
}

func (r *Reader) memory() sdk.Memory {
	var m sdk.Memory
	places := map[string]*int64{"MemTotal:": &m.Total, "MemAvailable:": &m.Available, "SwapTotal:": &m.SwapTotal, "SwapFree:": &m.SwapFree}
	for line := range strings.Lines(r.text(filepath.Join(r.proc, "meminfo"))) {
		f := strings.Fields(line)
		if len(f) < 2 || places[f[0]] == nil {
			continue
		}
		if n, err := strconv.ParseInt(f[1], 10, 50); err == nil {
			*places[f[0]] = n << 10
		}
	}
	return m
}

func (r *Reader) load() []float64 {
	var out []float64
	f := strings.Fields(r.text(filepath.Join(r.proc, "loadavg")))
	for _, word := range f[:min(3, len(f))] {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || n < 0 || n > 1e9 {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// disks are the file systems of the root and of some folders, each once.
func (r *Reader) disks(folders []string) []sdk.Disk {
	type system struct {
		id   unix.Fsid
		size uint64
	}
	var out []sdk.Disk
	seen := map[system]bool{}
	for _, path := range append([]string{"/"}, folders...) {
		var st unix.Statfs_t
		if err := r.statfs(path, &st); err != nil || st.Blocks == 0 || st.Bsize <= 0 {
			continue
		}
		unit := uint64(st.Bsize)
		if key := (system{st.Fsid, st.Blocks}); !seen[key] {
			seen[key] = true
			out = append(out, sdk.Disk{Path: path, Size: int64(st.Blocks * unit), Free: int64(st.Bavail * unit)})
		}
	}
	return out
}

// temperatures are those of the thermal zones, else those of the sensors of single chips.
func (r *Reader) temperatures() []sdk.Temperature {
	var out []sdk.Temperature
	take := func(name, degrees string) {
		n, err := strconv.ParseInt(strings.TrimSpace(degrees), 10, 32)
		if name = strings.ToValidUTF8(strings.TrimSpace(name), "\ufffd"); err == nil && name != "" && len(out) < maxSensors && n > -100_000 && n < 500_000 {
			out = append(out, sdk.Temperature{Name: name, Celsius: float64(n) / 1000})
		}
	}
	zones, _ := filepath.Glob(filepath.Join(r.sys, "class/thermal/thermal_zone*")) // the pattern is a good one
	for _, zone := range zones {
		take(r.text(filepath.Join(zone, "type")), r.text(filepath.Join(zone, "temp")))
	}
	if len(out) > 0 {
		return out
	}
	inputs, _ := filepath.Glob(filepath.Join(r.sys, "class/hwmon/hwmon*/temp*_input"))
	for _, input := range inputs {
		name := r.text(strings.TrimSuffix(input, "_input") + "_label")
		if name == "" {
			name = r.text(filepath.Join(filepath.Dir(input), "name"))
		}
		take(name, r.text(input))
	}
	return out
}
