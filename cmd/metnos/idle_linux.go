package main

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// letGo unmaps the pages of the databases below a folder that were read: they stay in the system's cache, which may
// drop them. The mappings are shared and read only, so nothing is lost; at worst a page is read again.
func letGo(folder string) {
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(text)) {
		if from, size, ok := mapped(line, folder); ok {
			_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, size, unix.MADV_DONTNEED)
		}
	}
}

// letGoProgram unmaps the pages of the program itself that were used: its code and its constants are in its file, and are
// mapped again when they are needed. Only mappings nothing was ever written to are let go of.
func letGoProgram() {
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	text, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	for _, m := range constants(string(text), exe) {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.from, m.size, unix.MADV_DONTNEED)
	}
}

// area is a part of the address space.
type area struct{ from, size uintptr }

// constants reads /proc/PID/smaps: the private mappings of a file that may not be written to, and never were.
func constants(smaps, file string) (out []area) {
	var current area
	pending, clean := false, false
	end := func() {
		if pending && clean {
			out = append(out, current)
		}
		pending, clean = false, false
	}
	for line := range strings.Lines(smaps) {
		fields := strings.Fields(line)
		switch {
		case len(fields) >= 5 && strings.Contains(fields[0], "-"): // 00400000-01a00000 r-xp 00000000 08:01 123 /path
			end()
			_, path, _ := strings.Cut(line, fields[4])
			from, to, ok := bounds(fields[0])
			pending = ok && (fields[1] == "r-xp" || fields[1] == "r--p") && strings.TrimSpace(path) == file
			current = area{from, to - from}
		case len(fields) >= 2 && fields[0] == "Anonymous:": // a page that was written to is the file's no more
			clean = fields[1] == "0"
		}
	}
	end()
	return out
}

func bounds(span string) (from, to uintptr, ok bool) {
	low, high, _ := strings.Cut(span, "-")
	a, errA := strconv.ParseUint(low, 16, 64)
	b, errB := strconv.ParseUint(high, 16, 64)
	return uintptr(a), uintptr(b), errA == nil && errB == nil && b > a
}

// mapped reads a line of /proc/PID/maps: a shared mapping, read only, of a file below a folder.
func mapped(line, folder string) (from, size uintptr, ok bool) {
	fields := strings.Fields(line) // 7f00-7f10 r--s 00000000 08:01 123 /path
	if len(fields) < 6 || fields[1] != "r--s" {
		return 0, 0, false
	}
	_, path, _ := strings.Cut(line, fields[4])
	if path = strings.TrimSpace(path); !strings.HasPrefix(path, folder+"/") || !strings.HasSuffix(path, ".db") {
		return 0, 0, false
	}
	from, to, ok := bounds(fields[0])
	return from, to - from, ok
}
