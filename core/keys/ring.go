package keys

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/manifest/seal"
)

// skew is how far two machines' clocks may disagree about when a key was made.
const skew = 24 * time.Hour

// TrustFile is a public key file the installation trusts for a role (the release key beside the program,
// a trust block of config.hcl).
type TrustFile struct {
	Role manifest.Role
	Path string
}

// Entry is one trusted key.
type Entry struct {
	Key     manifest.PublicKey
	File    string    // where it was read, "" in memory
	Via     string    // id of the key that vouched for it by rotation
	Retires time.Time // it was rotated: signatures made later do not count; zero: not rotated
	Revoked *Revocation
}

// Ring is the set of trusted keys. It follows its files: a key trusted or revoked by another process
// counts from the next question. Safe for concurrent use.
type Ring struct {
	files  []TrustFile
	folder Folder

	mu         sync.Mutex
	entries    []Entry
	faults     []error
	broken     error // why nothing counts
	seen       fingerprint
	generation uint64
}

// Open reads the trusted keys. A trusted file that cannot be read trusts nothing and is one of
// [Ring.Faults]; a revocation that cannot be read is an error, because what it revokes would count again.
func Open(files []TrustFile, folder Folder) (*Ring, error) {
	r := &Ring{files: files, folder: folder}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r, r.load()
}

// New returns a ring of exactly these keys.
func New(keys ...manifest.PublicKey) *Ring {
	r := &Ring{generation: 1}
	for _, k := range keys {
		r.entries = append(r.entries, Entry{Key: k})
	}
	return r
}

// Entries returns the trusted keys, revoked ones included.
func (r *Ring) Entries() []Entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.refresh() != nil {
		return nil
	}
	return slices.Clone(r.entries)
}

// Faults returns what could not be read or does not count, each naming its file.
func (r *Ring) Faults() []error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return []error{err}
	}
	return slices.Clone(r.faults)
}

// Generation changes whenever the set of trusted or revoked keys may have changed: what was verified
// under another generation must be verified again.
func (r *Ring) Generation() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = r.refresh() // a failure empties the ring and is reported by Verify
	return r.generation
}

// Verify checks a signature file over data as that artefact and returns the key that made it. Every
// trusted key of the signer's role is tried. Errors: signer_unknown names the key and the trusted ones,
// signer_revoked, signer_expired and signer_retired say since when, signature_mismatch that bytes changed.
func (r *Ring) Verify(artefact string, data, signature []byte) (manifest.PublicKey, error) {
	s, err := seal.DecodeSignature(manifest.SignatureName, signature)
	if err != nil {
		return manifest.PublicKey{}, err
	}
	if err := maySign(s.Role, artefact); err != nil {
		return manifest.PublicKey{}, err
	}
	r.mu.Lock()
	err = r.refresh()
	entries := r.entries
	r.mu.Unlock()
	if err != nil {
		return manifest.PublicKey{}, err
	}
	return verify(entries, s, artefact, data)
}

func verify(entries []Entry, s seal.Signature, artefact string, data []byte) (manifest.PublicKey, error) {
	refusal := error(unknown(entries, s))
	for _, e := range entries {
		if e.Key.Role != s.Role || e.Key.ID != s.KeyID {
			continue
		}
		err := e.counts(s.Created)
		if err == nil {
			err = s.Verify(e.Key, artefact, data)
		}
		if err == nil {
			return e.Key, nil
		}
		refusal = err
		if e.Revoked != nil {
			break // no other copy of the key helps
		}
	}
	return manifest.PublicKey{}, refusal
}

func unknown(entries []Entry, s seal.Signature) *sdk.Error {
	trusted := idList(entries, s.Role)
	return sdk.Errorf(sdk.PolicyDenied, "signer_unknown", "signed by %s key %s, which is not trusted; trusted: %s", s.Role, s.KeyID, trusted).
		With("key", s.KeyID).With("role", string(s.Role)).With("trusted", trusted)
}

// counts reports why a signature made at that time does not count, if so.
func (e Entry) counts(signed time.Time) error {
	at := seal.RecordTime(signed)
	switch {
	case e.Revoked != nil:
		return sdk.Errorf(sdk.PolicyDenied, "signer_revoked", "key %s was revoked on %s: %s", e.Key.ID, seal.RecordTime(e.Revoked.When), e.Revoked.Reason).
			With("key", e.Key.ID).With("when", seal.RecordTime(e.Revoked.When)).With("reason", e.Revoked.Reason)
	case signed.Before(e.Key.Created.Add(-skew)):
		return sdk.Errorf(sdk.PolicyDenied, "signer_early", "signed %s, before key %s was made on %s", at, e.Key.ID, seal.RecordTime(e.Key.Created)).
			With("key", e.Key.ID).With("signed", at).With("created", seal.RecordTime(e.Key.Created))
	case !e.Key.Expires.IsZero() && signed.After(e.Key.Expires):
		return sdk.Errorf(sdk.PolicyDenied, "signer_expired", "signed %s, after key %s expired on %s", at, e.Key.ID, seal.RecordTime(e.Key.Expires)).
			With("key", e.Key.ID).With("signed", at).With("expires", seal.RecordTime(e.Key.Expires))
	case !e.Retires.IsZero() && signed.After(e.Retires):
		return sdk.Errorf(sdk.PolicyDenied, "signer_retired", "signed %s, but key %s was replaced and signs nothing after %s", at, e.Key.ID, seal.RecordTime(e.Retires)).
			With("key", e.Key.ID).With("signed", at).With("retires", seal.RecordTime(e.Retires))
	}
	return nil
}

// refresh reloads when a file changed. The caller holds r.mu.
func (r *Ring) refresh() error {
	if r.seen.empty() || r.seen.current(r.files, r.folder) {
		return r.broken
	}
	return r.load()
}

// load reads everything anew. A failure leaves no trusted key.
func (r *Ring) load() error {
	r.generation++
	r.entries, r.faults, r.broken = nil, nil, nil
	r.seen = take(r.files, r.folder)
	revoked, err := r.folder.revocations()
	if err != nil {
		r.broken = fmt.Errorf("revoked keys: %w", err)
		return r.broken
	}
	entries, faults := trustedFiles(r.files)
	more, moreFaults := r.folder.trusted()
	entries, faults = append(entries, more...), append(faults, moreFaults...)
	mark(entries, revoked)
	entries, moreFaults = rotate(entries, r.folder.rotations(), revoked)
	r.entries, r.faults = entries, append(faults, moreFaults...)
	return nil
}

// mark notes which entries are revoked.
func mark(entries []Entry, revoked map[string]Revocation) {
	for i, e := range entries {
		if why, ok := revoked[e.Key.ID]; ok {
			entries[i].Revoked = &why
		}
	}
}
