package main

import "github.com/metnos/metnos/sdk/serve"

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "find_files", Executor: finder{}},
		{Name: "list_dirs", Executor: lister{}},
		{Name: "get_files", Executor: getter{}},
		{Name: "read_files", Executor: reader{}},
		{Name: "create_dirs", Executor: folderMaker{}},
		{Name: "write_files", Executor: writer{}},
		{Name: "move_files", Executor: mover{}},
		{Name: "delete_files", Executor: deleter{}},
	}
}
