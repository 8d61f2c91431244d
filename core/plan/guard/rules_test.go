package guard_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard"
	"github.com/metnos/metnos/sdk/manifest"
)

// made are executors of nobody's, for what the shipped catalog lacks.
func made() []core.Executor {
	list := func(semantic string) manifest.Property {
		return manifest.Property{Type: "array", Semantic: semantic, FromEntries: "path", Items: &manifest.Property{Type: "string"}}
	}
	word := func(semantic string) manifest.Property { return manifest.Property{Type: "string", Semantic: semantic} }
	exec := func(name, effect string, properties map[string]manifest.Property, required ...string) core.Executor {
		m := &manifest.Manifest{Name: name, Execution: manifest.Execution{Effect: effect}, Placement: manifest.Placement{Scope: "any"},
			Args: manifest.Args{Properties: properties, Required: required}, Output: manifest.Output{Collection: "entries", Fields: map[string]string{"path": "path"}}}
		return core.Executor{Manifest: m}
	}
	spoken := func(e core.Executor, phrases ...string) core.Executor {
		e.Manifest.Affinity = map[string][]string{"it": phrases, "en": phrases}
		return e
	}
	return []core.Executor{
		exec("delete_dirs", "reversible", map[string]manifest.Property{"paths": list("paths")}, "paths"),
		exec("move_messages", "reversible", map[string]manifest.Property{"paths": list("paths"), "destination": word("destination")}, "paths"),
		exec("delete_messages", "reversible", map[string]manifest.Property{"paths": list("paths")}, "paths"),
		exec("find_messages", "read_only", map[string]manifest.Property{"query": word("text_query"), "limit": {Type: "integer", Semantic: "quantity"}}),
		exec("find_events", "read_only", map[string]manifest.Property{"query": word("text_query"), "limit": {Type: "integer", Semantic: "quantity"}}),
		spoken(exec("find_messages_google_workspace", "read_only", map[string]manifest.Property{"query": word("text_query")}), "search gmail"),
		exec("read_files_pdf", "read_only", map[string]manifest.Property{"paths": list("paths")}, "paths"),
		spoken(exec("find_messages_labels", "read_only", map[string]manifest.Property{"query": word("text_query"), "limit": {Type: "integer", Semantic: "quantity"}}), "starred messages"),
		exec("send_messages", "outbound", map[string]manifest.Property{"to": word("recipient")}, "to"),
	}
}

type ruleCase struct {
	guard, text string
	plan        plan.Framework
	want        *plan.Framework // nil: the rule leaves the plan alone
}

func becomes(pairs ...any) *plan.Framework { f := steps(pairs...); return &f }

func shaped(f *plan.Framework, s plan.Shape) *plan.Framework { f.Shape = s; return f }

func answering(f *plan.Framework, steps ...int) *plan.Framework {
	for _, n := range steps {
		f.Answers = append(f.Answers, plan.Answer{Step: n})
	}
	return f
}

func hosted(f plan.Framework, hosts ...plan.Host) plan.Framework {
	for i, h := range hosts {
		f.Steps[i].Host = h
	}
	return f
}

func onHosts(f plan.Framework, hosts ...plan.Host) *plan.Framework {
	f = hosted(f, hosts...)
	return &f
}

const down = home + "/Downloads"

// TestRules has, for every guard, plans it mends and plans it leaves alone.
func TestRules(t *testing.T) {
	catalog := append(made(), shipped(t)...)
	fires, rests := map[string]int{}, map[string]int{}
	for _, c := range slices.Concat(argumentCases(), swapCases(), folderCases(), missingCases(), wiringCases()) {
		got := guard.Apply(guard.Request{Framework: c.plan, Text: c.text, Lang: "it", Home: home, Find: lookup(catalog), Catalog: catalog})
		fired := slices.ContainsFunc(got.Fired, func(f guard.Fire) bool { return f.Name == c.guard && f.N > 0 })
		switch {
		case c.want == nil:
			rests[c.guard]++
			if fired {
				t.Errorf("%s, %q: fired\n%s", c.guard, c.text, cmp.Diff(c.plan, got.Framework))
			}
		default:
			fires[c.guard]++
			if diff := cmp.Diff(*c.want, got.Framework); !fired || diff != "" {
				t.Errorf("%s, %q: %v\n%s", c.guard, c.text, got.Fired, diff)
			}
		}
		again := guard.Apply(guard.Request{Framework: got.Framework, Text: c.text, Lang: "it", Home: home, Find: lookup(catalog), Catalog: catalog})
		if diff := cmp.Diff(got.Framework, again.Framework); diff != "" || len(again.Fired) > 0 {
			t.Errorf("%s, %q: not settled: %v\n%s", c.guard, c.text, again.Fired, diff)
		}
	}
	for _, name := range guard.Names() {
		if fires[name] == 0 || rests[name] == 0 {
			t.Errorf("%s: %d plans it mends, %d it leaves alone", name, fires[name], rests[name])
		}
	}
}

func argumentCases() []ruleCase {
	read := "quali file ci sono in Downloads?"
	return []ruleCase{
		{"drop_final_answer", read, steps("find_files", args{"path": down}, "final_answer", args{"text": "done"}), becomes("find_files", args{"path": down})},
		{"drop_final_answer", read, steps("find_files", args{"path": down}), nil},
		{"drop_final_answer", read, steps("final_answer", args{}), nil},

		{"coerce_args_to_schema", read, steps("find_files", args{"Path": down, "Extension": "pdf", "recursive": "true", "limit": "5", "_note": "x", "actor": "anna", "glob": nil, "kind": ""}),
			becomes("find_files", args{"path": down, "extensions": []any{"pdf"}, "recursive": true, "limit": 5})},
		{"coerce_args_to_schema", read, steps("find_files", args{"path": down, "kind": "Image", "size_min": "5 MB", "order_by": "importance", "order": "DESC"}),
			becomes("find_files", args{"path": down, "kind": "image", "size_min": 5000000, "order": "desc"})},
		{"coerce_args_to_schema", "quante foto ci sono?", steps("find_files", args{"path": down, "kind": "foto"}), becomes("find_files", args{"path": down, "kind": "image"})},
		{"coerce_args_to_schema", read, steps("find_files", args{"path": []any{down}}, "sort_entries", args{"from_step": "${step1}", "order_by": 3.0}),
			becomes("find_files", args{"path": down}, "sort_entries", args{"from_step": 1, "order_by": "3"})},
		{"coerce_args_to_schema", read, steps("find_files", args{"path": down, "kind": "holograms"}), nil},
		{"coerce_args_to_schema", read, steps("find_files", args{"path": "${RUNTIME:home}", "limit": 5}), nil},

		{"strip_unknown_args", read, steps("find_files", args{"path": down, "colour": "red"}), becomes("find_files", args{"path": down})},
		{"strip_unknown_args", "elimina i file rossi di Downloads", steps("find_files", args{"path": down, "colour": "red"}, "delete_files", args{"from_step": 1}), nil},
		{"strip_unknown_args", "elimina a.txt", steps("delete_files", args{"paths": []any{"a.txt"}, "colour": "red"}), nil},

		{"normalize_filter_operation_values", read, steps("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "field": "size", "operation": "greater than", "value": "> 5 MB"}),
			becomes("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "field": "size", "operation": "gt", "value": "5 MB"})},
		{"normalize_filter_operation_values", read, steps("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "field": "size", "value": ">=10"}),
			becomes("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "field": "size", "operation": "ge", "value": "10"})},
		{"normalize_filter_operation_values", read, steps("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "predicates": []any{args{"field": "name", "operation": "contiene", "value": "contiene fattura"}}}),
			becomes("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "predicates": []any{args{"field": "name", "operation": "contains", "value": "fattura"}}})},
		{"normalize_filter_operation_values", read, steps("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "field": "text", "value": "contains sugar"}), nil},
		{"normalize_filter_operation_values", read, steps("find_files", args{"path": down}, "filter_entries", args{"from_step": 1, "field": "text", "operation": "eq", "value": "> quoted"}), nil},

		{"enforce_create_only_artifact_policy", "scrivi ciao in a.txt", steps("write_files", args{"paths": []any{"a.txt"}, "content": "ciao", "overwrite": true}), becomes("write_files", args{"paths": []any{"a.txt"}, "content": "ciao"})},
		{"enforce_create_only_artifact_policy", "move a.txt to Archivio, do not overwrite anything", steps("move_files", args{"paths": []any{"a.txt"}, "destination": "Archivio", "overwrite": true}), becomes("move_files", args{"paths": []any{"a.txt"}, "destination": "Archivio"})},
		{"enforce_create_only_artifact_policy", "sovrascrivi a.txt con: ciao", steps("write_files", args{"paths": []any{"a.txt"}, "content": "ciao", "overwrite": true}), nil},
		{"enforce_create_only_artifact_policy", "move a.txt to Archivio, overwriting what is there", steps("move_files", args{"paths": []any{"a.txt"}, "destination": "Archivio", "overwrite": true}), nil},

		{"fill_clause_args", "mostra i 5 file più grandi di Downloads", steps("find_files", args{"path": down, "order_by": "size", "order": "desc"}), becomes("find_files", args{"path": down, "order_by": "size", "order": "desc", "limit": 5})},
		{"fill_clause_args", "show me the last 3 lines of a.txt", steps("read_files", args{"paths": []any{"a.txt"}}), becomes("read_files", args{"paths": []any{"a.txt"}, "last_lines": 3})},
		{"fill_clause_args", "show me the 5 largest files in Downloads", steps("find_files", args{"path": down, "order_by": "size", "order": "desc", "limit": 100}), becomes("find_files", args{"path": down, "order_by": "size", "order": "desc", "limit": 5})},
		{"fill_clause_args", "elimina i pdf di Downloads", steps("find_files", args{"path": down, "recursive": false}, "delete_files", args{"from_step": 1}),
			becomes("find_files", args{"path": down, "recursive": false, "extensions": []any{"pdf"}}, "delete_files", args{"from_step": 1})},
		{"fill_clause_args", "delete the photos in Downloads", steps("find_files", args{"path": down}, "delete_files", args{"from_step": 1}),
			becomes("find_files", args{"path": down, "kind": "image"}, "delete_files", args{"from_step": 1})},
		{"fill_clause_args", "mostra i 5 file più grandi di Downloads", steps("find_files", args{"path": down}), nil}, // five of which order?
		{"fill_clause_args", "delete the 5 oldest files in Downloads", steps("find_files", args{"path": down, "order_by": "modified", "limit": 2}, "delete_files", args{"from_step": 1}), nil},
		{"fill_clause_args", "elimina i file di Downloads che non sono pdf", steps("find_files", args{"path": down}, "delete_files", args{"from_step": 1}), nil},
		{"fill_clause_args", "list the files larger than 5 MB in Downloads", steps("find_files", args{"path": down, "size_min": 5000001}), nil},

		{"enforce_complete_sink_cardinality", "quanto pesano i pdf di Downloads?", steps("find_files", args{"path": down, "extensions": []any{"pdf"}, "limit": 50}, "compute_entries", args{"from_step": 1, "aggregate": "sum", "field": "size"}),
			becomes("find_files", args{"path": down, "extensions": []any{"pdf"}}, "compute_entries", args{"from_step": 1, "aggregate": "sum", "field": "size"})},
		{"enforce_complete_sink_cardinality", "salva l'elenco dei pdf di Downloads in ~/e.txt", steps("find_files", args{"path": down, "extensions": []any{"pdf"}, "limit": 50}, "write_files", args{"from_step": 1, "paths": []any{"~/e.txt"}}),
			becomes("find_files", args{"path": down, "extensions": []any{"pdf"}}, "write_files", args{"from_step": 1, "paths": []any{"~/e.txt"}})},
		{"enforce_complete_sink_cardinality", "save the list of the 50 largest pdfs in Downloads to ~/e.txt", steps("find_files", args{"path": down, "extensions": []any{"pdf"}, "limit": 50, "order_by": "size"}, "write_files", args{"from_step": 1, "paths": []any{"~/e.txt"}}), nil},
		{"enforce_complete_sink_cardinality", "elimina i pdf di Downloads", steps("find_files", args{"path": down, "extensions": []any{"pdf"}, "limit": 50}, "delete_files", args{"from_step": 1}), nil},
	}
}

func swapCases() []ruleCase {
	return []ruleCase{
		{"withhold_denied_actions", "elenca i pdf di Downloads ma non cancellare niente", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "delete_files", args{"from_step": 1}), becomes("find_files", args{"path": down, "extensions": []any{"pdf"}})},
		{"withhold_denied_actions", "don't delete the files in Downloads", steps("find_files", args{"path": down}, "delete_files", args{"from_step": 1}, "sort_entries", args{"from_step": 2, "order_by": "name"}), becomes("find_files", args{"path": down})},
		{"withhold_denied_actions", "cancella i file che non ho aperto", steps("find_files", args{"path": down}, "delete_files", args{"from_step": 1}), nil},
		{"withhold_denied_actions", "move a.txt to Archivio but do not delete it", steps("move_files", args{"paths": []any{"a.txt"}, "destination": "Archivio"}), nil},

		{"enforce_provider_binding", "find the messages from Luca", steps("find_messages_google_workspace", args{"query": "Luca"}), becomes("find_messages", args{"query": "Luca"})},
		{"enforce_provider_binding", "find the messages from Luca on google", steps("find_messages_google_workspace", args{"query": "Luca"}), nil},
		{"enforce_provider_binding", "search gmail for Luca", steps("find_messages_google_workspace", args{"query": "Luca"}), nil},

		{"decontaminate_reader_qualifier", "read a.txt and save it as a pdf", steps("read_files_pdf", args{"paths": []any{"a.txt"}}, "write_files", args{"from_step": 1, "paths": []any{"~/a.md"}}),
			becomes("read_files", args{"paths": []any{"a.txt"}}, "write_files", args{"from_step": 1, "paths": []any{"~/a.md"}})},
		{"decontaminate_reader_qualifier", "read the pdf b.pdf and save it in ~/a.md", steps("read_files_pdf", args{"paths": []any{"b.pdf"}}, "write_files", args{"from_step": 1, "paths": []any{"~/a.md"}}), nil},

		{"align_framework_objects", "find the events with Luca", steps("find_messages", args{"query": "Luca"}), becomes("find_events", args{"query": "Luca"})},
		{"align_framework_objects", "find the messages with Luca", steps("find_messages", args{"query": "Luca"}), nil},
		{"align_framework_objects", "find the events with Luca", steps("find_messages", args{"limit": 3, "query": "Luca"}, "find_events", args{}), nil},

		{"align_strong_affinity_producers", "find the starred messages", steps("find_messages", args{"limit": 3}), becomes("find_messages_labels", args{"limit": 3})},
		{"align_strong_affinity_producers", "leggi il file ~/a.txt", steps("get_files", args{"paths": []any{"~/a.txt"}}), becomes("read_files", args{"paths": []any{"~/a.txt"}})},
		{"align_strong_affinity_producers", "quante righe ha il file ~/a.csv", steps("read_files_csv", args{"paths": []any{"~/a.csv"}}), nil},
		{"align_strong_affinity_producers", "somma la colonna importo di ~/a.xlsx", steps("read_files_xlsx", args{"paths": []any{"~/a.xlsx"}}, "compute_entries", args{"from_step": 1, "aggregate": "sum", "field": "importo"}), nil},
		{"align_strong_affinity_producers", "add up the column amount of ~/a.xlsx", steps("read_files_xlsx", args{"paths": []any{"~/a.xlsx"}}, "compute_entries", args{"from_step": 1, "aggregate": "sum", "field": "amount"}), nil},
		{"align_strong_affinity_producers", "find the messages of Luca", steps("find_messages", args{"query": "Luca"}), nil},
		{"align_strong_affinity_producers", "delete the starred messages", steps("find_messages", args{}, "delete_messages", args{"from_step": 1}), nil},

		{"align_framework_action_pairs", "leggi i messaggi e cancella la cartella Vecchi", steps("find_messages", args{}, "delete_files", args{"paths": []any{"Vecchi"}}),
			nil}, // files and folders are told apart by the executor that has both
		{"align_framework_action_pairs", "delete the messages in Inbox", steps("delete_files", args{"paths": []any{"Inbox/1"}}), becomes("delete_messages", args{"paths": []any{"Inbox/1"}})},
		{"align_framework_action_pairs", "delete the files in Inbox", steps("delete_files", args{"paths": []any{"Inbox/1"}}), nil},
	}
}

func folderCases() []ruleCase {
	return []ruleCase{
		{"route_filename_pattern_to_find", "read the txt files in Documenti", steps("read_files", args{"paths": []any{"~/Documenti/*.txt"}}),
			becomes("find_files", args{"path": "~/Documenti", "glob": "*.txt", "recursive": false}, "read_files", args{"from_step": 1})},
		{"route_filename_pattern_to_find", "elimina i file tmp e bak di Downloads", steps("find_files", args{"path": "~"}, "delete_files", args{"paths": []any{down + "/**/*.tmp", down + "/**/*.bak"}}, "sort_entries", args{"from_step": 2, "order_by": "name"}),
			becomes("find_files", args{"path": "~"}, "find_files", args{"path": down, "extensions": []any{"bak", "tmp"}, "recursive": true}, "delete_files", args{"from_step": 2}, "sort_entries", args{"from_step": 3, "order_by": "name"})},
		{"route_filename_pattern_to_find", "sposta i pdf in Archivio", steps("move_files", args{"paths": []any{"*.pdf"}, "destination": "Archivio"}),
			becomes("find_files", args{"path": home, "glob": "*.pdf", "recursive": false}, "move_files", args{"from_step": 1, "destination": "Archivio"})},
		{"route_filename_pattern_to_find", "read a.txt", steps("read_files", args{"paths": []any{"~/a.txt"}}), nil},
		{"route_filename_pattern_to_find", "read both", steps("read_files", args{"paths": []any{"~/a*.txt", "~/b.txt"}}), nil},
		{"route_filename_pattern_to_find", "read them", steps("read_files", args{"paths": []any{"~/*/a.txt"}}), nil},

		{"enrich_move_source_dir", "sposta i pdf di Downloads in Archivio", steps("move_files", args{"paths": []any{down}, "destination": home + "/Archivio"}),
			becomes("find_files", args{"path": down, "extensions": []any{"pdf"}, "recursive": false}, "move_files", args{"from_step": 1, "destination": home + "/Archivio"})},
		{"enrich_move_source_dir", "delete the files in the Downloads folder", steps("delete_files", args{"paths": []any{down}}),
			becomes("find_files", args{"path": down, "recursive": false}, "delete_files", args{"from_step": 1})},
		{"enrich_move_source_dir", "sposta la cartella Downloads in Archivio", steps("move_files", args{"paths": []any{down}, "destination": home + "/Archivio"}), nil},
		{"enrich_move_source_dir", "sposta il pdf di Downloads in Archivio", steps("move_files", args{"paths": []any{down}, "destination": home + "/Archivio"}), nil},
		{"enrich_move_source_dir", "delete some files in Downloads", steps("delete_files", args{"paths": []any{down}}), nil},
		{"enrich_move_source_dir", "delete the files in Downloads", steps("delete_files", args{"paths": []any{home + "/Musica"}}), nil},

		{"scope_dirs_clause_to_contents", "delete the files and the folders in Downloads", steps("find_files", args{"path": down, "recursive": false}, "delete_files", args{"from_step": 1}, "delete_dirs", args{"paths": []any{down}}),
			becomes("find_files", args{"path": down, "recursive": false}, "delete_files", args{"from_step": 1}, "list_dirs", args{"path": down, "recursive": false, "type": "folder"}, "delete_dirs", args{"from_step": 3})},
		{"scope_dirs_clause_to_contents", "delete the files in Downloads and the folder Musica", steps("find_files", args{"path": down, "recursive": false}, "delete_files", args{"from_step": 1}, "delete_dirs", args{"paths": []any{home + "/Musica"}}), nil},

		{"route_folder_size", "quanto pesa la cartella Downloads?", steps("get_files", args{"paths": []any{down}}),
			shaped(becomes("find_files", args{"path": down, "recursive": true}, "compute_entries", args{"from_step": 1, "aggregate": "sum", "field": "size"}), plan.ShapeScalar)},
		{"route_folder_size", "how big is the Downloads folder?", steps("list_dirs", args{"path": down}),
			shaped(becomes("find_files", args{"path": down, "recursive": true}, "compute_entries", args{"from_step": 1, "aggregate": "sum", "field": "size"}), plan.ShapeScalar)},
		{"route_folder_size", "quanto pesa il file manuale.pdf?", steps("get_files", args{"paths": []any{down + "/manuale.pdf"}}), nil},
		{"route_folder_size", "what is in the Downloads folder?", steps("list_dirs", args{"path": down}), nil},

		{"degenerate_find_to_list", "che cosa c'è in Downloads?", steps("find_files", args{"path": down, "recursive": false}), becomes("list_dirs", args{"path": down, "recursive": false})},
		{"degenerate_find_to_list", "list the folders in Downloads", steps("find_files", args{"path": down}), becomes("list_dirs", args{"path": down, "type": "folder"})},
		{"degenerate_find_to_list", "list the files in Downloads", steps("find_files", args{"path": down, "recursive": false}), nil},
		{"degenerate_find_to_list", "che cosa c'è in Downloads?", steps("find_files", args{"path": down, "kind": "image"}), nil},

		{"normalize_result_folder_exclusion", "sposta i pdf di Downloads, anche nelle sottocartelle, in Downloads/PDF", steps("find_files", args{"path": down, "recursive": true, "extensions": []any{"pdf"}, "exclude": []any{"PDF"}}, "move_files", args{"from_step": 1, "destination": down + "/PDF"}),
			becomes("find_files", args{"path": down, "recursive": true, "extensions": []any{"pdf"}, "exclude": []any{down + "/PDF"}}, "move_files", args{"from_step": 1, "destination": down + "/PDF"})},
		{"normalize_result_folder_exclusion", "sposta i pdf di Downloads in Archivio", steps("find_files", args{"path": down, "extensions": []any{"pdf"}, "exclude": []any{"PDF", "*.tmp"}}, "move_files", args{"from_step": 1, "destination": home + "/Archivio"}), nil},
	}
}

func missingCases() []ruleCase {
	return []ruleCase{
		{"enforce_missing_objects", "quanti file ci sono in Downloads e quali messaggi ho?", steps("find_files", args{"path": down}), answering(becomes("find_files", args{"path": down}, "find_messages", args{}), 1, 2)},
		{"enforce_missing_objects", "quali messaggi ho e quanti file ci sono in Downloads?", steps("find_files", args{"path": down}), answering(becomes("find_messages", args{}, "find_files", args{"path": down}), 1, 2)},
		{"enforce_missing_objects", "quanti file ci sono in Downloads?", steps("find_files", args{"path": down}), nil},
		{"enforce_missing_objects", "quali programmi usano più memoria?", steps("get_processes", args{"order_by": "memory"}), nil},
		{"enforce_missing_objects", "which programs use the most cpu?", steps("get_processes", args{"order_by": "cpu"}), nil},
		{"enforce_missing_objects", "find the file called messaggi in Downloads", steps("find_files", args{"path": down}), nil},

		{"enforce_missing_clauses", "trova i file .tmp in Downloads e cancellali", steps("find_files", args{"path": down, "extensions": []any{"tmp"}}),
			shaped(becomes("find_files", args{"path": down, "extensions": []any{"tmp"}}, "delete_files", args{"from_step": 1}), plan.ShapeReceipt)},
		{"enforce_missing_clauses", "find the pdfs in Downloads and move them to ~/Archivio", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}),
			shaped(becomes("find_files", args{"path": down, "extensions": []any{"pdf"}}, "move_files", args{"from_step": 1, "destination": home + "/Archivio"}), plan.ShapeReceipt)},
		{"enforce_missing_clauses", "find the pdf in Downloads and delete it", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}), nil},
		{"enforce_missing_clauses", "delete the pdfs in Downloads", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}), nil},
		{"enforce_missing_clauses", "find the pdfs in Downloads and do not delete them", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}), nil},
		{"enforce_missing_clauses", "find the 3 largest files in Downloads and delete them", steps("find_files", args{"path": down}), nil},
		{"enforce_missing_clauses", "find the pdfs in Downloads and move them", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}), nil},
	}
}

func wiringCases() []ruleCase {
	return []ruleCase{
		{"auto_wire_consumer", "order the files in Downloads by size", steps("find_files", args{"path": down}, "sort_entries", args{"order_by": "size"}), becomes("find_files", args{"path": down}, "sort_entries", args{"order_by": "size", "from_step": 1})},
		{"auto_wire_consumer", "elimina i pdf di Downloads", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "sort_entries", args{"from_step": 1, "order_by": "size"}, "delete_files", args{}),
			becomes("find_files", args{"path": down, "extensions": []any{"pdf"}}, "sort_entries", args{"from_step": 1, "order_by": "size"}, "delete_files", args{"from_step": 2})},
		{"auto_wire_consumer", "elenca i pdf di Downloads", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "delete_files", args{}), nil},
		{"auto_wire_consumer", "elimina i file di Downloads", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "find_files", args{"path": home}, "delete_files", args{}), nil},
		{"auto_wire_consumer", "leggi a.txt", steps("find_files", args{"path": down}, "read_files", args{"paths": []any{"${step1.0.path}"}}), nil},
		{"auto_wire_consumer", "leggi a.txt", steps("compute_entries", args{"from_previous": true, "aggregate": "count"}, "read_files", args{"paths": []any{"a.txt"}}), nil},

		{"explicit_destination_beats_reference", "move the pdfs of Downloads to ~/Archivio", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "move_files", args{"from_step": 1, "destination": "${step1.0.folder}"}),
			becomes("find_files", args{"path": down, "extensions": []any{"pdf"}}, "move_files", args{"from_step": 1, "destination": home + "/Archivio"})},
		{"explicit_destination_beats_reference", "read a.txt", steps("find_files", args{"path": down}, "read_files", args{"from_step": 1, "paths": []any{"~/a.txt"}}), becomes("find_files", args{"path": down}, "read_files", args{"paths": []any{"~/a.txt"}})},
		{"explicit_destination_beats_reference", "move the pdfs of Downloads where the first one is", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "move_files", args{"from_step": 1, "destination": "${step1.0.folder}"}), nil},

		{"keep_remote_authority", "delete the pdfs on my laptop", hosted(steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "sort_entries", args{"from_step": 1, "order_by": "size"}, "delete_files", args{"from_step": 2}), "laptop"),
			onHosts(steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "sort_entries", args{"from_step": 1, "order_by": "size"}, "delete_files", args{"from_step": 2}), "laptop", "", "laptop")},
		{"keep_remote_authority", "delete the pdfs in Downloads", steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "delete_files", args{"from_step": 1}), nil},
		{"keep_remote_authority", "save the list of the pdfs on my laptop", hosted(steps("find_files", args{"path": down, "extensions": []any{"pdf"}}, "write_files", args{"from_step": 1, "paths": []any{"~/l.txt"}}), "laptop"), nil},

		{"conform_to_intent_order", "crea la cartella ~/Nuova e cancella ~/vecchio.txt", steps("delete_files", args{"paths": []any{"~/vecchio.txt"}}, "create_dirs", args{"paths": []any{"~/Nuova"}}), becomes("create_dirs", args{"paths": []any{"~/Nuova"}}, "delete_files", args{"paths": []any{"~/vecchio.txt"}})},
		{"conform_to_intent_order", "move the pdfs of Downloads to ~/Archivio and delete ~/a.txt", steps("delete_files", args{"paths": []any{"~/a.txt"}}, "find_files", args{"path": down, "extensions": []any{"pdf"}}, "move_files", args{"from_step": 2, "destination": home + "/Archivio"}),
			becomes("find_files", args{"path": down, "extensions": []any{"pdf"}}, "move_files", args{"from_step": 1, "destination": home + "/Archivio"}, "delete_files", args{"paths": []any{"~/a.txt"}})},
		{"conform_to_intent_order", "delete ~/a.txt after you create the folder ~/Nuova", steps("create_dirs", args{"paths": []any{"~/Nuova"}}, "delete_files", args{"paths": []any{"~/a.txt"}}), nil},
		{"conform_to_intent_order", "delete ~/a.txt and create the folder ~/Nuova", steps("create_dirs", args{"paths": []any{"~/Nuova"}}, "delete_files", args{"paths": []any{"${step1.0.path}"}}), nil},
	}
}
