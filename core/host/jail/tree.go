package jail

import (
	"os"
	"path/filepath"

	"github.com/metnos/metnos/core/sandbox"
)

// Disk is the real file system, as package sandbox looks at it.
type Disk struct{}

// Look implements sandbox.Tree.
func (Disk) Look(path string) (string, sandbox.Kind) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		// Its deepest folder that exists, resolved, and the rest as written.
		dir, name := filepath.Dir(path), filepath.Base(path)
		if dir == path {
			return path, sandbox.Absent
		}
		if target, err := os.Readlink(path); err == nil {
			if !filepath.IsAbs(target) {
				target = filepath.Join(dir, target)
			}
			return filepath.Clean(target), sandbox.Absent
		}
		parent, _ := Disk{}.Look(dir)
		return filepath.Join(parent, name), sandbox.Absent
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return real, sandbox.Absent
	case info.IsDir():
		return real, sandbox.Dir
	default:
		return real, sandbox.File
	}
}

// List implements sandbox.Tree.
func (Disk) List(dir string) ([]sandbox.Entry, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	out := make([]sandbox.Entry, 0, len(entries))
	for _, e := range entries {
		kind := sandbox.File
		switch {
		case e.IsDir():
			kind = sandbox.Dir
		case e.Type()&os.ModeSymlink != 0:
			kind = sandbox.Link
		case !e.Type().IsRegular():
			continue // sockets, pipes, devices
		}
		out = append(out, sandbox.Entry{Name: e.Name(), Kind: kind})
	}
	return out, nil
}

// certificates are where systems keep the bundle a TLS client checks servers against; the sandbox shows it
// at the first of these paths.
var certificates = [...]string{
	"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
	"/etc/ssl/cert.pem", "/var/lib/ca-certificates/ca-bundle.pem",
}

// systemFiles are the parts of /etc that system programs read and that say nothing about the person.
var systemFiles = [...]string{
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/fonts", "/etc/localtime",
	"/etc/mime.types", "/etc/magic", "/etc/ImageMagick-6", "/etc/ImageMagick-7",
}

// systemFolders are the read-only parts of the system a sandbox shows: programs and libraries when the
// plugin starts or needs them, and the certificates when it speaks TLS. A static Go plugin needs neither.
func systemFolders(programs bool, net sandbox.Net) (binds []sandbox.Bind, links [][2]string) {
	t := Disk{}
	if programs {
		for _, dir := range []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"} {
			if target, err := os.Readlink(dir); err == nil {
				links = append(links, [2]string{dir, target})
			} else if real, kind := t.Look(dir); kind == sandbox.Dir {
				binds = append(binds, sandbox.Bind{Real: real, Path: dir})
			}
		}
		for _, path := range systemFiles {
			if real, kind := t.Look(path); kind != sandbox.Absent {
				binds = append(binds, sandbox.Bind{Real: real, Path: path})
			}
		}
	}
	if net == sandbox.NetBroker {
		for _, path := range certificates {
			if real, kind := t.Look(path); kind == sandbox.File {
				binds = append(binds, sandbox.Bind{Real: real, Path: certificates[0]})
				break
			}
		}
	}
	return binds, links
}
