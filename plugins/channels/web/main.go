package main

import (
	"github.com/metnos/metnos/plugins/channels/web/chat"
	"github.com/metnos/metnos/sdk/serve"
)

func main() { serve.Channel("web", chat.New()) }
