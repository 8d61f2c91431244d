package main

import (
	"github.com/metnos/metnos/plugins/executors/media/converting"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Executors(family()...) }

func family() []serve.Entry {
	return []serve.Entry{
		{Name: "change_files_format", Executor: converting.Pictures{}},
		{Name: "change_files_audio", Executor: converting.Audio()},
		{Name: "change_files_video", Executor: converting.Video()},
	}
}
