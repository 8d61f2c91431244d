package inverse

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/notice"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/sdk"
)

func TestChosen(t *testing.T) {
	const one, two, three = "0000000000000001", "0000000000000002", "0000000000000003"
	f := consent.Frozen{Undo: []string{three, two, one}, Shown: []string{"«sposta i pdf» (18:00)", "«rinomina la foto» (12:00)", "«sposta le foto» (10:00)", "tutte e 3"}}
	for text, want := range map[string][]string{
		"1": {three}, "la seconda": {two}, "3.": {one}, "quella delle 12:00": nil, "rinomina la foto": {two}, "pdf": {three},
		"4": {three, two, one}, "tutte": {three, two, one}, "All of them.": {three, two, one}, "tutte e 3": {three, two, one}, "l'ultima": {three, two, one},
		"5": nil, "0": nil, "": nil, "forse": nil, "sposta": nil,
	} {
		got, ok := Chosen(f, text)
		if diff := cmp.Diff(want, got); diff != "" || ok != (want != nil) {
			t.Errorf("%q: %v %s", text, ok, diff)
		}
	}
}

func TestAccount(t *testing.T) {
	at := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	reports := []undo.Report{
		{Change: undo.Change{Turn: "1", Text: "sposta", At: at}, Restored: []map[string]any{{"path": "/a"}, {"path": "/b"}}, Changed: []string{"/c"}},
		{Failed: []sdk.Failure{{Item: "/d"}}, Cannot: []undo.Entry{{Tool: "send_messages", State: undo.Done}, {Tool: "move_files", State: undo.Uncertain}}},
	}
	want := []notice.Undo{
		{Request: notice.Request{Text: "sposta", At: at}, Restored: reports[0].Restored, Changed: []string{"/c"}},
		{Failed: reports[1].Failed, Cannot: []notice.Lasting{{Kind: "send"}, {Kind: "move", Uncertain: true}}},
	}
	if diff := cmp.Diff(want, Account(reports)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(core.Effects{Mutations: 2, Items: 2, Failures: 2}, Effects(reports)); diff != "" {
		t.Error(diff)
	}
	turns, told := Offered(undo.Meant{Changes: []undo.Change{{Turn: "1", Text: "sposta", At: at, Kind: which.Move}}})
	if cmp.Diff([]string{"1"}, turns) != "" || cmp.Diff([]notice.Change{{Request: notice.Request{Text: "sposta", At: at}, Kind: "move"}}, told) != "" {
		t.Errorf("%v %+v", turns, told)
	}
}
