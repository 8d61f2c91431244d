package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// preferences is get_preferences.
type preferences struct{}

func (preferences) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	name := args.Text("name", "")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := host.Self().Preferences(ctx)
	if err != nil {
		return sdk.Result{}, err
	}
	items := []map[string]any{}
	for _, p := range list {
		if name == "" || p.Name == name {
			items = append(items, preferred(call, p))
		}
	}
	return entry.Produced(items, len(items), len(items), nil), nil
}

// preferred is one preference as a person reads it.
func preferred(call sdk.Call, p sdk.Preference) map[string]any {
	item := map[string]any{"preference": p.Name, "title": called(call, p.Name), "value": worth(call, p.Effective), "chosen": p.Value != ""}
	switch {
	case p.Effective == "":
		item["value"] = tell(call, "non impostato", "not set")
	case p.Value == "":
		item["note"] = tell(call, "predefinito", "default")
	}
	return item
}

// called is what a preference is called.
func called(call sdk.Call, name string) string {
	italian := map[string]string{"lang": "lingua", "zone": "fuso orario", "tone": "tono", "reply_length": "lunghezza delle risposte", "units": "unità di misura", "place": "luogo"}
	english := map[string]string{"lang": "language", "zone": "time zone", "tone": "tone", "reply_length": "length of replies", "units": "units", "place": "place"}
	if word := tell(call, italian[name], english[name]); word != "" {
		return word
	}
	return name
}

// worth is what a value is called.
func worth(call sdk.Call, value string) string {
	italian := map[string]string{"it": "italiano", "en": "inglese", "metric": "metriche", "imperial": "imperiali"}
	english := map[string]string{
		"it": "Italian", "en": "English", "informale": "informal", "formale": "formal",
		"breve": "short", "normale": "normal", "dettagliata": "detailed",
	}
	if word := tell(call, italian[value], english[value]); word != "" {
		return word
	}
	return value
}

// preferring shows a changed preference.
func preferring(call sdk.Call, action string) func(sdk.Altered) map[string]any {
	return func(out sdk.Altered) map[string]any {
		item := preferred(call, *out.Preference)
		item["action"] = action
		item["name"] = item["title"].(string) + ": " + item["value"].(string)
		return item
	}
}
