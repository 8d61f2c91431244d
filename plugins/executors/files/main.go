package main

import (
	"github.com/metnos/metnos/plugins/executors/files/content"
	"github.com/metnos/metnos/plugins/executors/files/contrast"
	"github.com/metnos/metnos/plugins/executors/files/copying"
	"github.com/metnos/metnos/plugins/executors/files/folder"
	"github.com/metnos/metnos/plugins/executors/files/loc"
	"github.com/metnos/metnos/plugins/executors/files/move"
	"github.com/metnos/metnos/plugins/executors/files/survey"
	"github.com/metnos/metnos/plugins/executors/files/trash"
	"github.com/metnos/metnos/plugins/executors/files/twin"
	"github.com/metnos/metnos/plugins/executors/files/writing"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "find_files", Executor: survey.Finder{}},
		{Name: "find_dirs", Executor: survey.FolderFinder{}},
		{Name: "find_files_hash", Executor: twin.Finder{}},
		{Name: "list_dirs", Executor: survey.Lister{}},
		{Name: "get_files", Executor: content.Getter{}},
		{Name: "read_files", Executor: content.Reader{}},
		{Name: "create_dirs", Executor: folder.Maker{}},
		{Name: "create_files", Executor: copying.Copier{}},
		{Name: "write_files", Executor: writing.Writer{}},
		{Name: "move_files", Executor: move.Mover{}},
		{Name: "delete_files", Executor: trash.Deleter{}},
		{Name: "compute_files_loc", Executor: loc.Counter{}},
		{Name: "compare_files", Executor: contrast.Files{}},
		{Name: "compare_dirs", Executor: contrast.Folders{}},
		{Name: "delete_dirs", Executor: trash.FolderDeleter{}},
	}
}
