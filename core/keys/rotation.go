package keys

import (
	"os"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/manifest/seal"
)

// Rotation hands a role over from one key to a new one. The old key signs it; until Until both count.
type Rotation struct {
	Old   string // key id
	Until time.Time
	New   manifest.PublicKey
	File  string
	data  []byte
	sig   []byte
}

// separator parts the rotation's own lines from the new key's file.
const separator = "\n\n"

func (r Rotation) encode() []byte {
	head := seal.EncodeRecord("rotation", seal.Record{{Name: "old", Value: r.Old}, {Name: "until", Value: seal.RecordTime(r.Until)}})
	return append(append(head, '\n'), r.New.Encode()...)
}

// DecodeRotation reads a rotation statement without judging its signature.
func DecodeRotation(file string, data []byte) (Rotation, error) {
	head, key, ok := strings.Cut(string(data), separator)
	if !ok {
		return Rotation{}, sdk.Errorf(sdk.ContractViolation, "record_malformed", "%s: no new key after the rotation", file).
			With("file", file).With("kind", "rotation").With("detail", "key")
	}
	v, err := seal.DecodeRecord(file, "rotation", []byte(head+"\n"), "old", "until")
	if err != nil {
		return Rotation{}, err
	}
	r := Rotation{Old: v["old"], File: file, data: data}
	if r.Until, err = seal.ParseRecordTime(file, "until", v["until"]); err != nil {
		return Rotation{}, err
	}
	r.New, err = seal.DecodePublicKey(file, []byte(key))
	return r, err
}

// readRotation reads a statement and the signature beside it.
func readRotation(file string) (Rotation, error) {
	data, err := readSmall(file)
	if err != nil {
		return Rotation{}, err
	}
	r, err := DecodeRotation(file, data)
	if err != nil {
		return Rotation{}, err
	}
	if r.sig, err = readSmall(file + ".sig"); os.IsNotExist(err) {
		return Rotation{}, sdk.Errorf(sdk.PolicyDenied, "rotation_unsigned", "%s.sig is missing", file).With("file", file+".sig")
	}
	return r, err
}

// rotate applies the rotations whose old key is trusted, following chains, and reports the others.
func rotate(entries []Entry, rotations []Rotation, revoked map[string]Revocation) ([]Entry, []error) {
	pending := slices.Clone(rotations)
	for progress := true; progress; {
		progress = false
		pending = slices.DeleteFunc(pending, func(r Rotation) bool {
			if _, err := r.judge(entries); err != nil {
				return false
			}
			entries = r.apply(entries, revoked)
			progress = true
			return true
		})
	}
	var faults []error
	for _, r := range pending {
		if _, err := r.judge(entries); err != nil {
			faults = append(faults, err)
		}
	}
	return entries, faults
}

// judge returns the trusted key that signed the rotation, or why it does not count.
func (r Rotation) judge(entries []Entry) (manifest.PublicKey, error) {
	s, err := seal.DecodeSignature(r.File+".sig", r.sig)
	if err != nil {
		return manifest.PublicKey{}, err
	}
	old, err := verify(entries, s, manifest.ArtefactRotation, r.data)
	if err != nil {
		return manifest.PublicKey{}, sdk.Errorf(sdk.PolicyDenied, "rotation_refused", "%s: %w", r.File, err).
			With("file", r.File).With("key", s.KeyID)
	}
	if old.ID != r.Old || old.Role != r.New.Role || old.Publisher != r.New.Publisher {
		return manifest.PublicKey{}, sdk.Errorf(sdk.PolicyDenied, "rotation_other", "%s: key %s (%s, %s) may not hand over to key %s (%s, %s)",
			r.File, old.ID, old.Role, old.Publisher, r.New.ID, r.New.Role, r.New.Publisher).
			With("file", r.File).With("key", old.ID).With("new", r.New.ID)
	}
	return old, nil
}

// apply retires the old key and trusts the new one.
func (r Rotation) apply(entries []Entry, revoked map[string]Revocation) []Entry {
	known := false
	for i, e := range entries {
		if e.Key.ID == r.Old && e.Key.Role == r.New.Role && (e.Retires.IsZero() || r.Until.Before(e.Retires)) {
			entries[i].Retires = r.Until
		}
		known = known || e.Key.ID == r.New.ID && e.Key.Role == r.New.Role
	}
	if known {
		return entries
	}
	fresh := []Entry{{Key: r.New, File: r.File, Via: r.Old}}
	mark(fresh, revoked)
	return append(entries, fresh...)
}
