package argument

import (
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/sentence"
	"github.com/metnos/metnos/core/vocab"
)

// Need is what an executor must be given that a person does not write.
type Need byte

// The needs.
const (
	Nothing Need = iota
	Paths        // a person may write them
	Handles      // ids or items: an earlier step gives them
)

// Words cuts a name at underscores, marks and capitals: verb_object, getWeather, mail-search.
func Words(name string) (out []string) {
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, vocab.Fold(b.String()))
			b.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			flush()
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	flush()
	return out
}

// byWord says which kind an argument takes by a word of its semantic or name.
var byWord = map[string]sentence.Kinds{
	"url": sentence.HasURL, "urls": sentence.HasURL, "link": sentence.HasURL, "domain": sentence.HasURL, "uri": sentence.HasURL, "site": sentence.HasURL, "href": sentence.HasURL,
	"email": sentence.HasEmail, "recipient": recipients, "recipients": recipients, "to": recipients, "cc": recipients, "sender": sentence.HasEmail, "attendees": recipients,
	"path": sentence.HasPath, "paths": sentence.HasPath, "folder": sentence.HasPath, "destination": sentence.HasPath, "file": sentence.HasPath, "files": sentence.HasPath, "dir": sentence.HasPath, "directory": sentence.HasPath,
	"time": sentence.HasTime, "date": sentence.HasTime, "window": sentence.HasTime, "after": sentence.HasTime, "before": sentence.HasTime, "since": sentence.HasTime, "until": sentence.HasTime, "start": sentence.HasTime, "end": sentence.HasTime, "when": sentence.HasTime, "day": sentence.HasTime,
	"size": sentence.HasSize, "bytes": sentence.HasSize, "near": sentence.HasPlace, "lat": sentence.HasPlace, "lon": sentence.HasPlace, "latitude": sentence.HasPlace, "location": sentence.HasPlace, "place": sentence.HasPlace, "city": sentence.HasPlace,
	"extension": sentence.HasExtension, "extensions": sentence.HasExtension, "limit": sentence.HasQuantity, "quantity": sentence.HasQuantity, "count": sentence.HasQuantity, "name": sentence.HasName, "names": sentence.HasName, "query": sentence.HasName, "title": sentence.HasName,
}

const recipients = sentence.HasRecipient | sentence.HasEmail

// Wants says what a tool must be given, and which typed arguments it has.
func Wants(e entry.Entry, changes bool) (n Need, takes sentence.Kinds) {
	free := false
	for _, a := range e.Args {
		for _, w := range append(Words(a.Semantic), Words(a.Name)...) {
			takes |= byWord[w]
		}
		words := Words(a.Name)
		last := words[max(0, len(words)-1):]
		id := len(last) == 1 && slices.Contains([]string{"id", "ids", "uid", "uids", "handle", "handles"}, last[0])
		item := a.Semantic == "entries" || a.Name == "entries" || a.Name == "items" || a.Name == "records"
		path := a.Semantic == "path" || a.Semantic == "paths" || a.Name == "path" || a.Name == "paths"
		switch {
		case a.Required && (id || item):
			n = Handles
		case a.Required && path && n == Nothing:
			n = Paths
		case id && changes && n == Nothing:
			n = Handles
		case !a.Required && (a.Name == "query" || a.Name == "name" || a.Name == "title"):
			free = true
		}
	}
	if free && n == Handles && !slices.ContainsFunc(e.Args, func(a entry.Arg) bool { return a.Required }) {
		n = Nothing // it finds what it works on by itself
	}
	return n, takes
}
