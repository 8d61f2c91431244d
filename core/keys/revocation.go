package keys

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest/seal"
)

// Revocation ends a key: nothing it ever signed counts.
type Revocation struct {
	Key    string // id
	When   time.Time
	Reason string
}

var idShape = regexp.MustCompile(`^[0-9a-f]{16}$`)

func (r Revocation) encode() []byte {
	return seal.EncodeRecord("revocation", seal.Record{
		{Name: "key", Value: r.Key}, {Name: "when", Value: seal.RecordTime(r.When)}, {Name: "reason", Value: r.Reason},
	})
}

// DecodeRevocation reads a revocation.
func DecodeRevocation(file string, data []byte) (Revocation, error) {
	v, err := seal.DecodeRecord(file, "revocation", data, "key", "when", "reason")
	if err != nil {
		return Revocation{}, err
	}
	when, err := seal.ParseRecordTime(file, "when", v["when"])
	if err != nil {
		return Revocation{}, err
	}
	if !idShape.MatchString(v["key"]) {
		return Revocation{}, sdk.Errorf(sdk.ContractViolation, "record_malformed", "%s: %q is not a key id", file, v["key"]).
			With("file", file).With("kind", "revocation").With("detail", "key")
	}
	return Revocation{Key: v["key"], When: when, Reason: v["reason"]}, nil
}

// revocations reads every revocation. A damaged file still revokes the key its name carries; one that
// cannot even be named is an error.
func (f Folder) revocations() (map[string]Revocation, error) {
	revoked := make(map[string]Revocation)
	dir := f.path("revoked")
	if f.dir == "" {
		return revoked, nil
	}
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return revoked, nil
	}
	if err != nil {
		return nil, unreadable(dir, err)
	}
	for _, entry := range list {
		file := filepath.Join(dir, entry.Name())
		if strings.HasPrefix(entry.Name(), ".") {
			continue // a write in progress
		}
		data, err := readSmall(file)
		var r Revocation
		if err == nil {
			r, err = DecodeRevocation(file, data)
		}
		if id := strings.TrimSuffix(entry.Name(), ".revocation"); err != nil && idShape.MatchString(id) {
			r, err = Revocation{Key: id, Reason: "damaged revocation file"}, nil
		}
		if err != nil {
			return nil, err
		}
		revoked[r.Key] = r
	}
	return revoked, nil
}

func unreadable(file string, err error) error {
	class := sdk.IOError
	if errors.Is(err, fs.ErrNotExist) {
		class = sdk.NotFound
	}
	return sdk.Errorf(class, "key_unreadable", "%s: %w", file, err).With("file", file)
}
