package keys

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/manifest/seal"
)

// Folder keeps the installation's keys:
//
//	private/<role>-<id>.key      own private keys, 0600
//	public/<role>-<id>.pub       their public halves, to hand out
//	trusted/<role>-<id>.pub      keys that count, and <old>-<new>.rotation with its .sig
//	revoked/<id>.revocation      keys that count no more
//
// The zero Folder is empty and cannot be written.
type Folder struct{ dir string }

// InFolder names the folder; it need not exist yet.
func InFolder(dir string) Folder { return Folder{dir: dir} }

func (f Folder) path(elem ...string) string {
	return filepath.Join(append([]string{f.dir}, elem...)...)
}

func fileName(k manifest.PublicKey, ext string) string { return string(k.Role) + "-" + k.ID + ext }

// Generate makes a key pair, keeps both halves and returns the file of the public one. It trusts nothing.
func (f Folder) Generate(role manifest.Role, publisher string, now, expires time.Time) (manifest.PublicKey, string, error) {
	k, err := manifest.Generate(role, publisher, now, expires)
	if err != nil {
		return manifest.PublicKey{}, "", err
	}
	if err := write(f.path("private", fileName(k.PublicKey, ".key")), k.Encode(), 0o600); err != nil {
		return manifest.PublicKey{}, "", err
	}
	file := f.path("public", fileName(k.PublicKey, ".pub"))
	return k.PublicKey, file, write(file, k.PublicKey.Encode(), 0o644)
}

// Trust makes a public key file, or a rotation with its signature beside it, count from now on. ring is
// what counts already. role is the one the key must have; "" takes any but release, whose holder signs what
// passes for metnos itself. Trusting twice is harmless.
func (f Folder) Trust(ring *Ring, file string, role manifest.Role) (manifest.PublicKey, error) {
	data, err := readSmall(file)
	if err != nil {
		return manifest.PublicKey{}, unreadable(file, err)
	}
	if strings.HasPrefix(string(data), "metnos rotation ") {
		return f.trustRotation(ring, file)
	}
	k, err := seal.DecodePublicKey(file, data)
	if err != nil {
		return manifest.PublicKey{}, err
	}
	if err := asked(k, file, role); err != nil {
		return manifest.PublicKey{}, err
	}
	if err := f.trustable(ring, k); err != nil {
		return manifest.PublicKey{}, err
	}
	return k, write(f.path("trusted", fileName(k, ".pub")), data, 0o644)
}

// asked refuses a key of another role than the one asked for, and a release key nobody asked for.
func asked(k manifest.PublicKey, file string, role manifest.Role) error {
	switch {
	case role == "" && k.Role == manifest.Release:
		return sdk.Errorf(sdk.PolicyDenied, "key_release_unasked", "%s is a release key of %s", file, k.Publisher).
			With("file", file).With("publisher", k.Publisher).With("key", k.ID)
	case role != "" && role != k.Role:
		return sdk.Errorf(sdk.WrongArgs, "key_role_differs", "%s is a %s key, not a %s key", file, k.Role, role).
			With("file", file).With("role", string(k.Role)).With("want", string(role))
	}
	return nil
}

// trustable refuses a revoked key and one that takes another's name.
func (f Folder) trustable(ring *Ring, k manifest.PublicKey) error {
	revoked, err := f.revocations()
	if err != nil {
		return err
	}
	if why, ok := revoked[k.ID]; ok {
		return Entry{Key: k, Revoked: &why}.counts(time.Time{})
	}
	if k.Role == manifest.Publisher && slices.Contains(ring.reserved(), k.Publisher) {
		return reservedName(k)
	}
	for _, e := range ring.Entries() {
		if e.Key.Role != k.Role || e.Key.Publisher != k.Publisher || e.Key.ID == k.ID {
			continue
		}
		builtIn := slices.ContainsFunc(ring.files, func(t TrustFile) bool { return t.Role == manifest.Release && t.Path == e.File })
		if builtIn {
			return sdk.Errorf(sdk.PolicyDenied, "key_release_second", "the release key of %s is %s", k.Publisher, e.Key.ID).
				With("publisher", k.Publisher).With("key", e.Key.ID).With("new", k.ID)
		}
		if named := k.Role == manifest.Publisher || k.Role == manifest.Release; named && e.Revoked == nil && e.Retires.IsZero() {
			return sdk.Errorf(sdk.Conflict, "key_publisher_taken", "publisher %s already signs with key %s", k.Publisher, e.Key.ID).
				With("publisher", k.Publisher).With("key", e.Key.ID).With("new", k.ID)
		}
	}
	return nil
}

func (f Folder) trustRotation(ring *Ring, file string) (manifest.PublicKey, error) {
	r, err := readRotation(file)
	if err != nil {
		return manifest.PublicKey{}, err
	}
	if _, err := r.judge(ring.Entries()); err != nil {
		return manifest.PublicKey{}, err
	}
	return r.New, f.keep(r)
}

// keep writes the signature first: a rotation without one does not count.
func (f Folder) keep(r Rotation) error {
	file := f.path("trusted", r.Old+"-"+r.New.ID+".rotation")
	if err := write(file+".sig", r.sig, 0o644); err != nil {
		return err
	}
	return write(file, r.data, 0o644)
}

// Revoke ends a key, known or not.
func (f Folder) Revoke(id, reason string, now time.Time) error {
	if !idShape.MatchString(id) {
		return sdk.Errorf(sdk.WrongArgs, "key_id_shape", "%q is not a key id", id).With("id", id)
	}
	reason = strings.Join(strings.Fields(reason), " ")
	if reason == "" {
		return sdk.Errorf(sdk.MissingInput, "key_reason_missing", "a revocation needs a reason")
	}
	r := Revocation{Key: id, When: now, Reason: reason}
	if _, err := DecodeRevocation("revocation", r.encode()); err != nil {
		return err // a reason that could not be read back
	}
	return write(f.path("revoked", id+".revocation"), r.encode(), 0o644)
}

// Rotate makes a new key with the same role and publisher, signs the hand-over with the old private key,
// and returns the statement's file: give it, with its .sig, to whoever trusts the old key. The old key
// counts for overlap longer. When the old key is trusted here, so is the new one.
func (f Folder) Rotate(ring *Ring, id string, now time.Time, overlap time.Duration) (manifest.PublicKey, string, error) {
	old, err := f.signer(ring, now, func(k manifest.PublicKey) bool { return k.ID == id }, id)
	if err != nil {
		return manifest.PublicKey{}, "", err
	}
	fresh, _, err := f.Generate(old.Role, old.Publisher, now, time.Time{})
	if err != nil {
		return manifest.PublicKey{}, "", err
	}
	r := Rotation{Old: id, Until: now.Add(overlap).UTC().Truncate(time.Second), New: fresh}
	r.data = r.encode()
	if r.sig, err = manifest.Sign(old, manifest.ArtefactRotation, now, r.data); err != nil {
		return manifest.PublicKey{}, "", err
	}
	file := f.path("public", id+"-"+fresh.ID+".rotation")
	if err := write(file+".sig", r.sig, 0o644); err != nil {
		return manifest.PublicKey{}, "", err
	}
	if err := write(file, r.data, 0o644); err != nil {
		return manifest.PublicKey{}, "", err
	}
	r.File = file
	if _, err := r.judge(ring.Entries()); err == nil {
		return fresh, file, f.keep(r)
	}
	return fresh, file, nil
}

// Signer returns the newest own private key of a role that still counts; publisher "" means any.
func (f Folder) Signer(ring *Ring, role manifest.Role, publisher string, now time.Time) (manifest.PrivateKey, error) {
	return f.signer(ring, now, func(k manifest.PublicKey) bool {
		return k.Role == role && (publisher == "" || k.Publisher == publisher)
	}, strings.TrimSpace(string(role)+" "+publisher))
}

func (f Folder) signer(ring *Ring, now time.Time, want func(manifest.PublicKey) bool, wanted string) (manifest.PrivateKey, error) {
	own, err := f.Own()
	if err != nil {
		return manifest.PrivateKey{}, err
	}
	revoked, err := f.revocations()
	if err != nil {
		return manifest.PrivateKey{}, err
	}
	var best manifest.PrivateKey
	for _, k := range own {
		if _, dead := revoked[k.ID]; dead || !want(k.PublicKey) || !k.Expires.IsZero() && now.After(k.Expires) {
			continue
		}
		if best.ID == "" || k.Created.After(best.Created) || k.Created.Equal(best.Created) && replaced(ring, best.PublicKey) {
			best = k
		}
	}
	if best.ID == "" {
		return manifest.PrivateKey{}, sdk.Errorf(sdk.NotFound, "key_none", "no usable private key for %s below %s", wanted, f.path("private")).
			With("wanted", wanted).With("dir", f.path("private"))
	}
	return best, nil
}

// replaced reports whether a key was rotated away.
func replaced(ring *Ring, k manifest.PublicKey) bool {
	return slices.ContainsFunc(ring.Entries(), func(e Entry) bool { return e.Key.ID == k.ID && !e.Retires.IsZero() })
}

// rotations reads the folder's rotations; damaged ones are left for Faults by their empty signature.
func (f Folder) rotations() []Rotation {
	files, err := f.list("trusted", ".rotation")
	if err != nil {
		return nil
	}
	var list []Rotation
	for _, file := range files {
		r, err := readRotation(file)
		if err != nil {
			r = Rotation{File: file}
		}
		list = append(list, r)
	}
	return list
}

// Own returns the private keys. One that is damaged or open to others is an error.
func (f Folder) Own() ([]manifest.PrivateKey, error) {
	files, err := f.list("private", ".key")
	if err != nil {
		return nil, err
	}
	own := make([]manifest.PrivateKey, 0, len(files))
	for _, file := range files {
		k, err := manifest.ReadPrivateKey(file)
		if err != nil {
			return nil, err
		}
		own = append(own, k)
	}
	return own, nil
}

// list returns the files of a subfolder with that ending, in name order; a missing subfolder is empty.
func (f Folder) list(sub, ext string) ([]string, error) {
	if f.dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(f.path(sub))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(f.path(sub), err)
	}
	var files []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ext) && !strings.HasPrefix(e.Name(), ".") {
			files = append(files, f.path(sub, e.Name()))
		}
	}
	return files, nil
}

// write puts a file in place whole, in a folder only its owner may enter.
func write(file string, data []byte, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return sdk.Errorf(sdk.IOError, "key_unwritable", "%s: %w", file, err).With("file", file)
	}
	if err := renameio.WriteFile(file, data, mode, renameio.IgnoreUmask()); err != nil {
		return sdk.Errorf(sdk.IOError, "key_unwritable", "%s: %w", file, err).With("file", file)
	}
	return nil
}
