package manifest

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/sdk/manifest/argument"
)

// property reports a reference to an argument that is not declared.
func (v *validation) property(key, name string, a Args) {
	if _, ok := a.Properties[name]; ok || name == FromStep || name == FromPrevious {
		return
	}
	near := nearest(name, sorted(a.Properties))
	v.with(v.add("manifest_no_property", key, "names the argument %q, which [args.properties] does not declare", name),
		"name", name, "nearest", near)
}

func (v *validation) arguments(a Args) {
	before := len(v.list)
	for _, name := range a.Required {
		v.property("args.required", name, a)
	}
	for _, group := range a.RequiresOneOf {
		if len(group) == 0 {
			v.missing("args.requires_one_of")
		}
		for _, name := range group {
			v.property("args.requires_one_of", name, a)
		}
	}
	for _, name := range sorted(a.Properties) {
		key := "args.properties." + name
		if !argumentName.MatchString(name) || name == FromStep || name == FromPrevious {
			v.with(v.add("manifest_shape", key, "%q is not an argument name", name), "value", name, "example", "path")
		}
		v.text(key+".description", a.Properties[name].Description)
		v.schema(key, a.Properties[name])
	}
	if v.shallow || len(v.list) > before {
		return // what is wrong is already named
	}
	schema, err := argument.Compile(a)
	if err != nil {
		v.with(v.add("manifest_schema", "args", "the argument schema does not compile: %v", err), "detail", err.Error())
		return
	}
	for _, p := range schema.Defaults() {
		key := "args.properties." + p.Params["arg"] + ".default"
		v.with(v.add("manifest_default", key, "%s", p.Message), "detail", p.Message)
	}
}

// schema checks one property and what it contains.
func (v *validation) schema(key string, p Property) {
	v.oneOf(key+".type", p.Type, propertyTypes(), true)
	if p.Items != nil {
		if p.Type != "array" {
			v.with(v.add("manifest_conflict", key+".items", "only an array has items"), "other", key+".type")
		}
		v.schema(key+".items", *p.Items)
	}
	if p.Type != "object" && len(p.Properties) > 0 {
		v.with(v.add("manifest_conflict", key+".properties", "only an object has properties"), "other", key+".type")
	}
	if p.Format != "" {
		v.oneOf(key+".format", p.Format, argument.Formats(), true)
	}
	for _, name := range sorted(p.Properties) {
		v.schema(key+".properties."+name, p.Properties[name])
	}
	for _, name := range p.Required {
		if _, ok := p.Properties[name]; !ok {
			v.with(v.add("manifest_no_property", key+".required", "names %q, which its properties do not declare", name),
				"name", name, "nearest", nearest(name, sorted(p.Properties)))
		}
	}
}

func (v *validation) execution(m *Manifest) {
	v.oneOf("execution.effect", m.Execution.Effect, effects(), true)
	if m.Execution.Parallelism != 0 {
		v.within("execution.parallelism", m.Execution.Parallelism, 1, 64)
	}
	switch {
	case m.Revertible && m.Execution.Effect == "read_only":
		v.with(v.add("manifest_conflict", "revertible", "a read_only executor has nothing to reverse"), "other", "execution.effect")
	case m.Revertible && m.Reverse == "":
		v.missing("reverse")
	case !m.Revertible && m.Reverse != "":
		v.with(v.add("manifest_conflict", "reverse", "is set while revertible is false"), "other", "revertible")
	}
	if m.Execution.Effect == "read_only" {
		for i, c := range m.Capabilities {
			if c.Name == "fs:write" || c.Name == "mail:send" || c.Name == "mail:write" {
				v.with(v.add("manifest_conflict", fmt.Sprintf("capabilities[%d]", i), "a read_only executor may not ask for %s", c.Name),
					"other", "execution.effect")
			}
		}
	}
}

func (v *validation) output(m *Manifest) {
	v.oneOf("output.collection", m.Output.Collection, collections(), true)
	for _, name := range sorted(m.Output.Fields) {
		v.oneOf("output.fields."+name, m.Output.Fields[name], fieldTypes(), true)
	}
	v.oneOf("output.value", m.Output.Value, fieldTypes(), false)
	v.oneOf("presentation.view", m.Presentation.View, views(), false)
	if m.Presentation.MaxRows != 0 {
		v.within("presentation.max_rows", m.Presentation.MaxRows, 1, MaxRows)
	}
	for _, c := range m.Presentation.Columns {
		if _, ok := m.Output.Fields[c.Key]; !ok {
			v.with(v.add("manifest_no_field", "presentation.columns", "shows %q, which [output.fields] does not declare", c.Key),
				"name", c.Key, "nearest", nearest(c.Key, sorted(m.Output.Fields)))
		}
		v.oneOf("presentation.columns.type", c.Type, fieldTypes(), false)
	}
}

func (v *validation) tests(tests []Test) {
	seen := make(map[string]bool, len(tests))
	for i, t := range tests {
		key := fmt.Sprintf("tests[%d]", i)
		switch {
		case t.Name == "":
			v.missing(key + ".name")
		case seen[t.Name]:
			v.with(v.add("manifest_duplicate", key+".name", "%q is the name of an earlier test", t.Name), "value", t.Name)
		}
		seen[t.Name] = true
		for _, f := range t.Files {
			v.fixture(key+".files", f)
		}
		if t.Expect.ErrorClass != "" && !t.Expect.ErrorClass.Valid() {
			v.with(v.add("manifest_shape", key+".expect.error_class", "%q is not an error class", t.Expect.ErrorClass),
				"value", string(t.Expect.ErrorClass), "example", "not_found")
		}
		for _, p := range slices.Concat(t.Expect.Exists, t.Expect.Absent, contained(t.Expect.Contains)) {
			v.inside(key+".expect", p)
		}
	}
}

func contained(list []FileContains) []string {
	paths := make([]string, len(list))
	for i, c := range list {
		paths[i] = c.Path
	}
	return paths
}

func (v *validation) fixture(key string, f TestFile) {
	v.inside(key, f.Path)
	if f.Text != "" && f.Base64 != "" || f.Size != 0 && (f.Text != "" || f.Base64 != "") {
		v.with(v.add("manifest_conflict", key+"."+f.Path, "only one of text, base64 and size may be set"), "other", "text, base64, size")
	}
	if f.Size < 0 || f.Size > 1<<31 {
		v.with(v.add("manifest_range", key+".size", "%d is not between 0 and 2 GiB", f.Size),
			"value", fmt.Sprint(f.Size), "low", "0", "high", fmt.Sprint(1<<31))
	}
	if f.Modified != "" {
		if _, err := time.Parse(time.RFC3339, f.Modified); err != nil {
			v.with(v.add("manifest_shape", key+".modified", "%q is not an RFC 3339 time", f.Modified),
				"value", f.Modified, "example", "2026-01-31T08:00:00Z")
		}
	}
}

// inside keeps a test's paths in the test's own folder.
func (v *validation) inside(key, p string) {
	if p == "" || path.IsAbs(p) || p != path.Clean(p) || strings.HasPrefix(p, "../") || p == ".." || strings.Contains(p, `\`) {
		v.with(v.add("manifest_path_escapes", key, "%q is not a plain path below the test's folder", p), "value", p)
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
