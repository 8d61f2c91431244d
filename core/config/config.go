package config

import (
	"os"
	"path/filepath"
	"time"

	"github.com/metnos/metnos"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/config/source"
	"github.com/metnos/metnos/sdk"
)

// Env is what the process knows of its surroundings.
type Env struct {
	Getenv  func(name string) string // env(); nil means every variable is empty
	Home    string                   // home() and ~, absolute
	Data    string                   // replaces the file's data when not empty (--data)
	Libexec string                   // the installation's folder: catalog, plugins, keys
}

func (e Env) around() source.Surroundings { return source.Surroundings{Getenv: e.Getenv, Home: e.Home} }

// Diagnostics is every fault of a configuration, by line.
type Diagnostics = source.Diagnostics

// Config is a valid configuration. Paths are absolute and clean.
type Config struct {
	File      string // "" when the built-in text applies
	Data      string
	Locale    Locale
	Sandbox   Sandbox
	Grants    []core.Grant
	Executors []Instance
	Channels  []Instance
	Models    []Instance
	Roles     []Role
	Policy    Policy
	Trust     []Trust
	Telemetry Telemetry
}

// Telemetry is who may look at how the core does. Nothing is shown or sent unless the block says so.
type Telemetry struct {
	Listen string // loopback host:port of /metrics and /health; "" opens none
	OTLP   string // http or https address of an OpenTelemetry collector; "" sends nothing
}

// Locale is what holds before metnos knows the person's own language and zone.
type Locale struct {
	Language string // it | en
	Timezone string // IANA name
	Zone     *time.Location
	Place    string // where the instance is, as a person calls it; "" is unknown
}

// Sandbox is the confinement asked for.
type Sandbox struct {
	Mode string // auto | bwrap | landlock | off
}

// Role binds a role to a model block.
type Role struct {
	Name        string // fast | middle | wise | creative | frontier
	Model       string // label of a model block
	Temperature float64
	Fallback    []string // labels of model blocks, in order
}

// Policy holds the thresholds of the vaglio.
type Policy struct {
	BulkThreshold int // items a reversible step may change without asking
}

// Trust is a public key and what its signatures are believed for.
type Trust struct {
	Role string // release | publisher | importer | quarantine | promoter
	Key  string // path of the public key; the file may be missing
}

// maxBytes bounds a configuration file: the parser recurses on nesting.
const maxBytes = 256 << 10

// Load reads the configuration file at path.
func Load(path string, env Env) (*Config, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "config_unreadable", "%w", err).With("file", path)
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		err = os.ErrInvalid
	}
	if err == nil && info.Size() > maxBytes {
		return nil, sdk.Errorf(sdk.Oversize, "config_too_big", "%s holds %d bytes", path, info.Size()).With("file", path)
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "config_unreadable", "%s: %w", path, err).With("file", path)
	}
	return Decode(path, text, env)
}

// Default is the configuration without a file: the shipped text.
func Default(env Env) (*Config, error) { return Decode("", []byte(metnos.DefaultConfig), env) }
