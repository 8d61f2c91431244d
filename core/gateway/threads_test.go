package gateway

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

type fakeThreads struct {
	mu    sync.Mutex
	noted []string
}

func (f *fakeThreads) Note(owner core.Owner, channel, conversation, text string, _ time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.noted = append(f.noted, strings.Join([]string{string(owner), channel, conversation, text}, " "))
	return sdk.Errorf(sdk.IOError, "", "disk") // a list that cannot be written stops nothing
}

// Each message is noted once and without its secrets, before its end is told; an answer given with a control is none.
func TestMessagesAreNoted(t *testing.T) {
	h := newHouse(t)
	threads := &fakeThreads{}
	h.Threads = threads
	ctx := context.Background()
	for range 2 {
		if _, err := h.web().Deliver(ctx, message("m1", "token-anna", "c_one", "la chiave è hunter2")); err != nil {
			t.Fatal(err)
		}
	}
	h.await(1)
	h.lanes.Rest()
	if _, err := h.web().Call(ctx, as("token-anna"), "changes.undo", json.RawMessage(`{"id":"u1","conversation":"c_one","turn":"t1"}`)); err != nil {
		t.Fatal(err)
	}
	h.await(2)
	h.lanes.Rest()
	if diff := cmp.Diff([]string{"anna web c_one la chiave è ***"}, threads.noted); diff != "" {
		t.Error(diff)
	}
}

// A turn is taken back for its owner, once per id, in a turn of its own; a stranger's id means nothing here.
func TestUndoOfATurn(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	ask := func(token, params string) (sdk.Accepted, error) {
		var accepted sdk.Accepted
		body, err := h.web().Call(ctx, as(token), "changes.undo", json.RawMessage(params))
		if err == nil {
			err = json.Unmarshal(body, &accepted)
		}
		return accepted, err
	}
	first, err := ask("token-anna", `{"id":"u1","conversation":"c_one","turn":"t1"}`)
	if err != nil || first.Turn == "" || first.Duplicate {
		t.Fatalf("%+v %v", first, err)
	}
	again, err := ask("token-anna", `{"id":"u1","conversation":"c_one","turn":"t1"}`)
	if err != nil || again.Turn != first.Turn || !again.Duplicate {
		t.Fatalf("repeated: %+v %v", again, err)
	}
	h.await(1)
	h.lanes.Rest()
	if diff := cmp.Diff([]string{"anna: undo t1"}, h.turns.texts()); diff != "" {
		t.Error(diff)
	}
	for _, params := range []string{`{}`, `{"id":"u2","turn":"t1"}`, `{"id":"u2","conversation":"c_one"}`, `{"id":"u\u0000","conversation":"c_one","turn":"t1"}`} {
		if _, err := ask("token-anna", params); sdk.ClassOf(err) != sdk.WrongArgs {
			t.Errorf("%s: %v", params, err)
		}
	}
	if _, err := ask("nobody", `{"id":"u3","conversation":"c_one","turn":"t1"}`); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("nobody: %v", err)
	}
}

func TestBusy(t *testing.T) {
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	if _, err := h.web().Deliver(context.Background(), message("m1", "token-anna", "c_one", "a lungo")); err != nil {
		t.Fatal(err)
	}
	if !h.Busy("anna", "web", "c_one") || h.Busy("anna", "web", "c_two") || h.Busy("bruno", "web", "c_one") {
		t.Error("the wrong conversations are busy")
	}
	close(h.turns.hold)
	h.lanes.Rest()
	if h.Busy("anna", "web", "c_one") {
		t.Error("busy after its turn")
	}
}
