package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/cloudflare/circl/sign/ed25519"
	"github.com/metnos/metnos/sdk"
)

var publisherName = regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`)

// Role is what a key may sign. core/keys holds the table of rights.
type Role string

// The closed set of roles.
const (
	Release    Role = "release"
	Publisher  Role = "publisher"
	Importer   Role = "importer"
	Quarantine Role = "quarantine"
	Promoter   Role = "promoter"
)

// Roles lists every role.
func Roles() []Role { return []Role{Release, Publisher, Importer, Quarantine, Promoter} }

// PublicKey is a key as others know it. Publisher is the name its holder signs for: a manifest signed
// with it must carry the same publisher.
type PublicKey struct {
	Role      Role
	ID        string // 16 hex, from the key's own bytes
	Publisher string
	Created   time.Time
	Expires   time.Time // zero: never
	Key       ed25519.PublicKey
}

// PrivateKey signs.
type PrivateKey struct {
	PublicKey
	secret ed25519.PrivateKey
}

// KeyID derives the id of a public key.
func KeyID(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:8])
}

// Generate makes a key pair. created is truncated to seconds; a zero expires never expires.
func Generate(role Role, publisher string, created, expires time.Time) (PrivateKey, error) {
	if !slices.Contains(Roles(), role) {
		return PrivateKey{}, unknownRole(string(role))
	}
	if !publisherName.MatchString(publisher) {
		return PrivateKey{}, sdk.Errorf(sdk.WrongArgs, "key_publisher_name", "%q is not a publisher name", publisher).With("name", publisher)
	}
	public, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return PrivateKey{}, fmt.Errorf("generate key: %w", err)
	}
	return PrivateKey{secret: secret, PublicKey: PublicKey{
		Role: role, ID: KeyID(public), Publisher: publisher, Key: public,
		Created: created.UTC().Truncate(time.Second), Expires: expires.UTC().Truncate(time.Second),
	}}, nil
}

func unknownRole(role string) *sdk.Error {
	names := make([]string, 0, len(Roles()))
	for _, r := range Roles() {
		names = append(names, string(r))
	}
	return sdk.Errorf(sdk.WrongArgs, "key_role_unknown", "%q is not one of %s", role, strings.Join(names, ", ")).
		With("role", role).With("choices", strings.Join(names, ", "))
}

// Encode writes the key's file.
func (k PublicKey) Encode() []byte { return EncodeRecord("public key", k.record(k.Key)) }

// Encode writes the private key's file, to be kept with mode 0600.
func (k PrivateKey) Encode() []byte {
	return EncodeRecord("private key", k.record(k.secret.Seed()))
}

func (k PublicKey) record(material []byte) Record {
	return Record{
		{"role", string(k.Role)}, {"id", k.ID}, {"publisher", k.Publisher},
		{"created", RecordTime(k.Created)}, {"expires", RecordTime(k.Expires)},
		{"key", base64.StdEncoding.EncodeToString(material)},
	}
}

// DecodePublicKey reads a public key file.
func DecodePublicKey(file string, data []byte) (PublicKey, error) {
	k, material, err := decodeKey(file, "public key", data)
	if err != nil {
		return PublicKey{}, err
	}
	k.Key = material
	return k, k.own(file)
}

// DecodePrivateKey reads a private key file's bytes.
func DecodePrivateKey(file string, data []byte) (PrivateKey, error) {
	k, seed, err := decodeKey(file, "private key", data)
	if err != nil {
		return PrivateKey{}, err
	}
	secret := ed25519.NewKeyFromSeed(seed)
	k.Key = secret.Public().(ed25519.PublicKey)
	return PrivateKey{PublicKey: k, secret: secret}, k.own(file)
}

// ReadPrivateKey reads a private key from disk; one that others may read or write is refused.
func ReadPrivateKey(file string) (PrivateKey, error) {
	f, err := os.Open(file)
	if err != nil {
		return PrivateKey{}, sdk.Errorf(sdk.NotFound, "key_unreadable", "private key: %w", err).With("file", file)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return PrivateKey{}, sdk.Errorf(sdk.IOError, "key_unreadable", "private key: %w", err).With("file", file)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return PrivateKey{}, sdk.Errorf(sdk.PermissionDenied, "key_open_to_others", "%s has mode %04o", file, info.Mode().Perm()).
			With("file", file).With("mode", fmt.Sprintf("%04o", info.Mode().Perm()))
	}
	data, err := readCapped(f, maxRecord)
	if err != nil {
		return PrivateKey{}, sdk.Errorf(sdk.IOError, "key_unreadable", "private key: %w", err).With("file", file)
	}
	return DecodePrivateKey(file, data)
}

func decodeKey(file, kind string, data []byte) (PublicKey, []byte, error) {
	v, err := DecodeRecord(file, kind, data, "role", "id", "publisher", "created", "expires?", "key")
	if err != nil {
		return PublicKey{}, nil, err
	}
	k := PublicKey{Role: Role(v["role"]), ID: v["id"], Publisher: v["publisher"]}
	if !slices.Contains(Roles(), k.Role) {
		return PublicKey{}, nil, unknownRole(v["role"])
	}
	if !publisherName.MatchString(k.Publisher) {
		return PublicKey{}, nil, sdk.Errorf(sdk.ContractViolation, "key_publisher_name", "%s: %q is not a publisher name", file, k.Publisher).
			With("name", k.Publisher)
	}
	if k.Created, err = ParseRecordTime(file, "created", v["created"]); err != nil {
		return PublicKey{}, nil, err
	}
	if k.Expires, err = ParseRecordTime(file, "expires", v["expires"]); err != nil {
		return PublicKey{}, nil, err
	}
	material, err := base64.StdEncoding.Strict().DecodeString(v["key"])
	if err != nil || len(material) != ed25519.PublicKeySize {
		return PublicKey{}, nil, sdk.Errorf(sdk.ContractViolation, "record_malformed", "%s: key is not %d bytes of base64", file, ed25519.PublicKeySize).
			With("file", file).With("kind", kind).With("detail", "key")
	}
	return k, material, nil
}

// own checks that the id is the one of these bytes.
func (k PublicKey) own(file string) error {
	if want := KeyID(k.Key); k.ID != want {
		return sdk.Errorf(sdk.ContractViolation, "key_id_mismatch", "%s says id %s but its bytes are key %s", file, k.ID, want).
			With("file", file).With("id", k.ID).With("actual", want)
	}
	return nil
}
