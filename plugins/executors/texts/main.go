package main

import (
	"github.com/metnos/metnos/plugins/executors/texts/counting"
	"github.com/metnos/metnos/plugins/executors/texts/editing"
	"github.com/metnos/metnos/plugins/executors/texts/sifting"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "filter_texts_lines", Executor: sifting.Filter{}},
		{Name: "compute_texts", Executor: counting.Counter{}},
		{Name: "change_texts", Executor: editing.Editor{}},
	}
}
