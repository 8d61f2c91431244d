package manifest

import "slices"

// Kinds of plugin, as [Kind] tells them.
const (
	KindExecutor = "executor"
	KindChannel  = "channel"
	KindModel    = "model"
)

// Format and Protocol are the only versions this build reads.
const (
	Format   = "1"
	Protocol = 1
)

// Kind tells what a manifest declares from its executor_standard, or "" for an unknown standard.
func Kind(m *Manifest) string {
	switch m.Standard {
	case "metnos.executor/1.0":
		return KindExecutor
	case "metnos.channel/1.0":
		return KindChannel
	case "metnos.model/1.0":
		return KindModel
	}
	return ""
}

func standards() []string {
	return []string{"metnos.executor/1.0", "metnos.channel/1.0", "metnos.model/1.0"}
}

func lifecycles() []string {
	return []string{"proposed", "synthesized", "active", "deprecated", "archived"}
}

func origins() []string { return []string{"handcrafted", "synthesized", "imported", "third_party"} }

func effects() []string {
	return []string{"read_only", "create_only", "reversible", "mutating", "outbound"}
}

func collections() []string { return []string{"entries", "results", "none"} }

func scopes() []string { return []string{"server", "device", "any"} }

func sandboxes() []string { return []string{"process", "landlock", "bwrap"} }

func platforms() []string { return []string{"linux", "darwin", "windows"} }

func views() []string { return []string{"table", "cards", "list", "scalar", "file", "gallery"} }

func fieldTypes() []string {
	return []string{"path", "name", "bytes", "datetime", "integer", "number", "text", "word", "boolean", "any"}
}

func propertyTypes() []string {
	return []string{"string", "integer", "number", "boolean", "array", "object"}
}

// need says which fields of a [[capabilities]] entry a capability must and may fill.
type need struct {
	name      string
	must, may []string
}

// capabilityNeeds is the closed registry of permissions.
func capabilityNeeds() []need {
	args := []string{"args"}
	return []need{
		{name: "compute:pure"},
		{name: "fs:read", may: args},
		{name: "fs:write", may: args},
		{name: "process:exec", must: []string{"binaries"}, may: args},
		{name: "code:exec", may: []string{"args", "binaries"}},
		{name: "network:http", must: []string{"hosts"}, may: args},
		{name: "network:sites", may: []string{"args", "hosts"}},
		{name: "network:listen"},
		{name: "credential:use", must: []string{"credential"}},
		{name: "llm:local"},
		{name: "llm:online"},
		{name: "mail:read"},
		{name: "mail:send", may: args},
		{name: "mail:write", may: args},
		{name: "channel:out", may: args},
		{name: "drive:permissions", may: args},
		{name: "channel:in"},
		{name: "time:read"},
		{name: "parse:local"},
		{name: "calendar:read"},
		{name: "index:read"},
		{name: "metnos:read"},
		{name: "metnos:write"},
		{name: "metnos:create"},
		{name: "metnos:cache"},
		{name: "metnos:credentials_metadata_only"},
		{name: "system:read"},
		{name: "system:undo"},
		{name: "system:admin"},
		{name: "provider:access"},
		{name: "auth.password_storage"},
		{name: "dialog.user_input"},
	}
}

// Capabilities lists the names of the closed registry.
func Capabilities() []string {
	list := capabilityNeeds()
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = n.name
	}
	return names
}

func needOf(name string) (need, bool) {
	list := capabilityNeeds()
	i := slices.IndexFunc(list, func(n need) bool { return n.name == name })
	if i < 0 {
		return need{}, false
	}
	return list[i], true
}
