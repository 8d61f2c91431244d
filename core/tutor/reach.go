package tutor

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/tutor/hear"
	"github.com/metnos/metnos/core/when"
)

func itoa(n int) string { return strconv.Itoa(n) }

// maxNamed is how many folders or requests an answer names.
const maxNamed = 8

// reach tells which folders the person granted.
func (s *session) reach(q hear.Question) string {
	var read, write, deny []string
	for _, g := range s.House.Grants(s.turn.Owner) {
		read, write, deny = append(read, g.Read...), append(write, g.Write...), append(deny, g.Deny...)
	}
	deny = slices.DeleteFunc(deny, func(path string) bool { return !within(path, s.turn.Home) }) // the rest is nobody's to be told
	if len(read)+len(write) == 0 {
		return s.say(q.Lang, "tutor_reach_none")
	}
	lines := []string{s.say(q.Lang, "tutor_reads", "folders", s.folders(read))}
	if s.guest(q.Lang) == "" {
		lines = append(lines, s.say(q.Lang, "tutor_writes", "folders", s.folders(write)))
	}
	if len(deny) > 0 {
		lines = append(lines, s.say(q.Lang, "tutor_never", "folders", s.folders(deny)))
	}
	return s.text(s.say(q.Lang, "tutor_reach"), list(lines), s.guest(q.Lang), s.say(q.Lang, "tutor_grant"))
}

// folders names some, as the person calls them.
func (s *session) folders(paths []string) string {
	paths = slices.Compact(slices.Sorted(slices.Values(paths)))
	var names []string
	for _, p := range paths[:min(len(paths), maxNamed)] {
		names = append(names, s.put(s.short(p)))
	}
	if more := len(paths) - len(names); more > 0 {
		names = append(names, "… (+"+itoa(more)+")")
	}
	return strings.Join(names, ", ")
}

// short is a path below the home folder with ~ for it.
func (s *session) short(path string) string {
	if rel, ok := strings.CutPrefix(path, s.turn.Home); ok && (rel == "" || rel[0] == '/') {
		return "~" + rel
	}
	return path
}

// why tells why something is not done: the folder, the tool, the role, or the question that comes first.
func (s *session) why(q hear.Question) (string, bool) {
	if path, ok := s.path(q); ok {
		return s.access(q.Lang, path), true
	}
	if slices.ContainsFunc(q.Words, func(w string) bool { return slices.Contains(nouns, w) }) && s.looks(q) {
		return s.reach(q), true
	}
	for _, text := range said(q) {
		if _, tools := s.order(q.Lang, text); len(tools) > 0 {
			return s.know(q, text, false)
		}
	}
	if text, ok := s.known(q, false); ok {
		return text, true
	}
	if text, ok := s.know(q, q.Topic, false); ok || !s.looks(q) {
		return text, ok
	}
	return s.reach(q), true
}

// named is the path a question writes out, "" for none.
func (s *session) named(q hear.Question) string {
	if path, ok := s.path(q); ok && strings.ContainsAny(q.Topic, "/~") {
		return path
	}
	return ""
}

// said are the ways a topic may be a request: as it stands, and as the order of a verb that is told.
func said(q hear.Question) []string {
	if order, ok := q.Order(); ok {
		return []string{q.Topic, order}
	}
	return []string{q.Topic}
}

// nouns are the words for folders, and looking what is asked to be done with them.
var (
	nouns   = strings.Fields("cartella cartelle folder folders directory disco disk home")
	looking = strings.Fields("leggere vedere aprire accedere accesso guardare toccare scrivere modificare usare trovare leggi vedi apri accedi tocchi trovi " +
		"read see open access look touch write change use find reach")
)

func (s *session) looks(q hear.Question) bool {
	return slices.ContainsFunc(q.Words, func(w string) bool { return slices.Contains(looking, w) })
}

// path finds the folder a question names: written out, or the name of one that is there.
func (s *session) path(q hear.Question) (string, bool) {
	for i, w := range hear.Cut(q.Topic) {
		said := q.Topic[w.Start:w.End]
		switch {
		case strings.HasPrefix(said, "/"):
			return filepath.Clean(said), true
		case strings.HasPrefix(said, "~"):
			return filepath.Join(s.turn.Home, strings.TrimPrefix(said, "~")), true
		case strings.HasPrefix(said, "."):
			return filepath.Join(s.turn.Home, said), true
		}
		if i > 0 && slices.Contains(nouns, q.Words[i-1]) || said != strings.ToLower(said) {
			if found := s.places.Folder(said); len(found) > 0 {
				return found[0], true
			}
			if found := s.places.File(said); len(found) > 0 && strings.Contains(said, ".") {
				return found[0], true
			}
		}
	}
	return "", false
}

// access tells whether a path may be read and written, from the grants themselves.
func (s *session) access(lang, path string) string {
	shown := s.quote(lang, s.short(path))
	read, write, denied := false, false, false
	for _, g := range s.House.Grants(s.turn.Owner) {
		for _, d := range g.Deny {
			denied = denied || within(path, d)
			if within(path, d) && within(d, s.turn.Home) { // elsewhere a path is like any other that is not granted
				return s.text(s.say(lang, "tutor_path_denied", "path", shown), s.say(lang, "tutor_path_denied_why"))
			}
		}
		read = read || slices.ContainsFunc(g.Read, func(root string) bool { return within(path, root) })
		write = write || slices.ContainsFunc(g.Write, func(root string) bool { return within(path, root) })
	}
	guest := s.guest(lang)
	switch {
	case denied, !read:
	case write && guest == "":
		return s.say(lang, "tutor_path_open", "path", shown)
	case write:
		return s.text(s.say(lang, "tutor_path_seen", "path", shown), guest)
	default:
		return s.text(s.say(lang, "tutor_path_read", "path", shown), guest)
	}
	return s.text(s.say(lang, "tutor_path_outside", "path", shown), s.say(lang, "tutor_grant"), guest)
}

func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, "/")+"/")
}

// done tells what the person asked and how it ended, in the time the question names.
func (s *session) done(q hear.Question) (string, bool) {
	var from, to time.Time
	words := hear.Cut(q.Topic)
	if len(words) > 0 {
		clock := when.Clock{Now: s.turn.Now, Zone: s.turn.Zone, Lang: q.Lang}
		window, n, err := when.Parse(q.Words, clock)
		if err != nil || n != len(q.Words) {
			return "", false // it asks about something else
		}
		from, to = window.From, window.To
	}
	deeds, err := s.House.Deeds(s.ctx, s.turn.Owner, q.Lang, from, to)
	if err != nil {
		return "", false
	}
	if len(deeds) == 0 {
		return s.text(s.say(q.Lang, "tutor_done_nothing"), s.say(q.Lang, "tutor_more", "place", s.place(q.Lang, "activity/turns"))), true
	}
	var lines []string
	for _, d := range deeds[:min(len(deeds), maxNamed)] {
		at := d.At.In(s.turn.Zone).Format("2/1 15:04")
		line := at + " " + s.quote(q.Lang, cut(d.Text)) + ": " + s.put(d.Ended)
		if d.Changes > 0 {
			line += ", " + s.say(q.Lang, "tutor_changes", "Count", itoa(d.Changes))
		}
		lines = append(lines, line)
	}
	key := "tutor_done"
	if len(deeds) > maxNamed {
		key = "tutor_done_latest"
	}
	return s.text(s.say(q.Lang, key, "Count", itoa(len(deeds))), list(lines), s.say(q.Lang, "tutor_more", "place", s.place(q.Lang, "activity/turns"))), true
}

// blame tells how the last request ended, in the words it was answered with.
func (s *session) blame(q hear.Question) (string, bool) {
	deeds, err := s.House.Deeds(s.ctx, s.turn.Owner, q.Lang, time.Time{}, time.Time{})
	if err != nil || len(deeds) == 0 {
		return "", false
	}
	d := deeds[0]
	first, _, _ := strings.Cut(d.Said, "\n")
	return s.text(s.say(q.Lang, "tutor_last", "request", s.quote(q.Lang, cut(d.Text)), "ended", s.put(d.Ended)), s.answeredWith(q.Lang, first),
		s.say(q.Lang, "tutor_more", "place", s.place(q.Lang, "activity/turns"))), true
}

// answeredWith quotes what was answered, when anything was.
func (s *session) answeredWith(lang, said string) string {
	if said == "" {
		return ""
	}
	return s.say(lang, "tutor_answered", "said", s.quote(lang, said))
}

// cut shortens a long request.
func cut(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 90 {
		return string(r[:90]) + "…"
	}
	return text
}
