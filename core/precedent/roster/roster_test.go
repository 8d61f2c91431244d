package roster

import (
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sentence"
	"github.com/metnos/metnos/sdk/manifest"
)

func executor(name string) core.Executor {
	m := &manifest.Manifest{Name: name, Version: "1.0.0"}
	m.Plugin.Digest = "sha256:" + name
	return core.Executor{Manifest: m}
}

func TestOf(t *testing.T) {
	catalog := []core.Executor{executor("find_files"), executor("list_dirs")}
	r := New(catalog)
	if !r.Of(catalog) || r.Of(catalog[:1]) || r.Of([]core.Executor{catalog[1], catalog[0]}) || r.Of([]core.Executor{catalog[0], executor("list_dirs")}) || r.Of([]core.Executor{catalog[0], {}}) {
		t.Error("the roster does not know its catalog")
	}
}

func TestExecutors(t *testing.T) {
	f := plan.Framework{Steps: []plan.Step{{Tool: "list_dirs"}, {Tool: "find_files"}, {Tool: "list_dirs"}, {Tool: plan.FinalAnswer}}}
	if got := Tools(f); len(got) != 2 || got[0] != "find_files" {
		t.Error(got)
	}
	catalog := []core.Executor{{}, executor("find_files"), executor("list_dirs"), executor("get_now")}
	base, whole := Executors(catalog, "1", f)
	if !whole {
		t.Fatal("an executor is missing")
	}
	if same, _ := Executors([]core.Executor{catalog[2], catalog[1]}, "1", f); same != base {
		t.Error("the order of the catalog counts")
	}
	if other, _ := Executors(catalog, "2", f); other == base {
		t.Error("the epoch does not count")
	}
	missing, whole := Executors(catalog[:2], "1", f)
	if whole || missing == base {
		t.Error("a missing executor does not count")
	}
	instance := executor("find_files")
	instance.Instance = "work"
	if other, _ := Executors([]core.Executor{instance, catalog[2]}, "1", f); other == base {
		t.Error("another instance is the same executor")
	}
	if _, whole := Executors(catalog, "1", plan.Framework{}); whole {
		t.Error("a plan of nothing has executors")
	}
}

func TestFamilies(t *testing.T) {
	f := plan.Framework{Steps: []plan.Step{{Tool: "find_files"}}}
	base := []core.Executor{executor("find_files"), executor("move_files")}
	phrase := executor("get_numbers")
	phrase.Manifest.Affinity = map[string][]string{"it": {"file più grandi"}, "en": {"largest files"}}
	for name, tc := range map[string]struct {
		text  string
		more  core.Executor
		found bool // the newcomer counts
	}{
		"producer of the object":        {"trova i file", executor("read_files"), true},
		"producer of the plan's object": {"trova agenda", executor("read_files"), true},
		"changer of the plan's object":  {"trova agenda", executor("delete_files"), false},
		"phrase of the language":        {"which files are the largest", phrase, true},
		"variant":                       {"trova i file", executor("find_files_hash"), true},
		"changer of the object":         {"trova i file", executor("delete_files"), false},
		"changer that is asked for":     {"trova i file e cancella i file", executor("delete_files"), true},
		"object that is said":           {"trova i file e i processi", executor("list_processes"), true},
		"object that is not":            {"trova i file", executor("list_processes"), false},
		"kind that is said":             {"trova le foto", executor("find_images"), true},
		"qualifier that is said":        {"trova cose vuote", executor("find_images_empty"), true},
		"qualifier of a changer":        {"trova cose vuote", executor("delete_images_empty"), false},
		"works on any list":             {"trova i file", executor("filter_entries"), true},
		"phrase that is said":           {"trova i file grandi, più grandi", phrase, true},
		"phrase said in part":           {"trova i file grandi", phrase, false},
		"verb on another object":        {"trova i file, poi comprimi tutto", executor("compress_images"), true},
		"name outside the grammar":      {"trova i file", executor("frobnicate"), false},
		"second executor of a name":     {"trova i file", executor("find_files"), false},
	} {
		r := sentence.Read(tc.text, "it")
		was, is := New(base).Families(&r, f), New(append(base[:2:2], tc.more)).Families(&r, f)
		if was == "" || (was != is) != tc.found {
			t.Errorf("%s: counts %v", name, was != is)
		}
	}
	r := sentence.Read("ciao", "it")
	if New(nil).Families(&r, plan.Framework{}) != "" {
		t.Error("nobody is a family")
	}
}
