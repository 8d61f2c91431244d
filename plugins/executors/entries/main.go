package main

import "github.com/metnos/metnos/sdk/serve"

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "filter_entries", Executor: asking{filter}},
		{Name: "sort_entries", Executor: asking{sorter{}}},
		{Name: "group_entries", Executor: asking{grouper}},
		{Name: "compute_entries", Executor: asking{computer}},
	}
}
