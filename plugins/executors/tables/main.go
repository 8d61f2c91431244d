package main

import "github.com/metnos/metnos/sdk/serve"

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "read_files_csv", Executor: csvReader{}},
		{Name: "read_files_xlsx", Executor: xlsxReader{}},
		{Name: "write_files_csv", Executor: csvWriter()},
		{Name: "create_files_spreadsheet", Executor: sheetMaker()},
		{Name: "write_files_spreadsheet", Executor: amender()},
	}
}
