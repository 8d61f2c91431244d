package seal

import (
	"encoding/base64"
	"io"
	"regexp"
	"slices"
	"time"

	"github.com/cloudflare/circl/sign/ed25519"
	"github.com/metnos/metnos/sdk"
)

// Artefacts: what a signature is about. The name enters the signature's context string.
const (
	ArtefactManifest  = "manifest"
	ArtefactPromotion = "promotion"
	ArtefactRotation  = "rotation"
)

var artefactShape = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// Signature is a signature file. Every field is covered by the signature together with the signed bytes.
type Signature struct {
	Role     Role
	KeyID    string
	Artefact string
	Created  time.Time
	bytes    []byte
}

func (s Signature) record() Record {
	return Record{{"role", string(s.Role)}, {"key", s.KeyID}, {"artefact", s.Artefact}, {"created", RecordTime(s.Created)}}
}

// message is what is signed: the header, an empty line, the data.
func (s Signature) message(data []byte) []byte {
	header := EncodeRecord("signature", s.record())
	return append(append(header, '\n'), data...)
}

func (s Signature) context() string { return "metnos/" + s.Artefact + "/v1/" + string(s.Role) }

// Sign signs data as an artefact and returns the signature file's bytes.
func Sign(key PrivateKey, artefact string, created time.Time, data []byte) ([]byte, error) {
	if len(key.secret) == 0 {
		return nil, sdk.Errorf(sdk.WrongArgs, "key_empty", "no private key to sign with")
	}
	if !artefactShape.MatchString(artefact) {
		return nil, sdk.Errorf(sdk.WrongArgs, "artefact_unknown", "%q is not an artefact name", artefact).With("artefact", artefact)
	}
	s := Signature{Role: key.Role, KeyID: key.ID, Artefact: artefact, Created: created.UTC().Truncate(time.Second)}
	mark := ed25519.SignWithCtx(key.secret, s.message(data), s.context())
	return EncodeRecord("signature", append(s.record(), Field{"signature", base64.StdEncoding.EncodeToString(mark)})), nil
}

// DecodeSignature reads a signature file without judging it. file is for messages.
func DecodeSignature(file string, data []byte) (Signature, error) {
	v, err := DecodeRecord(file, "signature", data, "role", "key", "artefact", "created", "signature")
	if err != nil {
		return Signature{}, err
	}
	s := Signature{Role: Role(v["role"]), KeyID: v["key"], Artefact: v["artefact"]}
	if !slices.Contains(Roles(), s.Role) {
		return Signature{}, unknownRole(v["role"])
	}
	if s.Created, err = ParseRecordTime(file, "created", v["created"]); err != nil {
		return Signature{}, err
	}
	s.bytes, err = base64.StdEncoding.Strict().DecodeString(v["signature"])
	if err != nil || len(s.bytes) != ed25519.SignatureSize || !artefactShape.MatchString(s.Artefact) {
		return Signature{}, sdk.Errorf(sdk.ContractViolation, "record_malformed", "%s: artefact or signature has the wrong shape", file).
			With("file", file).With("kind", "signature").With("detail", "artefact, signature")
	}
	return s, nil
}

// Verify checks that key made s over data as that artefact. It does not ask whether the key is trusted,
// expired or revoked: core/keys does.
func (s Signature) Verify(key PublicKey, artefact string, data []byte) error {
	switch {
	case s.Artefact != artefact:
		return sdk.Errorf(sdk.PolicyDenied, "signature_artefact", "the signature is for a %s, not for a %s", s.Artefact, artefact).
			With("got", s.Artefact).With("want", artefact)
	case s.Role != key.Role || s.KeyID != key.ID:
		return sdk.Errorf(sdk.PolicyDenied, "signature_other_key", "the signature names key %s (%s), not %s (%s)", s.KeyID, s.Role, key.ID, key.Role).
			With("key", s.KeyID)
	case !ed25519.VerifyWithCtx(key.Key, s.message(data), s.bytes, s.context()):
		return sdk.Errorf(sdk.PolicyDenied, "signature_mismatch", "the bytes are not the ones key %s signed", s.KeyID).With("key", s.KeyID)
	}
	return nil
}

// readCapped reads a whole small file and refuses a longer one.
func readCapped(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, sdk.Errorf(sdk.Oversize, "file_too_big", "more than %d bytes", limit)
	}
	return data, err
}
