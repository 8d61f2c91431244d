package main

import (
	"github.com/metnos/metnos/plugins/executors/entries/pairing"
	"github.com/metnos/metnos/plugins/executors/entries/profile"
	"github.com/metnos/metnos/plugins/executors/entries/typed"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "filter_entries", Executor: asking{filter}},
		{Name: "sort_entries", Executor: asking{sorter{}}},
		{Name: "group_entries", Executor: asking{grouper}},
		{Name: "compute_entries", Executor: asking{computer}},
		{Name: "classify_entries", Executor: asking{classifier}},
		{Name: "describe_entries", Executor: asking{profile.Describer{}}},
		{Name: "compare_entries", Executor: asking{pairing.Comparer{}}},
		{Name: "filter_lists", Executor: asking{pairing.Lister{}}},
		{Name: "extract_entries", Executor: typed.Extractor{}},
	}
}
