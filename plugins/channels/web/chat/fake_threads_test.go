package chat

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
)

// threads answers what the page asks about conversations, what waits and what can be taken back. The caller holds mu.
func (c *fakeCore) threads(p person, method string, in map[string]string) (any, bool) {
	key := p.Owner + "/" + in["conversation"]
	switch method {
	case protocol.MethodThreads:
		return map[string]any{"conversations": c.listed(p.Owner, in["query"])}, true
	case protocol.MethodRename:
		c.titles[key] = in["title"]
		return map[string]any{}, true
	case protocol.MethodDelete:
		c.gone[key] = true
		delete(c.events, key)
		return map[string]any{}, true
	case protocol.MethodWaiting:
		return map[string]any{"waiting": append([]any{}, c.waiting...)}, true
	case protocol.MethodRated:
		return map[string]any{"rated": []any{}}, true
	case protocol.MethodChanges:
		return map[string]any{"changes": append([]any{}, c.changes...)}, true
	case protocol.MethodUndo:
		c.undone = append(c.undone, in["turn"])
		c.changes = nil
		return map[string]any{"turn": "undo-" + in["turn"]}, true
	}
	return nil, false
}

func (c *fakeCore) listed(owner, query string) []map[string]any {
	list := map[string]map[string]any{}
	for _, one := range c.inbound {
		key := owner + "/" + one.Conversation
		if !strings.HasPrefix(one.ID, owner+"/") || c.gone[key] || list[key] != nil {
			continue
		}
		title := one.Text
		if named := c.titles[key]; named != "" {
			title = named
		}
		if strings.Contains(strings.ToLower(title), strings.ToLower(query)) {
			list[key] = map[string]any{"id": one.Conversation, "title": title, "turns": 1, "updated": time.Now()}
		}
	}
	out := []map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(list)) {
		out = append(out, list[key])
	}
	return out
}
