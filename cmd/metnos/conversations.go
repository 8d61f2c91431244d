package main

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/gateway"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/threads"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// openThreads wires the list of conversations to everything that keeps something of one.
func (in *Instance) openThreads() {
	talk, memory, dialogs := in.Store.Conversations(), store.TableOf[json.RawMessage](in.Store, "memory"), in.Store.Dialogs()
	busy := func(owner core.Owner, channel, conversation string) bool {
		return in.Gateway.Busy(owner, channel, conversation)
	}
	in.Threads = threads.New(store.TableOf[threads.Thread](in.Store, "threads"), busy,
		func(owner core.Owner, channel, conversation string) error {
			open, found, err := dialogs.Current(owner, channel, conversation)
			if err != nil || !found {
				return err
			}
			_, err = dialogs.Close(owner, open.ID, consent.Cancelled)
			return err
		},
		func(owner core.Owner, channel, conversation string) error {
			return memory.Delete(owner, channel+"/"+conversation)
		},
		func(owner core.Owner, channel, conversation string) error {
			return talk.Delete(owner, channel+"/"+conversation)
		})
}

// conversationMethods are what the chat may ask about conversations, questions that wait and changes.
func (in *Instance) conversationMethods() []gateway.Method {
	return []gateway.Method{
		{Name: "conversations.list", Role: people.Guest, Call: in.listConversations},
		{Name: "conversations.rename", Role: people.Guest, Call: in.renameConversation},
		{Name: "conversations.delete", Role: people.Guest, Call: in.deleteConversation},
		{Name: "approvals.list", Role: people.Guest, Call: in.listApprovals},
		{Name: "approvals.drop", Role: people.Guest, Call: in.dropQuestion},
		{Name: "changes.list", Role: people.Guest, Call: in.listChanges},
		{Name: "ratings.list", Role: people.Guest, Call: in.listFeedback},
	}
}

// conversation is one of a person's, as a page lists it.
type conversation struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Turns   int       `json:"turns"`
	Updated time.Time `json:"updated"`
	Busy    bool      `json:"busy,omitempty"`
}

func (in *Instance) listConversations(_ context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q struct {
		Query string `json:"query"`
	}
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	list, err := in.Threads.List(c.Person.ID, c.Channel, q.Query)
	out := struct {
		Conversations []conversation `json:"conversations"`
	}{[]conversation{}}
	for _, t := range list {
		out.Conversations = append(out.Conversations, conversation{t.ID, t.Title, t.Turns, t.Updated, in.Gateway.Busy(c.Person.ID, c.Channel, t.ID)})
	}
	return out, err
}

func (in *Instance) renameConversation(_ context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q struct {
		Conversation string `json:"conversation"`
		Title        string `json:"title"`
	}
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	t, err := in.Threads.Rename(c.Person.ID, c.Channel, q.Conversation, q.Title)
	return conversation{ID: t.ID, Title: t.Title, Turns: t.Turns, Updated: t.Updated}, err
}

func (in *Instance) deleteConversation(_ context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q struct {
		Conversation string `json:"conversation"`
	}
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	return struct{}{}, in.Threads.Delete(c.Person.ID, c.Channel, q.Conversation)
}

// waiting is a question that is open somewhere, as a page shows it: exactly one of Proposal and Dialog is set.
type waiting struct {
	Conversation string         `json:"conversation"`
	Title        string         `json:"title"`
	Turn         string         `json:"turn"`
	Created      time.Time      `json:"created"`
	Proposal     *core.Proposal `json:"proposal,omitempty"`
	Dialog       *core.Question `json:"dialog,omitempty"`
}

// listApprovals lists what waits for the caller on this channel, the oldest first.
func (in *Instance) listApprovals(_ context.Context, c gateway.Caller, _ json.RawMessage) (any, error) {
	out := struct {
		Waiting []waiting `json:"waiting"`
	}{[]waiting{}}
	titles := map[string]string{}
	list, err := in.Threads.List(c.Person.ID, c.Channel, "")
	for _, t := range list {
		titles[t.ID] = t.Title
	}
	if err != nil {
		return nil, err
	}
	now := time.Now()
	err = store.TableOf[core.Dialog](in.Store, "dialogs").Each(c.Person.ID, "", func(_ string, d core.Dialog) bool {
		if d.State != consent.Open || d.Channel != c.Channel || !now.Before(d.Expires) {
			return true
		}
		w := waiting{Conversation: d.Conversation, Title: titles[d.Conversation], Turn: d.Turn, Created: d.Created}
		if d.Kind == core.Approval {
			w.Proposal = proposalOf(d)
		} else {
			w.Dialog = &core.Question{ID: d.ID, Prompt: d.Prompt, Options: d.Options, Input: inputOf(d)}
		}
		out.Waiting = append(out.Waiting, w)
		return true
	})
	slices.SortFunc(out.Waiting, func(a, b waiting) int { return a.Created.Compare(b.Created) })
	return out, err
}

// dropQuestion closes a question nobody will answer; what asked it does not happen.
func (in *Instance) dropQuestion(_ context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q struct {
		Dialog string `json:"dialog"`
	}
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	_, err := in.Store.Dialogs().Close(c.Person.ID, q.Dialog, consent.Cancelled)
	return struct{}{}, err
}

// inputOf is what kind of value a question asks for.
func inputOf(d core.Dialog) string {
	var f consent.Frozen
	if json.Unmarshal(d.Frozen, &f) != nil || f.Question == nil {
		return ""
	}
	return f.Question.Input
}

// proposalOf is what a frozen action shows of itself.
func proposalOf(d core.Dialog) *core.Proposal {
	p := &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: d.Prompt, Expires: d.Expires, Effects: sdk.Effects{Items: []sdk.Effect{}}}
	var f consent.Frozen
	if json.Unmarshal(d.Frozen, &f) != nil {
		return p
	}
	p.Source = f.Verdict.Source()
	if f.Foreseen != nil {
		p.Effects, p.Reversible = *f.Foreseen, f.Foreseen.Reversible
	}
	return p
}

// undoable is a turn of the caller's that can still be taken back.
type undoable struct {
	Turns   []string  `json:"turns"` // its own id, and those of the turns that let it go on
	At      time.Time `json:"at"`
	Changed int       `json:"changed"`
	Tried   bool      `json:"tried,omitempty"` // taken back as far as that went
}

// listChanges lists what a conversation changed and can still take back, latest first.
func (in *Instance) listChanges(_ context.Context, c gateway.Caller, params json.RawMessage) (any, error) {
	var q struct {
		Conversation string `json:"conversation"`
	}
	if err := gateway.Params(params, &q); err != nil {
		return nil, err
	}
	list, err := in.Journal.Find(c.Person.ID, undo.Filter{})
	out := struct {
		Changes []undoable `json:"changes"`
	}{[]undoable{}}
	for _, one := range list {
		if one.Conversation == q.Conversation {
			out.Changes = append(out.Changes, undoable{append([]string{one.Turn}, one.Aliases...), one.At, one.Changed, one.Tried})
		}
	}
	return out, err
}

// listFeedback lists what the caller thought of turns of theirs.
func (in *Instance) listFeedback(_ context.Context, c gateway.Caller, _ json.RawMessage) (any, error) {
	out := struct {
		Rated []rated `json:"rated"`
	}{[]rated{}}
	err := store.TableOf[rated](in.Store, "verdicts").Each(c.Person.ID, "", func(_ string, one rated) bool {
		out.Rated = append(out.Rated, one)
		return true
	})
	return out, err
}
