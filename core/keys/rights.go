package keys

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Right is what keys of one role may sign.
type Right struct {
	Role       manifest.Role
	Artefacts  []string
	Origins    []string // of a manifest
	Lifecycles []string // of a manifest
	Named      bool     // the manifest's publisher must be the key's
}

// Rights is the table, one row a role. Every role may also sign the rotation of its own key.
func Rights() []Right {
	shipped := []string{"active", "deprecated", "archived"}
	return []Right{
		{manifest.Release, []string{manifest.ArtefactManifest}, []string{"handcrafted"}, shipped, true},
		{manifest.Publisher, []string{manifest.ArtefactManifest}, []string{"third_party"}, shipped, true},
		{manifest.Importer, []string{manifest.ArtefactManifest}, []string{"imported"}, shipped, false},
		{manifest.Quarantine, []string{manifest.ArtefactManifest}, []string{"synthesized"}, []string{"proposed", "synthesized"}, false},
		{manifest.Promoter, []string{manifest.ArtefactPromotion}, nil, nil, false},
	}
}

func rightOf(role manifest.Role) Right {
	list := Rights()
	i := slices.IndexFunc(list, func(r Right) bool { return r.Role == role })
	if i < 0 {
		return Right{Role: role} // no rights
	}
	return list[i]
}

// maySign refuses an artefact the role has no right to.
func maySign(role manifest.Role, artefact string) error {
	if artefact == manifest.ArtefactRotation || slices.Contains(rightOf(role).Artefacts, artefact) {
		return nil
	}
	return sdk.Errorf(sdk.PolicyDenied, "signer_artefact", "a %s key may not sign a %s", role, artefact).
		With("role", string(role)).With("artefact", artefact)
}

// May reports whether the key may sign a manifest of that origin, lifecycle and publisher.
func (r *Ring) May(key manifest.PublicKey, m *manifest.Manifest) error {
	right := rightOf(key.Role)
	if !slices.Contains(right.Origins, m.Origin) || !slices.Contains(right.Lifecycles, m.Lifecycle) {
		return sdk.Errorf(sdk.PolicyDenied, "signer_role", "%s: a %s key may not sign origin %s in lifecycle %s", m.Name, key.Role, m.Origin, m.Lifecycle).
			With("name", m.Name).With("role", string(key.Role)).With("origin", m.Origin).With("lifecycle", m.Lifecycle)
	}
	if right.Named && m.Publisher != key.Publisher {
		return sdk.Errorf(sdk.PolicyDenied, "signer_publisher", "%s: publisher %s, but key %s signs for %s", m.Name, m.Publisher, key.ID, key.Publisher).
			With("name", m.Name).With("publisher", m.Publisher).With("key", key.ID).With("holder", key.Publisher)
	}
	if key.Role == manifest.Publisher && slices.Contains(r.reserved(), key.Publisher) {
		return reservedName(key)
	}
	return nil
}

// reserved are the names a third party may not sign under.
func (r *Ring) reserved() []string {
	var names []string
	for _, e := range r.Entries() {
		if e.Key.Role == manifest.Release {
			names = append(names, e.Key.Publisher)
		}
	}
	return names
}

func reservedName(key manifest.PublicKey) error {
	return sdk.Errorf(sdk.PolicyDenied, "signer_reserved", "publisher key %s uses the name %s of a release key", key.ID, key.Publisher).
		With("key", key.ID).With("publisher", key.Publisher)
}

func idList(entries []Entry, role manifest.Role) string {
	var ids []string
	for _, e := range entries {
		if e.Key.Role == role && e.Revoked == nil && !slices.Contains(ids, e.Key.ID) {
			ids = append(ids, e.Key.ID)
		}
	}
	if len(ids) == 0 {
		return "-"
	}
	return strings.Join(ids, ", ")
}
