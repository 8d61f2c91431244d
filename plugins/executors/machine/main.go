package main

import (
	"github.com/metnos/metnos/plugins/executors/machine/summary"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "get_processes", Executor: lister{}},
		{Name: "describe_processes", Executor: describer{}},
		{Name: "find_packages", Executor: finder{}},
		{Name: "compute_numbers", Executor: calculator{}},
		{Name: "describe_numbers", Executor: summary.Describer{}},
	}
}
