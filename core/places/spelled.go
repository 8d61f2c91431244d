package places

import "strings"

// search returns the entries a spoken name ends the path of, best first. Of names that differ in case alone, the one
// spelled exactly so is meant.
func (v *View) search(list []entry, spoken string) []string {
	want := v.key(spoken)
	if want == "" {
		return nil
	}
	named := func(e entry) bool { return e.key == want || strings.HasSuffix(e.key, "/"+want) }
	letter := letterByLetter(spoken)
	exact := map[string]bool{} // keys of those spelled exactly so
	for _, e := range list {
		if named(e) && letter(e.path) {
			exact[e.key] = true
		}
	}
	return v.pick(list, func(e entry) bool { return named(e) && (!exact[e.key] || letter(e.path)) })
}

// letterByLetter tells the paths that end as a name is spelled, of names that differ in case alone the one meant.
func letterByLetter(spoken string) func(path string) bool {
	name := strings.TrimSuffix(strings.TrimSpace(spoken), "/")
	name = strings.TrimPrefix(name, "~/")
	return func(path string) bool { return path == name || strings.HasSuffix(path, "/"+name) }
}
