package config

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/metnos/metnos"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/config/source"
	"github.com/metnos/metnos/sdk"
)

// Decode reads the text of a configuration. name is the path shown in messages, "" for the built-in text.
// The error is a Diagnostics holding every fault.
func Decode(name string, text []byte, env Env) (*Config, error) {
	if len(text) > maxBytes {
		return nil, sdk.Errorf(sdk.Oversize, "config_too_big", "%s holds %d bytes", name, len(text)).With("file", name)
	}
	f := newFile(name, text, env)
	if len(f.Faults) > 0 { // a broken file would raise faults of its own making
		return nil, f.Faults.Err()
	}
	f.Names(f.Body)
	f.read()
	if name != "" {
		f.inherit()
	}
	f.references()
	f.protect()
	if err := f.Faults.Err(); err != nil {
		return nil, err
	}
	return f.config, nil
}

// shipped reads the built-in text for what a file may leave out: its grants are nobody's here.
func shipped(env Env) (*Config, error) {
	f := newFile("", []byte(metnos.DefaultConfig), env)
	f.read()
	return f.config, f.Faults.Err()
}

func newFile(name string, text []byte, env Env) *file {
	r := source.New(name, text, env.around())
	return &file{Block: r.Open(r.Parse()), env: env, config: &Config{File: name}, seen: map[string]hcl.Range{}}
}

// file is the top level of config.hcl while it is read.
type file struct {
	*source.Block
	env    Env
	config *Config
	seen   map[string]hcl.Range // blocks by kind and labels
	roots  []root
	denied []source.Item
	refs   []use
}

// blockKinds are the blocks of config.hcl with the labels each takes.
var blockKinds = [...]struct {
	name        string
	least, most int
	read        func(*file, *hclsyntax.Block)
}{
	{"locale", 0, 0, (*file).locale},
	{"sandbox", 0, 0, (*file).sandbox},
	{"policy", 0, 0, (*file).policy},
	{"grant", 1, 1, (*file).grant},
	{"executor", 1, 2, (*file).instance},
	{"channel", 1, 2, (*file).instance},
	{"model", 1, 1, (*file).instance},
	{"role", 1, 1, (*file).role},
	{"trust", 1, 1, (*file).trust},
	{"telemetry", 0, 0, (*file).telemetry},
}

func (f *file) read() {
	f.config.Data = f.path("data")
	if f.env.Data != "" {
		if !filepath.IsAbs(f.env.Data) {
			f.Report(source.Opening(f.Body), "config_path_relative", f.env.Data+" is no absolute path", "path", f.env.Data)
		}
		f.config.Data = filepath.Clean(f.env.Data)
	}
	names := slices.Clone(f.Known)
	for _, kind := range blockKinds {
		names = append(names, kind.name)
	}
	for _, b := range f.Body.Blocks {
		known := false
		for _, kind := range blockKinds {
			if kind.name == b.Type {
				known = true
				if f.labels(b, kind.least, kind.most) {
					kind.read(f, b)
				}
			}
		}
		if !known {
			f.Unknown(b.TypeRange, b.Type, slices.Clone(names))
		}
	}
	for _, a := range f.Body.Attributes {
		if !slices.Contains(f.Known, a.Name) {
			f.Unknown(a.NameRange, a.Name, slices.Clone(names))
		}
	}
}

// labels checks the labels of a block and that no other block carries the same.
func (f *file) labels(b *hclsyntax.Block, least, most int) bool {
	if n := len(b.Labels); n < least || n > most {
		expected := strconv.Itoa(least)
		if most != least {
			expected += "-" + strconv.Itoa(most)
		}
		f.Report(b.TypeRange, "config_labels", b.Type+" takes labels: "+expected, "key", b.Type, "expected", expected)
		return false
	}
	key := b.Type
	for _, label := range b.Labels {
		if label == "" {
			f.Report(b.TypeRange, "config_label_empty", b.Type+" has an empty label", "key", b.Type)
			return false
		}
		key += " " + strconv.Quote(label)
	}
	if first, twice := f.seen[key]; twice && b.Type != "trust" { // a role may trust several keys
		f.Report(b.TypeRange, "config_block_twice", key+" is already at line "+strconv.Itoa(first.Start.Line),
			"key", key, "first", strconv.Itoa(first.Start.Line))
		return false
	}
	f.seen[key] = b.TypeRange
	return true
}

func (f *file) locale(b *hclsyntax.Block) {
	in := f.Open(b.Body)
	language := in.OneOf("language", "it", "en")
	name, rng, ok := in.Text("timezone", false)
	f.config.Locale.Place, _, _ = in.Text("place", false)
	in.Done()
	if language != "" {
		f.config.Locale.Language = language
	}
	if !ok {
		return
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		f.Report(rng, "config_timezone", name+" is no time zone", "key", name)
		return
	}
	f.config.Locale.Timezone, f.config.Locale.Zone = name, zone
}

func (f *file) sandbox(b *hclsyntax.Block) {
	in := f.Open(b.Body)
	f.config.Sandbox.Mode = in.OneOf("mode", "auto", "bwrap", "landlock", "off")
	in.Done()
}

func (f *file) policy(b *hclsyntax.Block) {
	in := f.Open(b.Body)
	n := in.Number("bulk_threshold", -1, 0, 1e6)
	in.Done()
	if n != float64(int(n)) {
		f.Report(b.TypeRange, "config_value", "bulk_threshold must be whole", "key", "bulk_threshold", "expected", "0-1000000")
		return
	}
	f.config.Policy.BulkThreshold = int(n)
}

var personID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

func (f *file) grant(b *hclsyntax.Block) {
	in := f.Open(b.Body)
	g := core.Grant{Name: b.Labels[0]}
	for _, it := range in.List("people") {
		if !personID.MatchString(it.Text) {
			f.Report(it.At, "config_value", it.Text+" is no person's id", "key", "people", "expected", "ids as `metnos user list` shows them")
		}
		g.People = append(g.People, core.Owner(it.Text))
	}
	for _, it := range in.List("read") {
		g.Read = f.root(g.Read, it)
	}
	for _, it := range in.List("write") {
		g.Write = f.root(g.Write, it)
	}
	for _, it := range in.List("deny") {
		g.Deny = f.deny(g.Deny, it)
	}
	in.Done()
	f.config.Grants = append(f.config.Grants, g)
}

// roleNames are the roles a model may be bound to.
var roleNames = [...]string{"fast", "middle", "wise", "creative", "frontier"}

func (f *file) role(b *hclsyntax.Block) {
	role := Role{Name: b.Labels[0]}
	if !slices.Contains(roleNames[:], role.Name) {
		f.Unknown(b.LabelRanges[0], role.Name, slices.Clone(roleNames[:]))
	}
	in := f.Open(b.Body)
	if model, rng, ok := in.Text("model", true); ok {
		role.Model = model
		f.refs = append(f.refs, use{model, rng})
	}
	role.Temperature = in.Number("temperature", 0, 0, 2)
	for _, it := range in.List("fallback") {
		role.Fallback = append(role.Fallback, it.Text)
		f.refs = append(f.refs, use{it.Text, it.At})
	}
	in.Done()
	f.config.Roles = append(f.config.Roles, role)
}

// trustRoles are the key roles a signature may have.
var trustRoles = [...]string{"release", "publisher", "importer", "quarantine", "promoter"}

func (f *file) trust(b *hclsyntax.Block) {
	t := Trust{Role: b.Labels[0]}
	if !slices.Contains(trustRoles[:], t.Role) {
		f.Unknown(b.LabelRanges[0], t.Role, slices.Clone(trustRoles[:]))
	}
	in := f.Open(b.Body)
	if key, rng, ok := in.Text("key", true); ok {
		t.Key = f.key(key, rng)
	}
	in.Done()
	f.config.Trust = append(f.config.Trust, t)
}

// use is a model label some block refers to.
type use struct {
	name string
	rng  hcl.Range
}

// references checks that every model a role names exists.
func (f *file) references() {
	var labels []string
	for _, m := range f.config.Models {
		labels = append(labels, m.Label)
	}
	for _, ref := range f.refs {
		if !slices.Contains(labels, ref.name) {
			f.Unknown(ref.rng, ref.name, slices.Clone(labels))
		}
	}
}

// inherit fills what the file left out from the shipped text.
func (f *file) inherit() {
	c, env := f.config, f.env
	dataLeftOut := f.Body.Attributes["data"] == nil && env.Data == ""
	if !dataLeftOut {
		env.Data = c.Data
	}
	if env.Home == "" {
		env.Home = "/nonexistent" // only data and grants depend on it
		if dataLeftOut {
			f.Report(source.Opening(f.Body), "config_home_unknown", "the home folder is unknown")
		}
	}
	shipped, err := shipped(env)
	if err != nil { // METNOS_DATA is unusable
		var found Diagnostics
		errors.As(err, &found)
		f.Faults = append(f.Faults, found...)
		return
	}
	if dataLeftOut {
		c.Data = shipped.Data
	}
	if c.Locale.Language == "" {
		c.Locale.Language = shipped.Locale.Language
	}
	if c.Locale.Timezone == "" {
		c.Locale.Timezone, c.Locale.Zone = shipped.Locale.Timezone, shipped.Locale.Zone
	}
	if c.Sandbox.Mode == "" {
		c.Sandbox = shipped.Sandbox
	}
	if _, set := f.seen["policy"]; !set || c.Policy.BulkThreshold < 0 {
		c.Policy = shipped.Policy
	}
	if len(c.Trust) == 0 {
		c.Trust = shipped.Trust
	}
}
