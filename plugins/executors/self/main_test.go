package main

import (
	"embed"
	"testing"
	_ "time/tzdata"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/sdk"
)

//go:embed *.toml
var manifests embed.FS

func TestBirth(t *testing.T) {
	executors := map[string]sdk.Executor{}
	for _, e := range family() {
		executors[e.Name] = e.Executor
	}
	birth.Run(t, manifests, executors)
}

func TestConformance(t *testing.T) { birth.Conform(t, manifests) }
