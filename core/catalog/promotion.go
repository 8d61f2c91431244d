package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/manifest/seal"
)

// promotionName is the record beside a generated executor's manifest that changes its lifecycle.
const promotionName = "promotion"

// Promotion changes the lifecycle of exactly these bytes. It is signed with a promoter key into
// promotion.sig beside it; a candidate cannot write one for itself.
type Promotion struct {
	Name      string
	Version   string
	Manifest  string // "sha256:<hex>" of manifest.toml
	Lifecycle string // active, deprecated or archived
}

// Encode writes the record.
func (p Promotion) Encode() []byte {
	return seal.EncodeRecord("promotion", seal.Record{
		{Name: "name", Value: p.Name}, {Name: "version", Value: p.Version},
		{Name: "manifest", Value: p.Manifest}, {Name: "lifecycle", Value: p.Lifecycle},
	})
}

// DecodePromotion reads the record.
func DecodePromotion(file string, data []byte) (Promotion, error) {
	v, err := seal.DecodeRecord(file, "promotion", data, "name", "version", "manifest", "lifecycle")
	if err != nil {
		return Promotion{}, err
	}
	p := Promotion{Name: v["name"], Version: v["version"], Manifest: v["manifest"], Lifecycle: v["lifecycle"]}
	if !slices.Contains([]string{"active", "deprecated", "archived"}, p.Lifecycle) {
		return Promotion{}, sdk.Errorf(sdk.ContractViolation, "record_malformed", "%s: %q is no lifecycle to promote to", file, p.Lifecycle).
			With("file", file).With("kind", "promotion").With("detail", "lifecycle")
	}
	return p, nil
}

// promote applies the folder's promotion to the manifest in memory.
func (c *Catalog) promote(it *item, source []byte) {
	data, err := it.read(promotionName, maxSignature)
	if err != nil {
		return
	}
	signature, err := it.read(promotionName+".sig", maxSignature)
	if err != nil {
		return
	}
	if _, err := c.verifier.Verify(manifest.ArtefactPromotion, data, signature); err != nil {
		it.refuse(it.path(promotionName), blame(it.name, it.path(promotionName), err))
		return
	}
	p, err := DecodePromotion(it.path(promotionName), data)
	if err != nil {
		it.refuse(it.path(promotionName), err)
		return
	}
	m := it.executor.Manifest
	sum := sha256.Sum256(source)
	if m.Origin != "synthesized" || p.Name != m.Name || p.Version != m.Version || p.Manifest != "sha256:"+hex.EncodeToString(sum[:]) {
		it.refuse(it.path(promotionName), sdk.Errorf(sdk.PolicyDenied, "promotion_other", "%s is about other bytes", it.path(promotionName)).
			With("name", it.name).With("file", it.path(promotionName)))
		return
	}
	m.Lifecycle = p.Lifecycle
}
