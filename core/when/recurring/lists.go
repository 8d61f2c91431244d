package recurring

import (
	"time"

	"github.com/metnos/metnos/core/when/grammar"
)

// weekdays are those of a list, wherever the tree holds it.
func (r *Reader) weekdays(n *grammar.Node) (out []time.Weekday) {
	for _, k := range n.Kids {
		switch k.Name() {
		case "wd", "wdp", "wdf":
			out = append(out, time.Weekday(r.Number(k)))
		case "days", "plural":
			out = append(out, r.weekdays(k)...)
		}
	}
	return out
}

func (r *Reader) monthDays(n *grammar.Node) (out []int) {
	if n.Tag() == "monthend" {
		return []int{-1}
	}
	for _, k := range n.Kids {
		switch k.Name() {
		case "mdays", "mdayths":
			out = append(out, r.monthDays(k)...)
		case "mday", "mdayth":
			if d := k.Get("dom", "domth"); d != nil {
				out = append(out, r.Number(d))
			} else {
				out = append(out, k.Rule.Number)
			}
		}
	}
	return out
}
