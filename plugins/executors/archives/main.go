package main

import (
	"github.com/metnos/metnos/plugins/executors/archives/inventory"
	"github.com/metnos/metnos/plugins/executors/archives/packing"
	"github.com/metnos/metnos/plugins/executors/archives/unpacking"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "compress_files", Executor: packing.Packer{}},
		{Name: "list_files_zip", Executor: inventory.Lister{}},
		{Name: "extract_files", Executor: unpacking.Unpacker{}},
	}
}
