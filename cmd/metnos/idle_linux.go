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
	low, high, _ := strings.Cut(fields[0], "-")
	a, errA := strconv.ParseUint(low, 16, 64)
	b, errB := strconv.ParseUint(high, 16, 64)
	return uintptr(a), uintptr(b - a), errA == nil && errB == nil && b > a
}
