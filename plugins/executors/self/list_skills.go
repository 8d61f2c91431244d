package main

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// skills is list_skills.
type skills struct{}

func (skills) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	list, err := host.Self().Skills(ctx)
	if err != nil {
		return sdk.Result{}, err
	}
	items := make([]map[string]any, len(list))
	for i, s := range list {
		items[i] = skill(call, s)
	}
	return entry.Produced(items, len(items), len(items), nil), nil
}

func skill(call sdk.Call, s sdk.Skill) map[string]any {
	return map[string]any{
		"skill": s.Name, "title": s.Name, "publisher": s.Publisher, "version": s.Version, "tools": strings.Join(s.Tools, ", "),
		"state": map[bool]string{true: tell(call, "attiva", "enabled"), false: tell(call, "disattivata", "disabled")}[s.Enabled],
	}
}
