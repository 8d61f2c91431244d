package repair_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/repair"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/sdk"
	"pgregory.net/rapid"
)

func because(class sdk.Class, code string, params ...string) *sdk.Error {
	e := sdk.Errorf(class, code, "it failed")
	for i := 0; i+1 < len(params); i += 2 {
		e = e.With(params[i], params[i+1])
	}
	return e
}

// items is a collection as a step gave it.
func items(field string, values ...string) plan.Observed {
	o := plan.Observed{Result: sdk.Result{OK: true, Entries: []map[string]any{}}}
	for _, v := range values {
		o.Result.Entries = append(o.Result.Entries, args{field: v})
	}
	return o
}

type repairCase struct {
	name string
	f    repair.Failure
	want *plan.Framework // the alternative
	ask  string          // or the code of the question
	opts []string
}

func becomes(pairs ...any) *plan.Framework { f := steps(pairs...); return &f }

const docs = home + "/Documenti"

func cases() []repairCase {
	isFolder, notText := because(sdk.WrongArgs, "is_a_directory", "path", docs), because(sdk.WrongArgs, "not_text")
	gone := func(p string) *sdk.Error { return because(sdk.NotFound, "file_not_found", "path", p) }
	several := func(arg string) *sdk.Error { return because(sdk.MissingInput, "several_for_one", "arg", arg) }
	seen := []plan.Observed{items("id", "1", "2", "2", "3")}
	many := make([]string, 20)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	return []repairCase{
		{"a folder given to a reader", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs}}, "sort_entries", args{"from_step": 1, "order_by": "name"}), Step: 1, Err: isFolder},
			becomes("find_files", args{"path": docs, "recursive": false}, "read_files", args{"from_step": 1}, "sort_entries", args{"from_step": 2, "order_by": "name"}), "", nil},
		{"a folder given to a change", repair.Failure{Plan: steps("delete_files", args{"paths": []any{docs}}), Step: 1, Err: because(sdk.WrongTool, "delete_is_folder", "path", docs)}, nil, "", nil},
		{"two folders", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs, home + "/Downloads"}}), Step: 1, Err: isFolder}, nil, "", nil},
		{"a file after all", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs + "/agenda.txt"}}), Step: 1, Err: notText}, nil, "", nil},

		{"a pattern", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs + "/*.txt"}}), Step: 1, Err: gone(docs + "/*.txt")},
			becomes("find_files", args{"path": docs, "glob": "*.txt", "recursive": false}, "read_files", args{"from_step": 1}), "", nil},
		{"a pattern to be changed", repair.Failure{Plan: steps("delete_files", args{"paths": []any{"~/Downloads/*.tmp", "~/Downloads/*.bak"}}), Step: 1, Err: because(sdk.WrongArgs, "name_wrong")},
			becomes("find_files", args{"path": "~/Downloads", "extensions": []any{"bak", "tmp"}, "recursive": false}, "delete_files", args{"from_step": 1}), "", nil},

		{"the plural of a name", repair.Failure{Plan: steps("read_files", args{"paths": []any{"Documenti/fatture"}}), Step: 1, Err: gone(docs + "/fatture")},
			becomes("find_files", args{"path": docs, "name": "fattura", "recursive": false}, "read_files", args{"from_step": 1}), "", nil},
		{"the plural of a name, to be changed", repair.Failure{Plan: steps("delete_files", args{"paths": []any{"Documenti/fatture"}}), Step: 1, Err: gone(docs + "/fatture")},
			nil, "repair_found_elsewhere", []string{docs + "/fattura_1.pdf", docs + "/fattura_2.pdf"}},

		{"a path to a name that is in one other place", repair.Failure{Plan: steps("read_files", args{"paths": []any{"~/agenda.txt"}, "first_lines": 3}), Step: 1, Err: gone(home + "/agenda.txt")},
			nil, "repair_found_one", []string{docs + "/agenda.txt"}},
		{"a whole path to it", repair.Failure{Plan: steps("read_files", args{"paths": []any{home + "/Vecchi/agenda.txt"}}), Step: 1, Err: gone(home + "/Vecchi/agenda.txt")},
			nil, "repair_found_one", []string{docs + "/agenda.txt"}},
		{"a name that is in one other place", repair.Failure{Plan: steps("read_files", args{"paths": []any{"agenda.txt"}, "first_lines": 3}), Step: 1, Err: gone(home + "/agenda.txt")},
			becomes("find_files", args{"path": docs, "glob": "agenda.txt", "recursive": false}, "read_files", args{"from_step": 1, "first_lines": 3}), "", nil},
		{"an odd name in one other place", repair.Failure{Plan: steps("get_files", args{"paths": []any{"odd[1].txt"}}), Step: 1, Err: gone(home + "/odd[1].txt")},
			becomes("find_files", args{"path": docs, "glob": `odd\[1\].txt`, "recursive": false}, "get_files", args{"from_step": 1}), "", nil},
		{"a name that is in two other places", repair.Failure{Plan: steps("read_files", args{"paths": []any{"~/bozza.txt"}}), Step: 1, Err: gone(home + "/bozza.txt")},
			nil, "repair_found_elsewhere", []string{docs + "/Lavoro/bozza.txt", home + "/Downloads/bozza.txt"}},
		{"a path that is there, whatever was looked for in it", repair.Failure{Plan: steps("change_texts", args{"paths": []any{docs + "/Lavoro/bozza.txt"}, "query": "latte", "replacement": "pane"}), Step: 1,
			Err: sdk.Errorf(sdk.NotFound, "text_not_there", "no").With("path", docs+"/Lavoro/bozza.txt")}, nil, "", nil},
		{"a name in one other place, to be changed", repair.Failure{Plan: steps("delete_files", args{"paths": []any{"~/agenda.txt"}}), Step: 1, Err: gone(home + "/agenda.txt")},
			nil, "repair_found_one", []string{docs + "/agenda.txt"}},
		{"a folder that is elsewhere", repair.Failure{Plan: steps("list_dirs", args{"path": "~/Lavoro"}), Step: 1, Err: gone(home + "/Lavoro")}, nil, "repair_found_one", []string{docs + "/Lavoro"}},
		{"one value, elsewhere", repair.Failure{Plan: steps("get_files_hash", args{"path": "~/agenda.txt"}), Step: 1, Err: gone(home + "/agenda.txt")}, nil, "repair_found_one", []string{docs + "/agenda.txt"}},
		{"a destination that is not there", repair.Failure{Plan: steps("move_files", args{"paths": []any{docs + "/agenda.txt"}, "destination": "~/Lavoro"}), Step: 1, Err: gone(home + "/Lavoro")}, nil, "", nil},
		{"one of several paths", repair.Failure{Plan: steps("read_files", args{"paths": []any{"~/agenda.txt", docs + "/conti.csv"}}), Step: 1, Err: gone(home + "/agenda.txt")}, nil, "", nil},
		{"a name that is nowhere", repair.Failure{Plan: steps("read_files", args{"paths": []any{"~/x.txt"}}), Step: 1, Err: gone(home + "/x.txt")}, nil, "", nil},
		{"a path another step gave", repair.Failure{Plan: steps("find_files", args{}, "read_files", args{"from_step": 1}), Step: 2, Err: gone(home + "/agenda.txt")}, nil, "", nil},

		{"several for one", repair.Failure{Plan: steps("find_messages", args{}, "get_messages", args{"from_step": 1}), Step: 2, Err: several("id"), Observed: seen}, nil, "repair_which_item", []string{"1", "2", "3"}},
		{"several for one, to be sent", repair.Failure{Plan: steps("find_files", args{"path": docs}, "send_messages", args{"from_step": 1, "to": "a@b.it"}), Step: 2, Err: several("file"), Observed: []plan.Observed{items("path", "/a", "/b")}}, nil, "repair_which_item", []string{"/a", "/b"}},
		{"many for one", repair.Failure{Plan: steps("find_messages", args{}, "get_messages", args{"from_step": 1}), Step: 2, Err: several("id"), Observed: []plan.Observed{items("id", many...)}}, nil, "repair_which_name", nil},
		{"several of what came before", repair.Failure{Plan: steps("get_messages", args{"from_previous": true}), Step: 1, Err: several("id"), Previous: &seen[0]}, nil, "repair_which_item", []string{"1", "2", "3"}},
		{"several, nobody knows which", repair.Failure{Plan: steps("find_messages", args{}, "get_messages", args{"from_step": 1}), Step: 2, Err: several("id")}, nil, "", nil},

		{"the arguments of a search", repair.Failure{Plan: steps("read_files", args{"path": docs, "extensions": []any{"txt"}, "first_lines": 2}), Step: 1, Err: because(sdk.WrongArgs, "unknown_argument", "arg", "path")},
			becomes("find_files", args{"path": docs, "extensions": []any{"txt"}}, "read_files", args{"from_step": 1, "first_lines": 2}), "", nil},
		{"the arguments of a search, to be changed", repair.Failure{Plan: steps("delete_files", args{"path": docs, "extensions": []any{"tmp"}}), Step: 1, Err: because(sdk.WrongArgs, "unknown_argument")},
			becomes("find_files", args{"path": docs, "extensions": []any{"tmp"}, "recursive": false}, "delete_files", args{"from_step": 1}), "", nil},
		{"a folder alone, to be changed", repair.Failure{Plan: steps("delete_files", args{"path": docs}), Step: 1, Err: because(sdk.WrongArgs, "unknown_argument")}, nil, "", nil},
		{"an argument of nobody", repair.Failure{Plan: steps("read_files", args{"path": docs, "colour": "red"}), Step: 1, Err: because(sdk.WrongArgs, "unknown_argument")}, nil, "", nil},

		{"a reader nobody has", repair.Failure{Plan: steps("list_files", args{"path": docs}), Step: 1, Err: because(sdk.WrongTool, "unknown_tool")}, becomes("find_files", args{"path": docs}), "", nil},
		{"a change nobody has", repair.Failure{Plan: steps("compress_dirs", args{"path": docs}), Step: 1, Err: because(sdk.WrongTool, "unknown_tool")}, nil, "", nil},
		{"no name at all", repair.Failure{Plan: steps("levitate", args{}), Step: 1, Err: because(sdk.WrongTool, "unknown_tool")}, nil, "", nil},
		{"a file of another kind", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs + "/conti.csv"}}), Step: 1, Err: notText}, becomes("read_files_csv", args{"paths": []any{docs + "/conti.csv"}}), "", nil},

		{"nothing to work on", repair.Failure{Plan: steps("find_files", args{"path": docs}, "sort_entries", args{"order_by": "size"}), Step: 2, Err: because(sdk.MissingInput, "argument_missing", "arg", "entries")},
			becomes("find_files", args{"path": docs}, "sort_entries", args{"order_by": "size", "from_step": 1}), "", nil},
		{"nobody gives anything", repair.Failure{Plan: steps("read_messages", args{}), Step: 1, Err: because(sdk.MissingInput, "argument_missing", "arg", "ids")}, becomes("find_messages", args{}, "read_messages", args{"from_step": 1}), "", nil},
		{"nobody says where", repair.Failure{Plan: steps("read_files", args{}), Step: 1, Err: because(sdk.MissingInput, "argument_missing", "arg", "paths")}, nil, "", nil},
		{"nothing to delete", repair.Failure{Plan: steps("find_messages", args{}, "delete_messages", args{}), Step: 2, Err: because(sdk.MissingInput, "argument_missing", "arg", "ids")}, nil, "", nil},

		{"out of scope", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs}}), Step: 1, Err: because(sdk.OutOfScope, "path_elsewhere")}, nil, "", nil},
		{"the world", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs}}), Step: 1, Err: because(sdk.Timeout, "files_timeout")}, nil, "", nil},
		{"after a change", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs}}), Step: 1, Err: isFolder, Effects: core.Effects{Mutations: 1}}, nil, "", nil},
		{"after what may be a change", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs}}), Step: 1, Err: isFolder, Effects: core.Effects{Uncertain: 1}}, nil, "", nil},
		{"after a step that changes", repair.Failure{Plan: steps("create_dirs", args{"paths": []any{"~/x"}}, "read_files", args{"paths": []any{docs}}), Step: 2, Err: isFolder}, nil, "", nil},
		{"after a step of nobody", repair.Failure{Plan: steps("levitate", args{}, "read_files", args{"paths": []any{docs}}), Step: 2, Err: isFolder}, nil, "", nil},
		{"a step that is not there", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs}}), Step: 2, Err: isFolder}, nil, "", nil},
		{"another fault in the plan", repair.Failure{Plan: steps("read_files", args{"paths": []any{docs}}, "levitate", args{}), Step: 1, Err: isFolder}, nil, "", nil},
	}
}

// TestAlternative has, for every repair, failures it mends and failures it leaves alone.
func TestAlternative(t *testing.T) {
	list := catalog(t)
	for _, c := range cases() {
		c.f.Home, c.f.Find, c.f.Catalog, c.f.Look = home, lookup(list), list, anna()
		kept := c.f.Plan.Clone()
		got, q, ok := repair.Alternative(c.f)
		if diff := cmp.Diff(kept, c.f.Plan); diff != "" {
			t.Errorf("%s: the failed plan was edited\n%s", c.name, diff)
		}
		switch {
		case c.want != nil:
			if diff := cmp.Diff(*c.want, got); !ok || q != nil || diff != "" {
				t.Errorf("%s: %v %v\n%s", c.name, ok, q, diff)
			}
		case c.ask != "":
			if !ok || q == nil || q.Code != c.ask {
				t.Errorf("%s: %v %+v", c.name, ok, q)
				continue
			}
			if diff := cmp.Diff(c.opts, q.Options); diff != "" {
				t.Errorf("%s: %s", c.name, diff)
			}
			for _, option := range q.Options {
				f := q.Partial.Clone()
				m, _ := c.f.Find(f.Steps[q.Step-1].Tool)
				if f.Steps[q.Step-1].Args[q.Arg] = any(option); m.Args.Properties[q.Arg].Type == "array" {
					f.Steps[q.Step-1].Args[q.Arg] = []any{option}
				}
				if problems := plan.Validate(f, c.f.Find, plan.MaxSteps); len(problems) > 0 {
					t.Errorf("%s: the answer %s makes no plan: %v", c.name, option, problems)
				}
			}
		case ok:
			t.Errorf("%s: %v %+v", c.name, got.Steps, q)
		}
	}
}

// TestNobodyTellsWhatIsThere: repairs that need no look still work, the others do not guess.
func TestNobodyTellsWhatIsThere(t *testing.T) {
	list := catalog(t)
	f := repair.Failure{Plan: steps("read_files", args{"paths": []any{docs + "/*.txt"}}), Step: 1, Err: because(sdk.NotFound, "file_not_found"), Home: home, Find: lookup(list), Catalog: list}
	if _, _, ok := repair.Alternative(f); !ok {
		t.Error("a pattern was not searched for")
	}
	f.Plan = steps("read_files", args{"paths": []any{"~/agenda.txt"}})
	if got, q, ok := repair.Alternative(f); ok {
		t.Error(got, q)
	}
}

// TestClasses: every class blames the plan or the world, never both; out of scope is beyond repair.
func TestClasses(t *testing.T) {
	for _, c := range sdk.Classes {
		if repair.Structural(c) == repair.Operational(c) {
			t.Errorf("%s: structural %v, operational %v", c, repair.Structural(c), repair.Operational(c))
		}
		if repair.Recoverable(c) && !repair.Structural(c) {
			t.Errorf("%s is recoverable", c)
		}
	}
	if repair.Recoverable(sdk.OutOfScope) || !repair.Recoverable(sdk.WrongArgs) {
		t.Error("out_of_scope is final, wrong_args is not")
	}
	for _, c := range []sdk.Class{"", "unheard_of"} {
		if repair.Structural(c) || repair.Operational(c) {
			t.Errorf("%q is a class", c)
		}
	}
}

// drawn draws a failure of a plan that may run.
func drawn(list []core.Executor) *rapid.Generator[repair.Failure] {
	value := rapid.SampledFrom([]any{docs, docs + "/*.txt", "~/agenda.txt", "~/bozza.txt", "Documenti/fatture", []any{docs}, []any{"~/agenda.txt"}, []any{docs + "/conti.csv"}, []any{"~/a*", "~/b*"}, "size", 3, true, "${step1.0.path}", nil})
	return rapid.Custom(func(t *rapid.T) repair.Failure {
		out := rapid.SampledFrom(cases()).Draw(t, "case").f
		f := out.Plan.Clone()
		for n := rapid.IntRange(0, 2).Draw(t, "edits"); n > 0 && len(f.Steps) > 0; n-- {
			step := &f.Steps[rapid.IntRange(0, len(f.Steps)-1).Draw(t, "step")]
			if step.Args == nil {
				step.Args = args{}
			}
			step.Args[rapid.SampledFrom([]string{"path", "paths", "glob", "extensions", "from_step", "from_previous", "destination", "id", "entries", "x"}).Draw(t, "arg")] = value.Draw(t, "value")
		}
		e := rapid.SampledFrom(list).Draw(t, "tool").Manifest
		if rapid.Bool().Draw(t, "more") {
			f.Steps = append(f.Steps, plan.Step{Tool: e.Name, Args: args{}})
		}
		out.Plan, out.Home, out.Find, out.Catalog, out.Look = f, home, lookup(list), list, anna()
		if rapid.IntRange(0, 2).Draw(t, "other") == 0 {
			params := []string{"path", rapid.SampledFrom([]string{"", docs, home + "/agenda.txt"}).Draw(t, "blamed"), "arg", rapid.SampledFrom([]string{"", "id", "file", "paths"}).Draw(t, "arg")}
			out.Err, out.Step = because(rapid.SampledFrom(sdk.Classes).Draw(t, "class"), "x", params...), rapid.IntRange(0, len(f.Steps)+1).Draw(t, "n")
		}
		return out
	})
}

// TestAlternativesAreSound: every alternative validates, does what the plan would have changed, and is another plan.
func TestAlternativesAreSound(t *testing.T) {
	list := catalog(t)
	find, failures := lookup(list), drawn(list)
	changes := func(f plan.Framework) map[string]int {
		out := map[string]int{}
		for _, step := range f.Steps {
			m, _ := find(step.Tool)
			if tool, ok := shelf.Of(m); ok && tool.Changes() {
				out[tool.Name]++
			}
		}
		return out
	}
	mended := 0
	for range 5 {
		rapid.Check(t, func(r *rapid.T) {
			f := failures.Draw(r, "failure")
			kept := f.Plan.Clone()
			got, q, ok := repair.Alternative(f)
			if diff := cmp.Diff(kept, f.Plan); diff != "" {
				r.Fatalf("the failed plan was edited\n%s", diff)
			}
			if !ok || q != nil {
				return
			}
			mended++
			if problems := plan.Validate(got, find, plan.MaxRuntimeSteps); len(problems) > 0 {
				r.Fatalf("%v: %v", got.Steps, problems)
			}
			if repair.Hash(got) == repair.Hash(f.Plan) || !maps.Equal(changes(f.Plan), changes(got)) {
				r.Fatalf("%v became %v", f.Plan.Steps, got.Steps)
			}
			f.Effects.Mutations = 1
			if _, _, ok := repair.Alternative(f); ok {
				r.Fatal("an alternative after a change")
			}
		})
	}
	if mended == 0 {
		t.Error("nothing was mended: the plans drawn test nothing")
	}
}

// TestHash: the order of arguments and their values do not matter; everything else does.
func TestHash(t *testing.T) {
	base := steps("find_files", args{"path": "a", "glob": "b"}, "read_files", args{"from_step": 1})
	if h := repair.Hash(base); len(h) != 16 {
		t.Error(h)
	}
	if repair.Hash(base) != repair.Hash(steps("find_files", args{"glob": "c", "path": "d"}, "read_files", args{"from_step": 1})) {
		t.Error("values or their order count")
	}
	closing := base
	closing.FinalMessage = "done"
	for name, other := range map[string]plan.Framework{
		"a tool":           steps("find_dirs", args{"path": "a", "glob": "b"}, "read_files", args{"from_step": 1}),
		"an argument":      steps("find_files", args{"path": "a"}, "read_files", args{"from_step": 1}),
		"a step":           steps("find_files", args{"path": "a", "glob": "b"}),
		"the order":        steps("read_files", args{"from_step": 1}, "find_files", args{"path": "a", "glob": "b"}),
		"where names stop": steps("find_files", args{"path": "a"}, "glob", args{}, "read_files", args{"from_step": 1}),
		"the closing":      closing,
		"nothing":          {},
	} {
		if repair.Hash(other) == repair.Hash(base) {
			t.Errorf("%s does not count", name)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		names := rapid.SliceOfDistinct(rapid.StringMatching(`[a-z]{1,6}`), rapid.ID[string]).Draw(r, "names")
		one, two := args{}, args{}
		for i := range names {
			one[names[i]], two[names[len(names)-1-i]] = i, "x"
		}
		if repair.Hash(steps("t", one)) != repair.Hash(steps("t", two)) {
			r.Fatal("the order of arguments counts")
		}
	})
}
