package entry

import "path"

// Outermost drops what lies inside another path of the list: it goes where its folder goes.
func Outermost(paths []string) []string {
	given := make(map[string]bool, len(paths))
	for _, p := range paths {
		given[p] = true
	}
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		inside := false
		for dir := path.Dir(p); dir != "/" && dir != "." && !inside; dir = path.Dir(dir) {
			inside = given[dir]
		}
		if !inside {
			out = append(out, p)
		}
	}
	return out
}
