package beneath

import "golang.org/x/sys/unix"

// Fixed reports whether the file system itself keeps an object from being changed (chattr +i, +a).
func Fixed(dir int, name string) bool {
	var st unix.Statx_t
	err := unix.Statx(dir, name, unix.AT_SYMLINK_NOFOLLOW, 0, &st)
	return err == nil && st.Attributes&(unix.STATX_ATTR_IMMUTABLE|unix.STATX_ATTR_APPEND) != 0
}

// Closed reports whether nothing may be put into an open directory.
func Closed(dir int) bool {
	return unix.Faccessat(dir, ".", unix.W_OK|unix.X_OK, unix.AT_EACCESS) != nil || Fixed(dir, ".")
}
