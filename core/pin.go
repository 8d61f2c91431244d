package core

// Pin is what was learnt about an executor's name the first time it was admitted, and must stay true.
type Pin struct {
	Name      string            `json:"name"`
	Publisher string            `json:"publisher"`
	Versions  map[string]string `json:"versions"` // version -> digest of the plugin it ran
	// Manifests is version -> digest of its manifest's text: what it may reach is pinned with what it runs.
	Manifests map[string]string `json:"manifests,omitempty"`
}
