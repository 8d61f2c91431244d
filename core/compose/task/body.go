package task

import (
	"slices"
	"strings"
)

// body is what is left of the sentence without the moments and the way it begins, as it was written; and whether it is
// only to be said.
func (p Planner) body(taken spans) (text string, reminds bool) {
	keep := make([]bool, len(p.Reading.Tokens))
	for i := range keep {
		keep[i] = !taken.covers(i)
	}
	made, over := false, false
	strip := func(one piece) {
		for i := one.start; i < one.end; i++ {
			keep[i] = false
		}
	}
	for _, run := range p.runs(keep) {
		for _, one := range cut(p.Reading.Lang, p.Reading.Tokens, run[0], run[1]) {
			switch {
			case over:
			case one.verb("wake"): // it is all there is to say
				reminds, made, over = true, true, true
			case one.verb("remind"):
				strip(one)
				reminds, made = true, true
			case one.has("noun") && (made || one.start == 0):
				strip(one)
				reminds = reminds || one.value("noun") == "reminder"
				made = true
			case one.verb("make") && p.makes(one.end):
				strip(one)
				made = true
			case one.has("mark") || one.has("fill") && slices.Contains(one.is["fill"], "pad"):
				strip(one)
			case made && one.has("fill") && (slices.Contains(one.is["fill"], "link") || !reminds):
				strip(one)
			case made && one.has("fill") && p.before(one.end, "noun"):
				strip(one)
			case one.has("fill") && p.before(one.end, "noun") && p.makes(one.start):
				strip(one)
			default:
				over = true
			}
		}
	}
	var parts []string
	for _, run := range p.runs(keep) {
		if part := strings.Trim(p.text(run[0], run[1]), " ,;:"); part != "" {
			parts = append(parts, part)
		}
	}
	text = strings.TrimRight(strings.Join(parts, " "), " .!?,;")
	return text, reminds
}

// makes reports whether a noun for a task or a reminder comes next, fillers apart.
func (p Planner) makes(from int) bool { return p.before(from, "noun") }

func (p Planner) before(from int, class string) bool {
	for _, one := range cut(p.Reading.Lang, p.Reading.Tokens, from, len(p.Reading.Tokens)) {
		if one.has(class) {
			return true
		}
		if !one.silent() {
			return false
		}
	}
	return false
}

// runs are the runs of tokens that are kept.
func (p Planner) runs(keep []bool) (out spans) {
	for i := 0; i < len(keep); i++ {
		if !keep[i] {
			continue
		}
		j := i
		for j < len(keep) && keep[j] {
			j++
		}
		out = append(out, [2]int{i, j})
		i = j
	}
	return out
}
