package voice

import "path/filepath"

// thoughts are the types of items that an executor made on its way to an answer. They are never the answer.
var thoughts = map[any]bool{"reasoning": true, "thinking": true, "thought": true, "analysis": true, "commentary": true, "scratchpad": true, "note_to_self": true}

// Spoken are the items a reply may say: chosen by their type, wherever they stand. What a file holds is a file's.
func Spoken(items []map[string]any) []map[string]any {
	kept := items[:0:0]
	for _, item := range items {
		path, _ := item["path"].(string)
		if !filepath.IsAbs(path) && (thoughts[item["type"]] || thoughts[item["role"]] || item["thought"] == true) {
			continue
		}
		kept = append(kept, item)
	}
	return kept
}
