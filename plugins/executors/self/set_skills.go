package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// switcher is set_skills.
type switcher struct{}

func (switcher) change(call sdk.Call) (sdk.Alteration, error) {
	args := arg.Of(call)
	a := sdk.Alteration{Kind: sdk.SetSkill, Name: args.Text("name", ""), Value: args.Text("state", "")}
	args.Must("name")
	args.Must("state")
	return a, args.Err()
}

func (switcher) show(call sdk.Call) func(sdk.Altered) map[string]any {
	return func(out sdk.Altered) map[string]any {
		item := skill(call, *out.Skill)
		item["name"] = item["title"].(string) + ": " + item["state"].(string)
		item["action"] = "prefer"
		return item
	}
}

func (s switcher) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	change, err := s.change(call)
	if err != nil {
		return sdk.Result{}, err
	}
	done := altering{host: host}
	err = done.make(ctx, change, s.show(call))
	return done.result(), err
}

func (s switcher) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	change, err := s.change(call)
	if err != nil {
		return sdk.Effects{}, err
	}
	return foresee(ctx, host, "set", []sdk.Alteration{change})
}

func (s switcher) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return revert(ctx, call, host, s.show(call))
}
