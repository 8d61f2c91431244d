package splice

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

type args = map[string]any

func steps(pairs ...any) plan.Framework {
	var f plan.Framework
	for i := 0; i < len(pairs); i += 2 {
		f.Steps = append(f.Steps, plan.Step{Tool: pairs[i].(string), Args: pairs[i+1].(args)})
	}
	return f
}

func TestInsertAndRemove(t *testing.T) {
	f := steps("a", args{}, "b", args{"from_step": 1}, "c", args{"x": "${step2.path}"})
	f.FinalMessage, f.Answers = "${step3.count}", []plan.Answer{{Step: 1}, {Step: 3}}
	want := steps("a", args{}, "new", args{}, "b", args{"from_step": 1}, "c", args{"x": "${step3.path}"})
	want.FinalMessage, want.Answers = "${step4.count}", []plan.Answer{{Step: 1}, {Step: 4}}
	got := Insert(f, 2, plan.Step{Tool: "new", Args: args{}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	back, ok := Remove(got, 2)
	if diff := cmp.Diff(f, back); !ok || diff != "" {
		t.Error(ok, diff)
	}
	if _, ok := Remove(f, 2); ok {
		t.Error("a step that is read was removed")
	}
	if _, ok := Remove(f, 3); ok {
		t.Error("a step the closing sentence reads was removed")
	}
	f.FinalMessage = ""
	if got, ok := Remove(f, 3); !ok || len(got.Answers) != 1 || len(f.Answers) != 2 {
		t.Error(ok, got.Answers, f.Answers)
	}
}

func TestOrder(t *testing.T) {
	f := steps("a", args{}, "b", args{"from_step": 1}, "c", args{})
	got, ok := Order(f, []int{3, 1, 2})
	if diff := cmp.Diff(steps("c", args{}, "a", args{}, "b", args{"from_step": 2}), got); !ok || diff != "" {
		t.Error(ok, diff)
	}
	for _, wrong := range [][]int{{2, 1, 3}, {1, 2}, {1, 1, 2}, {1, 2, 4}, {0, 1, 2}} {
		if got, ok := Order(f, wrong); ok || !cmp.Equal(f, got) {
			t.Errorf("%v: %v", wrong, got)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		order := rapid.Permutation([]int{1, 2, 3}).Draw(r, "order")
		got, ok := Order(f, order)
		if ok != (slices.Index(order, 1) < slices.Index(order, 2)) {
			r.Fatalf("%v: %v", order, ok)
		}
		if !ok {
			return
		}
		back := make([]int, 3) // the order that undoes it
		for i, n := range order {
			back[n-1] = i + 1
		}
		if again, ok := Order(got, back); !ok || !cmp.Equal(f, again) {
			r.Fatalf("%v: %v", order, again)
		}
	})
}

func TestDownstream(t *testing.T) {
	f := steps("a", args{}, "b", args{"from_step": 1}, "c", args{"x": []any{"${step2.path}"}}, "d", args{"from_step": 9}, "e", args{"from_step": 5})
	if diff := cmp.Diff([]int{2, 3}, Downstream(f, 1)); diff != "" {
		t.Error(diff)
	}
	if got := Downstream(f, 4); got != nil {
		t.Error(got)
	}
	if diff := cmp.Diff([]int{2}, Readers(f, 1)); diff != "" {
		t.Error(diff)
	}
}

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		paths []string
		want  *Search
	}{
		{[]string{"/a/*.pdf"}, &Search{Folder: "/a", Glob: "*.pdf"}},
		{[]string{"*.pdf"}, &Search{Folder: "/home/anna", Glob: "*.pdf"}},
		{[]string{"./*.pdf"}, &Search{Folder: "/home/anna", Glob: "*.pdf"}},
		{[]string{"/*"}, &Search{Folder: "/"}},
		{[]string{"/a/*"}, &Search{Folder: "/a"}},
		{[]string{"/a/*.*"}, &Search{Folder: "/a", Glob: "*.*"}},
		{[]string{"/a/**/IMG*"}, &Search{Folder: "/a", Glob: "IMG*", Deep: true}},
		{[]string{"**/*.tmp"}, &Search{Folder: "/home/anna", Glob: "*.tmp", Deep: true}},
		{[]string{"/a/*.tmp", "/a/*.bak", "/a/*.tmp"}, &Search{Folder: "/a", Extensions: []string{"bak", "tmp"}}},
		{[]string{"/a/*.tmp", "/b/*.bak"}, nil},
		{[]string{"/a/*.tmp", "/a/**/*.bak"}, nil},
		{[]string{"/a/*.tmp", "/a/b.txt"}, nil},
		{[]string{"/a/IMG*", "/a/*.bak"}, nil},
		{[]string{"/*/a.txt"}, nil},
		{[]string{"/a/b.txt"}, nil},
		{nil, nil},
	} {
		got, ok := Pattern(c.paths, "/home/anna")
		if ok != (c.want != nil) || ok && cmp.Diff(*c.want, got) != "" {
			t.Errorf("%v: %v %+v", c.paths, ok, got)
		}
	}
}

// TestBeforeHoldsEveryCondition: a search that cannot say all it should is not put in, above all before a change.
func TestBeforeHoldsEveryCondition(t *testing.T) {
	word := func(semantic string) manifest.Property { return manifest.Property{Type: "string", Semantic: semantic} }
	finder := &manifest.Manifest{Name: "find_files", Execution: manifest.Execution{Effect: "read_only"},
		Args: manifest.Args{Properties: map[string]manifest.Property{"folder": word("folder"), "glob": word("glob")}}, Output: manifest.Output{Collection: "entries", Fields: map[string]string{"path": "path"}}}
	mover := &manifest.Manifest{Name: "delete_files", Execution: manifest.Execution{Effect: "reversible"},
		Args: manifest.Args{Properties: map[string]manifest.Property{"paths": {Type: "array", Semantic: "paths", FromEntries: "path"}}}}
	s := shelf.New([]core.Executor{{Manifest: finder}, {Manifest: mover}})
	t1, _ := s.Named("delete_files")
	f := steps("delete_files", args{"paths": []any{"/a/*.x"}, "from_previous": true})
	if _, ok := Before(s, f, 1, t1, Search{Folder: "/a", Glob: "*.x"}); ok {
		t.Error("a search that cannot stay in the folder was put before a change")
	}
	got, ok := Before(s, f, 1, t1, Search{Folder: "/a", Glob: "*.x", Deep: true})
	if diff := cmp.Diff(steps("find_files", args{"folder": "/a", "glob": "*.x"}, "delete_files", args{"from_step": 1}), got); !ok || diff != "" {
		t.Error(ok, diff)
	}
	for _, what := range []Search{{Folder: "/a", Deep: true, Kind: "image"}, {Folder: "/a", Deep: true, Extensions: []string{"x"}}, {Folder: "/a", Deep: true, Name: "x"}} {
		if _, ok := Before(s, f, 1, t1, what); ok {
			t.Errorf("%+v was dropped on the way", what)
		}
	}
	finder.Execution.Effect = "mutating"
	if _, ok := Before(s, f, 1, t1, Search{Folder: "/a", Deep: true}); ok {
		t.Error("a search that changes something")
	}
}
