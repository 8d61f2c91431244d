package main

import (
	"github.com/metnos/metnos/plugins/executors/documents/making"
	"github.com/metnos/metnos/plugins/executors/documents/reading"
	"github.com/metnos/metnos/plugins/executors/documents/recognising"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "read_files_doc", Executor: reading.Reader{}},
		{Name: "create_files_doc", Executor: making.Maker{}},
		{Name: "read_files_ocr", Executor: recognising.Reader{}},
	}
}
