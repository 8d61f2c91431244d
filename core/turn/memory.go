package turn

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/turn/recall"
	"github.com/metnos/metnos/sdk"
)

// maxRemembered bounds the JSON kept for a follow-up, in bytes. Of a larger result nothing is kept: half of
// a collection would make "move them" mean something else.
const maxRemembered = 8 << 20

func (r *Runner) remember(t *run) { t.kept = recall.After(t.kept, &t.Course, r.lookup) }

func (r *Runner) forget(t *run) { t.kept = recall.Forget(t.kept, &t.Course, r.lookup) }

// keep stores what the conversation remembers, when the turn changed it.
func (r *Runner) keep(ctx context.Context, t *run, out core.Outcome) {
	t.kept.Lang, t.kept.Changed = t.Turn.Lang, ""
	if out.Effects.Mutations+out.Effects.Uncertain > 0 {
		t.kept.Changed = t.As
	}
	if reflect.DeepEqual(t.kept, t.found) {
		return
	}
	body, err := json.Marshal(t.kept)
	if err == nil && len(body) > maxRemembered {
		t.kept = recall.Nothing(t.kept)
	}
	if err == nil {
		err = r.Memory.Put(t.Turn.Owner, t.thread(), t.kept)
	}
	if err != nil { // the answer stands; only a follow-up will have nothing to follow
		r.emit(ctx, t, "notice", map[string]string{"text": r.Say.Sentence(t.Turn.Lang, sdk.Errorf(sdk.IOError, "", "%w", err))})
	}
}
