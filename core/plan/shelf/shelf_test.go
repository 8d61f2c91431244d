package shelf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

func executor(name, effect string, p map[string]manifest.Property, fields map[string]string) core.Executor {
	return core.Executor{Manifest: &manifest.Manifest{Name: name, Execution: manifest.Execution{Effect: effect}, Args: manifest.Args{Properties: p}, Output: manifest.Output{Collection: "entries", Fields: fields}}}
}

func TestShelf(t *testing.T) {
	word := func(semantic string) manifest.Property { return manifest.Property{Type: "string", Semantic: semantic} }
	list := manifest.Property{Type: "array", Semantic: "paths", FromEntries: "path"}
	s := New([]core.Executor{
		executor("find_files", "read_only", map[string]manifest.Property{"b": word("folder"), "a": word("folder"), "exts": {Type: "array", Semantic: "extension"}, "kind": {Type: "string", Semantic: "kind", Enum: []any{"image"}}}, map[string]string{"path": "path", "n": "bytes", "size": "bytes"}),
		executor("find_files_empty", "read_only", map[string]manifest.Property{"a": word("folder")}, nil),
		executor("read_files", "read_only", map[string]manifest.Property{"paths": list}, map[string]string{"text": "text"}),
		executor("read_files_github", "read_only", map[string]manifest.Property{"paths": list}, nil),
		executor("move_files", "reversible", map[string]manifest.Property{"paths": list, "to": word("destination")}, nil),
		executor("write_files", "", map[string]manifest.Property{"entries": {Type: "array", Semantic: "entries"}, "paths": {Type: "array", Semantic: "new_path"}}, nil),
		executor("filter_entries", "read_only", map[string]manifest.Property{"entries": {Type: "array", Semantic: "entries"}}, nil),
		executor("group_entries", "read_only", map[string]manifest.Property{"entries": {Type: "array", Semantic: "entries"}}, map[string]string{"group": "text"}),
		executor("nonsense", "read_only", nil, nil), {},
	})
	if n := len(s.All()); n != 8 {
		t.Errorf("%d executors", n)
	}
	find, ok := s.Find("find", "files", "folder", "kind")
	if !ok || find.Name != "find_files" || find.Arg("folder") != "a" || find.Arg("nothing", "kind") != "kind" || find.Changes() || find.Target() != "" || find.Fed() != nil {
		t.Errorf("%v %+v", ok, find.Parts)
	}
	if _, ok := s.Find("find", "files", "recursive"); ok {
		t.Error("found one without the semantic")
	}
	if p, ok := s.Producer("files"); !ok || p.Name != "find_files" {
		t.Error(p.Parts)
	}
	if _, ok := s.Producer("events"); ok {
		t.Error("nobody gives events")
	}
	args := map[string]any{}
	if !find.Put(args, "extension", "pdf") || find.Put(args, "size_min", 3) || cmp.Diff(map[string]any{"exts": []any{"pdf"}}, args) != "" {
		t.Error(args)
	}
	if !find.Allows("kind", "image") || find.Allows("kind", "video") || !find.Allows("folder", "x") || find.Allows("nothing", "x") {
		t.Error("allows")
	}
	if find.Field("bytes", "size") != "size" || find.Field("bytes", "x") != "n" || find.Field("datetime", "x") != "" {
		t.Error("field")
	}
	move, _ := s.Named("move_files")
	write, _ := s.Named("write_files")
	filter, _ := s.Named("filter_entries")
	group, _ := s.Named("group_entries")
	if !move.Changes() || !write.Changes() || move.Target() != "paths" || write.Target() != "" {
		t.Error("what no manifest calls read only may change anything")
	}
	if !filter.PassesOn() || group.PassesOn() || move.PassesOn() || !filter.Yields("anything") || group.Yields("path") || !find.Yields("path") || find.Yields("text") {
		t.Error("yields")
	}
	read, _ := s.Named("read_files")
	if list := s.Siblings(read); len(list) != 1 || list[0].Name != "read_files_github" {
		t.Error(list)
	}
	if _, ok := s.Named("find_dirs"); ok {
		t.Error("named")
	}
	if nobody, ok := Of(nil); ok || !nobody.Changes() || nobody.Arg("folder") != "" {
		t.Error("nobody")
	}
}

// The phrases of a shelf are cut once, those of its own executors only, and a catalog that changed gets its own shelf.
func TestKept(t *testing.T) {
	phrased := func(text string) core.Executor {
		e := executor("find_files", "read_only", nil, nil)
		e.Manifest.Affinity = map[string][]string{"it": {text}}
		return e
	}
	var k Kept
	old, other := []core.Executor{phrased("Cerca l'ultimo file")}, []core.Executor{phrased("trova documenti")}
	s := k.Of(old)
	if k.Of(old) != s {
		t.Error("the same catalog is indexed twice")
	}
	tool, _ := s.Named("find_files")
	for range 2 {
		if diff := cmp.Diff([][]string{{"cerca", "l'", "ultimo", "file"}}, s.Phrases(tool, "it")); diff != "" || s.Phrases(tool, "en") != nil {
			t.Error(diff)
		}
	}
	stranger, _ := Of(other[0].Manifest)
	if diff := cmp.Diff([][]string{{"trova", "documenti"}}, s.Phrases(stranger, "it")); diff != "" {
		t.Error("of an executor that is not on it:", diff)
	}
	if k.Of(other) == s || k.Of(append(old, other...)) == s || k.Of(nil) == s {
		t.Error("another catalog got the same shelf")
	}
}
