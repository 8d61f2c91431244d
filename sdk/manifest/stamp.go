package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest/document"
)

// Stamp writes a digest and a version into a manifest's source text and leaves every other byte alone, so
// that comments and layout survive signing. digest is "sha256:<64 hex>". version "" keeps the written one;
// "+" appends 12 hex as build metadata, 1.0.0+0123456789ab, that follow from the digest and the rest of the
// text: a version stands for what runs and for what it may reach.
func Stamp(data []byte, digest, version string) ([]byte, error) {
	if !digestShape.MatchString(digest) {
		return nil, sdk.Errorf(sdk.WrongArgs, "manifest_shape", "%q is not a digest", digest).
			With("key", "plugin.digest").With("value", digest).With("example", "sha256:<64 hex>")
	}
	m, err := Decode(FileName, data)
	if err != nil {
		return nil, err
	}
	if version == "+" {
		base, _, _ := strings.Cut(m.Version, "+")
		plain, err := Stamp(data, digest, base)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(plain)
		version = base + "+" + hex.EncodeToString(sum[:6])
	}
	if version != "" {
		if !versionShape.MatchString(version) {
			return nil, sdk.Errorf(sdk.WrongArgs, "manifest_shape", "%q is not a version", version).
				With("key", "version").With("value", version).With("example", "1.0.0")
		}
		if data, err = write(data, "", "version", version); err != nil {
			return nil, err
		}
	}
	return write(data, "plugin", "digest", digest)
}

func write(data []byte, table, key, value string) ([]byte, error) {
	out, err := document.Set(data, table, key, value)
	if errors.Is(err, document.ErrNoTable) {
		return nil, fault("manifest_missing", table+"."+key, "there is no [%s] table to write it in", table)
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "manifest_syntax", "%s: %w", FileName, err).
			With("at", FileName).With("detail", err.Error())
	}
	return out, nil
}
