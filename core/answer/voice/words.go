package voice

import (
	"path/filepath"
	"strings"
)

// LowerFirst gives a phrase that follows another its small first letter.
func LowerFirst(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToLower(string(r[:1])) + string(r[1:])
}

// Join joins the parts that say something.
func Join(parts []string, with string) string {
	kept := parts[:0]
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, with)
}

// Whole gives a phrase its first capital and its end.
func Whole(s, end string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	first := []rune(s)
	return strings.ToUpper(string(first[:1])) + string(first[1:]) + end
}

// PlainGlob is a pattern as the person said it: without the stars the plan put around their word.
func PlainGlob(glob string) string {
	if strings.Trim(glob, "*.?") == "" {
		return ""
	}
	if stem := strings.TrimSuffix(glob, ".*"); stem != glob {
		glob = stem
	}
	return filepath.Base(strings.Trim(glob, "*"))
}

// Common is the folder all results are in now, or "".
func Common(results []map[string]any) string {
	folder := ""
	for _, item := range results {
		path, _ := item["path"].(string)
		if path == "" || folder != "" && filepath.Dir(path) != folder {
			return ""
		}
		folder = filepath.Dir(path)
	}
	return folder
}

// maxShort is how many characters of one value a line shows.
const maxShort = 160

// Short cuts a value to what a line shows.
func Short(s string) string {
	if r := []rune(s); len(r) > maxShort {
		return string(r[:maxShort]) + "…"
	}
	return s
}
