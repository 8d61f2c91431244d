package main

import "github.com/metnos/metnos/sdk/serve"

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "filter_entries", Executor: filter{}},
		{Name: "sort_entries", Executor: sorter{}},
		{Name: "group_entries", Executor: grouper{}},
		{Name: "compute_entries", Executor: computer{}},
	}
}
