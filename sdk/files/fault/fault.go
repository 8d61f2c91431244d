package fault

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/metnos/metnos/sdk"
)

// Errors of this package that are not the operating system's.
var (
	ErrSpecial  = errors.New("not a regular file")
	ErrLeaves   = errors.New("the link leaves its granted folder")
	ErrReadOnly = errors.New("the folder is granted for reading only")
	ErrPinned   = errors.New("a granted or denied folder lies there")
	ErrAcross   = errors.New("a folder cannot move to another disk in one step")
	ErrChanged  = errors.New("the file changed while it was being moved")
)

// cases maps what the system says to a class and a code, first match first.
var cases = []struct {
	err   error
	class sdk.Class
	code  string
}{
	{ErrSpecial, sdk.PermissionDenied, "special_file"},
	{ErrLeaves, sdk.PermissionDenied, "link_leaves_root"},
	{ErrReadOnly, sdk.PermissionDenied, "root_read_only"},
	{ErrAcross, sdk.IOError, "cross_device_directory"},
	{ErrChanged, sdk.Conflict, "file_changed"},
	{ErrPinned, sdk.PermissionDenied, "path_pinned"},
	{syscall.EROFS, sdk.PermissionDenied, "disk_read_only"},
	{syscall.ENOTEMPTY, sdk.Conflict, "directory_not_empty"},
	{syscall.ENOTDIR, sdk.Conflict, "not_a_directory"},
	{syscall.EISDIR, sdk.Conflict, "is_a_directory"},
	{syscall.ETXTBSY, sdk.Conflict, "file_busy"},
	{syscall.EBUSY, sdk.Conflict, "file_busy"},
	{syscall.ELOOP, sdk.PermissionDenied, "too_many_links"},
	{syscall.ENAMETOOLONG, sdk.IOError, "name_too_long"},
	{syscall.ENOSPC, sdk.IOError, "disk_full"},
	{syscall.EDQUOT, sdk.IOError, "disk_full"},
	{syscall.EMFILE, sdk.IOError, "too_many_open_files"},
	{syscall.ENFILE, sdk.IOError, "too_many_open_files"},
	{fs.ErrNotExist, sdk.NotFound, "file_not_found"},
	{fs.ErrExist, sdk.Conflict, "file_exists"},
	{fs.ErrPermission, sdk.PermissionDenied, "file_denied"},
}

// At turns err into an *sdk.Error about path. One that already is passes through.
func At(op, path string, err error) error {
	var known *sdk.Error
	if errors.As(err, &known) {
		return err
	}
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	class, code := sdk.IOError, "io_failed"
	for _, c := range cases {
		if errors.Is(err, c.err) {
			class, code = c.class, c.code
			break
		}
	}
	if class == sdk.PermissionDenied && !errors.Is(err, fs.ErrPermission) {
		err = refusal{err}
	}
	return sdk.Errorf(class, code, "%w", &fs.PathError{Op: op, Path: path, Err: err}).With("path", path)
}

// refusal makes any reason count as fs.ErrPermission.
type refusal struct{ error }

func (r refusal) Is(target error) bool { return target == fs.ErrPermission }
func (r refusal) Unwrap() error        { return r.error }

// Missing reports whether err says that nothing is there.
func Missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Denied is a refusal of path that no system call made.
func Denied(op, path, code, reason string) error {
	return sdk.Errorf(sdk.PermissionDenied, code, "%w",
		&fs.PathError{Op: op, Path: path, Err: refusal{errors.New(reason)}}).With("path", path)
}
