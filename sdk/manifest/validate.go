package manifest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/metnos/metnos/sdk"
)

// Limits of a valid manifest.
const (
	MaxDescription = 320 // characters, per language
	MaxTimeout     = 3600
	MaxRows        = 10000
	DefaultTimeout = 30 // seconds, when timeout_s is 0
)

// The shapes of names: a verb, an object and qualifiers. Which words are verbs is core/vocab's to say.
var (
	executorName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+(-[a-z0-9]+)*)+$`)
	pluginName   = regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`)
	argumentName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	versionShape = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)
	digestShape  = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
	hostShape    = regexp.MustCompile(`^(\*|(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\]|\$\{config\.[a-z0-9_]+\})(:(\*|[0-9]{1,5}|\$\{config\.[a-z0-9_]+\}))?$`)
	fileShape    = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)
	targetShape  = regexp.MustCompile(`^[a-z0-9]+/[a-z0-9]+$`)
)

// Validate reports every problem of the manifest at once, as one manifest_invalid error; see [ProblemsOf].
// It does not know which words are verbs and objects: the catalogue of words is the core's.
func (m *Manifest) Validate() error { return invalid(m.label(), m.problems()) }

// ValidateShape is Validate without compiling the argument schema, which costs more than all the rest and
// which the first CheckArgs does anyway.
func (m *Manifest) ValidateShape() error {
	v := validation{shallow: true}
	v.all(m)
	return invalid(m.label(), v.list)
}

func (m *Manifest) label() string {
	if m.Name == "" {
		return "manifest.toml"
	}
	return m.Name
}

func (m *Manifest) problems() Problems {
	v := new(validation)
	v.all(m)
	return v.list
}

func (v *validation) all(m *Manifest) {
	v.identity(m)
	v.plugin(m)
	v.text("description", m.Description)
	v.capabilities(m)
	v.placement(m.Placement)
	if Kind(m) == KindExecutor {
		v.arguments(m.Args)
		v.execution(m)
		v.output(m)
		v.tests(m.Tests)
	}
}

// validation collects problems.
type validation struct {
	list    Problems
	shallow bool // do not compile the argument schema
}

func (v *validation) add(code, key, format string, args ...any) *sdk.Error {
	e := fault(code, key, format, args...)
	v.list = append(v.list, e)
	return e
}

func (v *validation) with(e *sdk.Error, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		e = e.With(pairs[i], pairs[i+1])
	}
	v.list[len(v.list)-1] = e
}

func (v *validation) missing(key string) { v.add("manifest_missing", key, "is required") }

// oneOf checks a closed choice; an empty value is a problem only when the key is required.
func (v *validation) oneOf(key, value string, choices []string, required bool) {
	switch {
	case value == "" && required:
		v.with(v.add("manifest_choice_missing", key, "is required: one of %s", strings.Join(choices, ", ")),
			"choices", strings.Join(choices, ", "))
	case value != "" && !slices.Contains(choices, value):
		v.with(v.add("manifest_choice", key, "%q is not one of %s", value, strings.Join(choices, ", ")),
			"value", value, "choices", strings.Join(choices, ", "))
	}
}

func (v *validation) shape(key, value string, shape *regexp.Regexp, example string) {
	if value == "" {
		v.missing(key)
	} else if !shape.MatchString(value) {
		v.with(v.add("manifest_shape", key, "%q does not look like %s", value, example), "value", value, "example", example)
	}
}

func (v *validation) within(key string, value, low, high int) {
	if value < low || value > high {
		v.with(v.add("manifest_range", key, "%d is not between %d and %d", value, low, high),
			"value", strconv.Itoa(value), "low", strconv.Itoa(low), "high", strconv.Itoa(high))
	}
}

func (v *validation) identity(m *Manifest) {
	v.oneOf("manifest_format", m.Format, []string{Format}, true)
	v.oneOf("executor_standard", m.Standard, standards(), true)
	if Kind(m) == KindChannel || Kind(m) == KindModel {
		v.shape("name", m.Name, pluginName, "telegram")
	} else {
		v.shape("name", m.Name, executorName, "find_files")
	}
	v.shape("version", m.Version, versionShape, "1.0.0")
	v.shape("publisher", m.Publisher, pluginName, "acme")
	v.oneOf("lifecycle", m.Lifecycle, lifecycles(), true)
	v.oneOf("origin", m.Origin, origins(), true)
	for _, lang := range sorted(m.Affinity) {
		v.oneOf("affinity", lang, []string{"it", "en"}, true)
	}
	v.sayings(m)
	if m.TimeoutS != 0 {
		v.within("timeout_s", m.TimeoutS, 1, MaxTimeout)
	}
}

// sayings name declared arguments only.
func (v *validation) sayings(m *Manifest) {
	for _, lang := range sorted(m.Sayings) {
		v.oneOf("sayings", lang, []string{"it", "en"}, true)
		for _, saying := range m.Sayings[lang] {
			for _, name := range said.FindAllStringSubmatch(saying, -1) {
				v.property("sayings."+lang, name[1]+name[2], m.Args)
			}
		}
	}
}

// said finds the arguments a saying names: $argument, and argument=value.
var said = regexp.MustCompile(`\$([a-z_0-9]+)|(?:^|\s)([a-z_0-9]+)=`)

func (v *validation) plugin(m *Manifest) {
	v.shape("plugin.binary", m.Plugin.Binary, pluginName, "executors-files")
	if len(m.Plugin.Digests) == 0 || m.Plugin.Digest != "" {
		v.shape("plugin.digest", m.Plugin.Digest, digestShape, "sha256:<64 hex>")
	}
	for _, target := range sorted(m.Plugin.Digests) {
		key := "plugin.digests." + target
		if !targetShape.MatchString(target) {
			v.with(v.add("manifest_shape", key, "%q does not look like linux/arm64", target), "value", target, "example", "linux/arm64")
		}
		v.shape(key, m.Plugin.Digests[target], digestShape, "sha256:<64 hex>")
	}
	v.within("plugin.protocol", m.Plugin.Protocol, 1, Protocol)
	for _, name := range sorted(m.Files) {
		if !fileShape.MatchString(name) || name == FileName || name == SignatureName {
			v.with(v.add("manifest_shape", "files", "%q is not a plain file name", name), "value", name, "example", "wrapper.json")
		}
		v.shape("files."+name, m.Files[name], digestShape, "sha256:<64 hex>")
	}
	for _, d := range []struct{ key, value string }{
		{"source.digest", m.Source.Digest},
		{"provenance.source_digest", m.Provenance.SourceDigest},
		{"provenance.tree_digest", m.Provenance.TreeDigest},
	} {
		if d.value != "" {
			v.shape(d.key, d.value, digestShape, "sha256:<64 hex>")
		}
	}
}

// text requires a sentence in both languages.
func (v *validation) text(key string, t Text) {
	for _, l := range []struct{ lang, text string }{{"it", t.It}, {"en", t.En}} {
		switch n := utf8.RuneCountInString(l.text); {
		case strings.TrimSpace(l.text) == "":
			v.missing(key + "." + l.lang)
		case n > MaxDescription:
			v.with(v.add("manifest_too_long", key+"."+l.lang, "has %d characters; the limit is %d", n, MaxDescription),
				"length", strconv.Itoa(n), "limit", strconv.Itoa(MaxDescription))
		}
	}
}

func (v *validation) capabilities(m *Manifest) {
	for i, c := range m.Capabilities {
		key := fmt.Sprintf("capabilities[%d]", i)
		n, known := needOf(c.Name)
		if !known {
			near := nearest(c.Name, Capabilities())
			v.with(v.add("manifest_capability_unknown", key, "%q is not a capability; the nearest is %q", c.Name, near),
				"value", c.Name, "nearest", near)
			continue
		}
		v.fields(key, c, n)
		for _, a := range c.Args {
			v.property(key+".args", a, m.Args)
		}
		for _, h := range c.Hosts {
			v.shape(key+".hosts", h, hostShape, "api.example.org:443")
		}
	}
}

// fields compares what a capability fills with what it must and may fill.
func (v *validation) fields(key string, c Capability, n need) {
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"args", len(c.Args) > 0}, {"hosts", len(c.Hosts) > 0}, {"credential", c.Credential != ""}, {"binaries", len(c.Binaries) > 0},
	} {
		must := slices.Contains(n.must, f.name)
		switch {
		case must && !f.set:
			v.with(v.add("manifest_capability_needs", key, "%s needs %s", c.Name, f.name), "name", c.Name, "field", f.name)
		case f.set && !must && !slices.Contains(n.may, f.name):
			v.with(v.add("manifest_capability_refuses", key, "%s takes no %s", c.Name, f.name), "name", c.Name, "field", f.name)
		}
	}
}

func (v *validation) placement(p Placement) {
	v.oneOf("placement.scope", p.Scope, scopes(), false)
	v.oneOf("placement.min_sandbox", p.MinSandbox, sandboxes(), false)
	for _, name := range p.Platforms {
		v.oneOf("placement.platforms", name, platforms(), true)
	}
}
