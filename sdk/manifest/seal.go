package manifest

import (
	"time"

	"github.com/metnos/metnos/sdk/manifest/seal"
)

// Files of an executor's folder.
const (
	FileName      = "manifest.toml"
	SignatureName = "manifest.toml.sig"
)

// Keys and signatures, as package seal has them.
type (
	Role       = seal.Role
	PublicKey  = seal.PublicKey
	PrivateKey = seal.PrivateKey
	Signature  = seal.Signature
)

// The closed set of roles.
const (
	Release    = seal.Release
	Publisher  = seal.Publisher
	Importer   = seal.Importer
	Quarantine = seal.Quarantine
	Promoter   = seal.Promoter
)

// Artefacts: what a signature is about.
const (
	ArtefactManifest  = seal.ArtefactManifest
	ArtefactPromotion = seal.ArtefactPromotion
	ArtefactRotation  = seal.ArtefactRotation
)

// Roles lists every role.
func Roles() []Role { return seal.Roles() }

// Generate makes a key pair; see [seal.Generate].
func Generate(role Role, publisher string, created, expires time.Time) (PrivateKey, error) {
	return seal.Generate(role, publisher, created, expires)
}

// ReadPrivateKey reads a private key from disk; one that others may read or write is refused.
func ReadPrivateKey(file string) (PrivateKey, error) { return seal.ReadPrivateKey(file) }

// Sign signs data as an artefact and returns the signature file's bytes.
func Sign(key PrivateKey, artefact string, created time.Time, data []byte) ([]byte, error) {
	return seal.Sign(key, artefact, created, data)
}

// Verify checks that key made the signature file over data as that artefact. Whether the key is trusted is
// not its question.
func Verify(key PublicKey, artefact string, data, signature []byte) error {
	s, err := seal.DecodeSignature(SignatureName, signature)
	if err != nil {
		return err
	}
	return s.Verify(key, artefact, data)
}
