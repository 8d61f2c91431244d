package main

import (
	"github.com/metnos/metnos/plugins/executors/self/kept"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "create_tasks", Executor: maker{}},
		{Name: "list_tasks", Executor: lister{}},
		{Name: "read_tasks", Executor: reader{}},
		{Name: "read_tasks_history", Executor: historian{}},
		{Name: "set_tasks", Executor: setter{}},
		{Name: "delete_tasks", Executor: remover{}},
		{Name: "get_preferences", Executor: preferences{}},
		{Name: "set_preferences", Executor: chooser{}},
		{Name: "delete_preferences", Executor: resetter{}},
		{Name: "list_skills", Executor: skills{}},
		{Name: "set_skills", Executor: switcher{}},
		{Name: "get_inputs", Executor: inputs{}},
		{Name: "get_approval", Executor: approval{}},
		{Name: "get_location", Executor: place{}},
		{Name: "find_entries", Executor: kept.Finder{}},
		{Name: "write_entries", Executor: rowWriter{}},
		{Name: "delete_entries", Executor: rowRemover{}},
		{Name: "undo_last_turn", Executor: undoer{}},
	}
}
