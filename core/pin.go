package core

// Pin is what was learnt about an executor's name the first time it was admitted, and must stay true.
type Pin struct {
	Name      string            `json:"name"`
	Publisher string            `json:"publisher"`
	Versions  map[string]string `json:"versions"` // version -> digest of the plugin it ran
}
