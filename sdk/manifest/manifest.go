package manifest

import (
	"slices"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest/argument"
)

// Manifest is the signed declaration of one executor. Field names and meaning are those of
// manifest.toml; its canonical bytes are the file's bytes.
type Manifest struct {
	Format    string `toml:"manifest_format"`   // "1"
	Standard  string `toml:"executor_standard"` // "metnos.executor/1.0"
	Name      string `toml:"name"`              // verb_object[_qualifier]
	Version   string `toml:"version"`           // semver
	Publisher string `toml:"publisher"`
	Lifecycle string `toml:"lifecycle"` // proposed | synthesized | active | deprecated | archived
	Origin    string `toml:"origin"`    // handcrafted | synthesized | imported | third_party

	Revertible bool   `toml:"revertible"`
	Reverse    string `toml:"reverse"`
	TimeoutS   int    `toml:"timeout_s"` // seconds; 0 means the default of 30

	Description Text                `toml:"description"`
	Affinity    map[string][]string `toml:"affinity"` // language -> phrases
	// Sayings are whole sentences a person asks this executor in, language -> patterns, with $argument where the value
	// of an argument is said: "(show | @find) the lines with $query in $paths". A saying may end in fixed values:
	// "... -> unit=line".
	Sayings map[string][]string `toml:"sayings"`

	Plugin Plugin `toml:"plugin"`
	// Files are the other files of the executor's folder, name -> "sha256:<64 hex>"; a file that is not
	// listed may not be there.
	Files        map[string]string `toml:"files"`
	Source       Source            `toml:"source"`
	Args         Args              `toml:"args"`
	Output       Output            `toml:"output"`
	Capabilities []Capability      `toml:"capabilities"`
	Execution    Execution         `toml:"execution"`
	Placement    Placement         `toml:"placement"`
	Presentation Presentation      `toml:"presentation"`
	Tests        []Test            `toml:"tests"`
	Provenance   Provenance        `toml:"provenance"`

	schema func() (*argument.Schema, error) // compiled at the first CheckArgs; nil when not decoded
}

// The argument schema's types, as package argument has them.
type (
	Args     = argument.Args
	Property = argument.Property
	Text     = argument.Text
)

// Plugin names the bytes that run.
type Plugin struct {
	Binary string `toml:"binary"`
	Digest string `toml:"digest"` // "sha256:<64 hex>"
	// Digests replaces Digest for a plugin built for several platforms: "linux/arm64" -> "sha256:<64 hex>".
	Digests  map[string]string `toml:"digests"`
	Protocol int               `toml:"protocol"`
}

// Source is what a generated or imported executor was made from.
type Source struct {
	Digest string `toml:"digest"`
}

// Output types one item of the result: routing and references are checked on it.
type Output struct {
	Collection string            `toml:"collection"` // entries | results | none
	Fields     map[string]string `toml:"fields"`     // name -> path | name | bytes | datetime | integer | number | text | word | boolean | any
	Value      string            `toml:"value"`      // type of the scalar, when there is one
}

// Capability is a permission the executor asks for; names form a closed registry.
type Capability struct {
	Name       string   `toml:"name"`
	Args       []string `toml:"args"`
	Hosts      []string `toml:"hosts"`
	Credential string   `toml:"credential"`
	Binaries   []string `toml:"binaries"`
}

// Execution is how a call may run.
type Execution struct {
	Effect         string `toml:"effect"` // read_only | create_only | reversible | mutating | outbound
	Parallelism    int    `toml:"parallelism"`
	ConcurrencyKey string `toml:"concurrency_key"`
}

// Placement is where a call may run.
type Placement struct {
	Scope      string   `toml:"scope"`       // server | device | any
	MinSandbox string   `toml:"min_sandbox"` // process | landlock | bwrap
	Platforms  []string `toml:"platforms"`
}

// Presentation is how a channel shows the result.
type Presentation struct {
	View    string   `toml:"view"` // table | cards | list | scalar | file | gallery
	Columns []Column `toml:"columns"`
	MaxRows int      `toml:"max_rows"`
}

// Column is one column of a table view.
type Column struct {
	Key  string `toml:"key" json:"key"`
	Type string `toml:"type" json:"type,omitempty"`
}

// Test is a hermetic birth test: typed fixtures, one call, what to expect.
type Test struct {
	Name   string         `toml:"name"`
	Input  map[string]any `toml:"input"`
	Files  []TestFile     `toml:"files"`
	Expect Expect         `toml:"expect"`
}

// TestFile is a fixture below the test's own folder. Exactly one of Text, Base64 and Size is used.
type TestFile struct {
	Path     string `toml:"path"`
	Text     string `toml:"text"`
	Base64   string `toml:"base64"`
	Size     int64  `toml:"size"`     // a sparse file of that many bytes
	Modified string `toml:"modified"` // RFC 3339
}

// Expect is what a birth test must observe; an unset field is not checked.
type Expect struct {
	OK         *bool            `toml:"ok"`
	Count      *int             `toml:"count"` // items of the collection
	Value      any              `toml:"value"`
	ErrorClass sdk.Class        `toml:"error_class"`
	Failed     *int             `toml:"failed"`
	Mutations  *int             `toml:"mutations"`
	Entries    []map[string]any `toml:"entries"` // a subset of each item's fields, in order
	Exists     []string         `toml:"exists"`
	Absent     []string         `toml:"absent"`
	Contains   []FileContains   `toml:"contains"`
}

// FileContains checks one file after a birth test.
type FileContains struct {
	Path string `toml:"path"`
	Text string `toml:"text"`
}

// Provenance ties an imported executor to its source.
type Provenance struct {
	Synthesized   bool   `toml:"synthesized"`
	ImportedFrom  string `toml:"imported_from"`
	SourceVersion string `toml:"source_version"`
	SourceSection string `toml:"source_section"`
	SourceDigest  string `toml:"source_digest"`
	TreeDigest    string `toml:"tree_digest"`
	ImportedAt    string `toml:"imported_at"`
	SkillName     string `toml:"skill_name"`
}

// Target is how a platform is named in plugin.digests: "linux/arm64".
func Target(goos, goarch string) string { return goos + "/" + goarch }

// DigestFor returns the digest of the plugin that runs on a platform, or "" when none was built for it.
func (p Plugin) DigestFor(goos, goarch string) string {
	if len(p.Digests) == 0 {
		return p.Digest
	}
	return p.Digests[Target(goos, goarch)]
}

// RunsOn reports whether the placement admits an operating system; the default is Linux alone.
func (p Placement) RunsOn(goos string) bool {
	if len(p.Platforms) == 0 {
		return goos == "linux"
	}
	return slices.Contains(p.Platforms, goos)
}
