package steps

import (
	"slices"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Refusal carries a draft that is not a plan out of the planning functions.
type Refusal struct{ Draft plan.Draft }

// Open reports whether another executor may still serve the request.
func (r *Refusal) Open() bool {
	return len(r.Draft.Unknown) > 0 || r.Draft.Limit != nil && slices.Contains([]string{"capability_missing", "trash_elsewhere", "history_elsewhere"}, r.Draft.Limit.Code)
}

func (r *Refusal) Error() string { return "not composed" }

// Limit refuses with a sentence of the catalogue; params are names and values in turn.
func Limit(code, detail string, params ...string) error {
	return refuse(sdk.OutOfScope, code, detail, params)
}

// Missing refuses because a name the person used means nothing that exists.
func Missing(code, detail string, params ...string) error {
	return refuse(sdk.NotFound, code, detail, params)
}

func refuse(class sdk.Class, code, detail string, params []string) error {
	e := sdk.Errorf(class, code, "%s", detail)
	for i := 0; i+1 < len(params); i += 2 {
		e = e.With(params[i], params[i+1])
	}
	return &Refusal{plan.Draft{Limit: e}}
}

// Unknown refuses with the words nobody explained.
func Unknown(words ...string) error { return &Refusal{plan.Draft{Unknown: words}} }
