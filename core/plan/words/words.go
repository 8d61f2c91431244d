package words

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/vocab"
)

// Words are what a person wrote in a turn.
type Words struct {
	all   []word   // the request, then the answers, apart
	texts []string // the same, folded and without spaces
}

// word is one word of the person: a path, an address or a number is one word whatever marks it holds.
type word struct {
	raw, fold string
	text      int  // 0 is the request, the others are answers
	clause    int  // grows at punctuation and at words such as "but"
	quoted    bool // between quotation marks
	first     bool // begins a sentence
	denied    bool // after a negation or an exception of its clause
	excepted  bool // after an exception: "all but"
	material  bool // handed over to be worked on: "translate: ..."
}

// maxWords bounds the work a message can cause; what follows shows and asks for nothing.
const maxWords = 600

// Read takes a turn's request and the answers the person gave after it, redacted.
func Read(request string, answers ...string) Words {
	var w Words
	for i, text := range append([]string{request}, answers...) {
		r := reader{text: i, clause: len(w.all) + 1, first: true}
		r.read(text)
		w.all, w.texts = append(w.all, r.out...), append(w.texts, spaceless(vocab.Fold(text)))
		if len(w.all) > maxWords {
			w.all = w.all[:maxWords]
			break
		}
	}
	w.deny()
	w.part()
	return w
}

type reader struct {
	text, clause int
	first        bool
	out          []word
}

var closing = map[rune]rune{'«': '»', '“': '”', '"': '"', '`': '`', '„': '”', '‘': '’'}

// read cuts a text at spaces, outer punctuation and apostrophes.
func (r *reader) read(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		quoted := strings.HasPrefix(strings.TrimSpace(line), ">")
		r.line(line, quoted)
		r.clause++
		r.first = true
	}
}

func (r *reader) line(line string, quoted bool) {
	rest := line
	for rest != "" {
		at := strings.IndexFunc(rest, func(c rune) bool { return closing[c] != 0 })
		if at < 0 {
			break
		}
		open := []rune(rest[at:])[0]
		body := rest[at+len(string(open)):]
		end := strings.IndexRune(body, closing[open])
		if end < 0 {
			break
		}
		r.plain(rest[:at], quoted)
		r.plain(body[:end], true)
		rest = body[end+len(string(closing[open])):]
	}
	r.plain(rest, quoted)
}

func (r *reader) plain(text string, quoted bool) {
	for _, chunk := range strings.Fields(text) {
		core := strings.TrimLeft(chunk, `([{<'"«“*_-–—•>¿¡`)
		if dot := strings.TrimLeft(chunk, `([{<'"«“>`); strings.HasPrefix(dot, "*.") || strings.HasPrefix(dot, ".") && len(dot) > 1 {
			core = dot
		}
		core = strings.TrimRight(core, `.,;:!?)]}>'"»”…`)
		ends := chunk[len(chunk)-len(strings.TrimRight(chunk, `.,;:!?)]}>'"»”…`)):]
		for _, piece := range elided(core) {
			r.out = append(r.out, word{raw: piece, fold: vocab.Fold(piece), text: r.text, clause: r.clause, quoted: quoted, first: r.first})
			r.first = false
		}
		if strings.ContainsAny(ends, ",;:.!?…") || core == "" && chunk != "" {
			r.clause++
			r.first = r.first || strings.ContainsAny(ends, ".!?…")
		}
		if strings.Contains(ends, ":") && len(r.out) > 0 {
			r.clause += colon
		}
	}
}

// colon is how far a colon moves the clause: what follows it may be material.
const colon = 1 << 20

// elided splits "l'archivio" and "dell’Archivio" from their article; paths and addresses stay whole.
func elided(core string) []string {
	if core == "" {
		return nil
	}
	if strings.ContainsAny(core, "/@\\") {
		return []string{core}
	}
	head, tail, ok := strings.Cut(strings.ReplaceAll(core, "’", "'"), "'")
	if ok && tail != "" && len([]rune(head)) <= 6 && !strings.EqualFold(tail, "t") && !strings.EqualFold(tail, "s") {
		return []string{head + "'", tail}
	}
	return []string{core}
}

// deny marks what follows a negation or an exception within its clause.
func (w Words) deny() {
	denied, excepted, clause := false, false, -1
	for i := range w.all {
		at := &w.all[i]
		if at.clause != clause || turns[at.fold] {
			denied, excepted, clause = false, false, at.clause
		}
		at.denied, at.excepted = denied, excepted
		if !at.quoted && w.negates(i) {
			denied, at.denied = true, true
			excepted = excepted || w.excepts(i)
		}
	}
}

// turns are words after which a sentence goes the other way.
var turns = set("ma pero bensi piuttosto but instead however")

// extra negations and exceptions; the lexicons hold the others.
var negations = set(`don't dont doesn't never without not no cannot can't won't shouldn't mustn't except excluding besides avoid unless
	evita evitare evitando smetti smettere mai senza non neanche nemmeno neppure tranne eccetto salvo escluso esclusa esclusi escluse fuorche nor ne`)

func (w Words) negates(i int) bool {
	if negations[w.all[i].fold] {
		return true
	}
	for _, s := range w.senses(i) {
		if s.Class == "set" && (s.Value == "negation" || s.Value == "exclusion" || s.Value == "not") && s.Value != "" {
			return true
		}
	}
	return false
}

// excepts reports whether the word at i sets things apart rather than deny an action.
func (w Words) excepts(i int) bool {
	return exceptions[w.all[i].fold] || slices.ContainsFunc(w.senses(i), func(s vocab.Sense) bool { return s.Class == "set" && s.Value == "exclusion" })
}

var exceptions = set(`except excluding besides without senza tranne eccetto salvo escluso esclusa esclusi escluse fuorche`)

// part marks material: what follows a colon once a verb has asked for something, and quoted lines.
func (w Words) part() {
	asked, text := false, -1
	for i := range w.all {
		at := &w.all[i]
		if at.text != text {
			asked, text = false, at.text
		}
		at.material = asked && i > 0 && w.all[i-1].text == at.text && (w.all[i-1].material || at.clause-w.all[i-1].clause >= colon)
		asked = asked || !at.quoted && len(w.commands(i)) > 0
	}
}

// senses is what both lexicons know of the words from i on, within their clause.
func (w Words) senses(i int) []vocab.Sense {
	var next [6]string
	n := 0
	for ; n < len(next) && i+n < len(w.all) && w.all[i+n].clause == w.all[i].clause; n++ {
		next[n] = w.all[i+n].fold
	}
	return vocab.En().AppendLook(vocab.It().Look(next[:n]), next[:n])
}

// Shows reports whether the person wrote a text, word for word. In what they denied it does not count as said,
// unless denied is true: "all but X" says X, and says not to touch it.
func (w Words) Shows(text string, denied bool) bool { return w.at(cut(text), denied) >= 0 }

// cut is a text as a sentence of its own would be cut.
func cut(text string) []string {
	r := reader{}
	for line := range strings.SplitSeq(text, "\n") {
		r.line(line, false)
	}
	out := make([]string, len(r.out))
	for i, word := range r.out {
		out[i] = word.fold
	}
	return out
}

// at is where the person wrote some words one after the other, -1 when they did not.
func (w Words) at(want []string, denied bool) int {
	if len(want) == 0 {
		return -1
	}
	for i := 0; i+len(want) <= len(w.all); i++ {
		same := true
		for k, fold := range want {
			at := w.all[i+k]
			same = same && at.fold == fold && at.text == w.all[i].text && (denied || !at.denied)
		}
		if same {
			return i
		}
	}
	return -1
}

// Refers reports whether the person's words point back at something: "them", "quelli", "cancellali", "the first".
func (w Words) Refers() bool {
	for i, at := range w.all {
		if at.quoted {
			continue
		}
		ends := i+1 == len(w.all) || w.all[i+1].clause != at.clause
		if back[at.fold] || ends && (placed[at.fold] || article[at.fold]) {
			return true
		}
		if article[at.fold] && !ends && w.verb(i+1) {
			return true // "le sposti", not "le bozze"
		}
		for _, s := range w.senses(i) {
			if s.Pronoun != "" {
				return true
			}
		}
	}
	return false
}

func (w Words) verb(i int) bool {
	for _, s := range w.senses(i) {
		if s.Class == "verb" {
			return true
		}
	}
	return false
}

// back are words that mean what was spoken of before; of some only when no noun follows.
var (
	back    = set(`li quelli quelle quello quella questi queste questo questa essi esse them they those these it this ones`)
	placed  = set(`primo prima primi prime secondo seconda terzo terza ultimo ultima ultimi ultime altri altre first second third last same rest others`)
	article = set(`lo la le ne`)
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
