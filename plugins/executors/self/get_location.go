package main

import (
	"context"

	"github.com/metnos/metnos/sdk"
)

// place is get_location.
type place struct{}

func (place) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	list, err := host.Self().Preferences(ctx)
	if err != nil {
		return sdk.Result{}, err
	}
	r := sdk.Result{OK: true, Entries: []map[string]any{}, Effects: sdk.Counters{Countable: true}}
	for _, p := range list {
		if p.Name == "place" && p.Effective != "" {
			r.Entries = append(r.Entries, map[string]any{"place": p.Effective})
			r.Value, r.Effects.Items = p.Effective, 1
			return r, nil
		}
	}
	r.Value = tell(call, "Non so dove ti trovi: dimmi «imposta il luogo su Genova», oppure scrivi place nel blocco locale di config.hcl",
		"I do not know where you are: tell me “set my place to Genoa”, or write place in the locale block of config.hcl")
	return r, nil
}
