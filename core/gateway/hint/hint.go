package hint

import (
	"strings"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
)

const longest = 60 // characters of one sentence

// Say offers up to n sentences in a language, each for an executor of another family as long as there are any; those
// that change nothing come first, because a press is all it takes.
func Say(active []core.Executor, lang string, n int) []string {
	out := []string{}
	for _, reads := range []bool{true, false} {
		families := map[string][]string{}
		var order []string
		for _, ex := range active {
			m := ex.Manifest
			if _, object, _ := strings.Cut(m.Name, "_"); strings.HasPrefix(object, "entries") {
				continue // those carry on from an earlier result
			}
			said := fullest(m.Affinity[lang])
			if said == "" || (m.Execution.Effect == "read_only") != reads {
				continue
			}
			if families[m.Plugin.Binary] == nil {
				order = append(order, m.Plugin.Binary)
			}
			families[m.Plugin.Binary] = append(families[m.Plugin.Binary], said)
		}
		for round, more := 0, true; more && len(out) < n; round++ {
			more = false
			for _, family := range order {
				if list := families[family]; round < len(list) && len(out) < n {
					out, more = append(out, list[round]), true
				}
			}
		}
	}
	return out
}

// fullest is the phrase that says most.
func fullest(phrases []string) (best string) {
	for _, p := range phrases {
		if size := utf8.RuneCountInString(p); size <= longest && size > utf8.RuneCountInString(best) {
			best = p
		}
	}
	return best
}
