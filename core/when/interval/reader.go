package interval

import (
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/place"
)

// Reader reads everything with a beginning or an end.
type Reader struct {
	*calendar.Reader
	Places *vocab.Lexicon
}

// Window reads any node that says a window or a moment.
func (r *Reader) Window(n *grammar.Node) (calendar.Stretch, error) {
	tag, _ := calendar.Tagged(n)
	switch n.Name() {
	case "daypart":
		return r.partOf(n)
	case "moment", "tp":
		return r.momentOf(n, tag)
	case "range":
		return r.rangeOf(n, tag)
	case "bounded", "hourbound":
		return r.bounded(n, tag)
	case "rolling":
		return r.rolling(n, tag)
	case "loose", "hours2":
		if tag != "" {
			return r.loose(n, tag)
		}
		fallthrough
	case "window", "point":
		for _, k := range n.Kids {
			if name := k.Name(); name != "" && name != "pre" {
				return r.Window(k)
			}
		}
		return calendar.Stretch{}, calendar.ErrOther
	}
	return r.Reader.Window(n)
}

// zoneOf is the IANA name a person means.
func (r *Reader) zoneOf(n *grammar.Node) (string, error) {
	name, ok := "", false
	switch n.Tag() {
	case "utc":
		name, ok = "UTC", true
	case "rome":
		name, ok = "Europe/Rome", true
	case "iana":
		for _, k := range n.Kids {
			name, ok = place.Named(r.Lexemes[k.From].Text)
		}
	default:
		if p := n.Get("place"); p != nil {
			name, ok = place.Zone(r.Words(p), r.Places)
		}
	}
	if !ok {
		return "", calendar.ErrOther
	}
	return name, nil
}
