package consent

import (
	"path/filepath"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/vocab"
)

// Meaning is what a message is as the answer to a question that has no options.
type Meaning int

const (
	Unclear    Meaning = iota // a doubt, a call for help, a question: nothing to take
	Name                      // one name or path
	Request                   // a sentence of its own
	Everywhere                // every folder there is
	AtHome                    // the person's own folder itself
)

// Naming reads a message that should name one thing: what it means and, of a [Name], the bare name. exists
// tells whether there is something of a name: the longest form that exists is the one meant.
func Naming(text string, exists func(name string) bool) (Meaning, string) {
	text = strings.TrimSpace(text)
	if name, ok := quoted(text); ok {
		return Name, name
	}
	text = strings.TrimSpace(strings.TrimRight(text, ".,;:!"))
	folded := Fold(text)
	if folded == "" && text != "/" && text != "~" {
		return Unclear, ""
	}
	words, short := placed(strings.Fields(text))
	for from := 0; from < len(words); from++ {
		for to := len(words); to > from; to-- {
			if name := strings.Join(words[from:to], " "); exists(name) {
				return Name, name
			}
			if !around[Fold(words[to-1])] {
				break
			}
		}
		if !around[Fold(words[from])] {
			break
		}
	}
	core := bare(folded)
	switch {
	case everywhere[folded] || everywhere[core]:
		return Everywhere, ""
	case atHome[folded] || atHome[core]:
		return AtHome, ""
	case strings.HasSuffix(text, "?") || doubtful(folded) || core == "":
		return Unclear, ""
	case !short && len(words) > 1 && commands(strings.Fields(folded)):
		return Request, ""
	}
	plain := words
	for len(plain) > 1 && around[Fold(plain[0])] {
		plain = plain[1:]
	}
	for len(plain) > 1 && around[Fold(plain[len(plain)-1])] {
		plain = plain[:len(plain)-1]
	}
	if name := strings.Trim(strings.Join(plain, " "), " ,;:"); plausible(words, name, len(plain) < len(words)) {
		return Name, name
	}
	return Unclear, ""
}

// placed splits articles written with an apostrophe from their noun, and drops "put them" and its like: then
// only the place was said.
func placed(words []string) ([]string, bool) {
	var out []string
	for _, w := range words {
		if before, after, ok := strings.Cut(strings.ReplaceAll(w, "’", "'"), "'"); ok && around[Fold(before)] && after != "" {
			out = append(out, before, after)
			continue
		}
		out = append(out, w)
	}
	if len(out) < 2 {
		return out, false
	}
	first := Fold(out[0])
	for _, s := range vocab.It().Look([]string{first}) {
		if s.Class == "verb" && s.Pronoun != "" && puts[s.Value] {
			return out[1:], true
		}
	}
	for _, s := range vocab.En().Look([]string{first}) {
		if second := Fold(out[1]); s.Class == "verb" && puts[s.Value] && len(out) > 2 && (second == "them" || second == "it") {
			return out[2:], true
		}
	}
	return out, false
}

// New reports whether a whole message chooses to make a new thing rather than take one that is there.
func New(text string) bool { return fresh[Fold(text)] }

var fresh = phrases(`nuova|nuovo|la nuova|quella nuova|una nuova|creala|crea|creala nuova|crea nuova|new|the new one|a new one|new one|create it|create|make it|make a new one`)

var puts = setOf("put move copy save keep")

// commands reports whether a folded sentence begins with a verb that can ask for something.
func commands(words []string) bool {
	for _, lexicon := range [...]*vocab.Lexicon{vocab.It(), vocab.En()} {
		for _, s := range lexicon.Look(words) {
			if s.Class == "verb" && s.Mood == vocab.Command {
				return true
			}
		}
	}
	return false
}

// Commands reports whether a message begins with a verb that can ask for something, and says more than that.
func Commands(text string) bool {
	words := strings.Fields(Fold(text))
	return len(words) > 1 && commands(words) || len(words) == 1 && clitic(words[0])
}

func clitic(word string) bool {
	for _, s := range vocab.It().Look([]string{word}) {
		if s.Class == "verb" && s.Pronoun != "" {
			return true
		}
	}
	return false
}

// plausible reports whether somebody may have named a file or a folder so. A lone verb is a name only when
// it was said to be one ("the Archive folder").
func plausible(said []string, name string, announced bool) bool {
	if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~/") {
		return true
	}
	for _, w := range said {
		if unsaid[Fold(w)] {
			return false
		}
	}
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > 4 || len(name) > 200 || !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return false
	}
	for _, w := range words {
		if filepath.Ext(w) == "" && !around[Fold(w)] && commands([]string{Fold(w)}) && (len(words) > 1 || !announced && !proper(w)) {
			return false
		}
	}
	return true
}

// proper reports whether a lone verb was written as a name, and is one for a place to keep things: "Archive".
func proper(w string) bool {
	for _, lexicon := range [...]*vocab.Lexicon{vocab.It(), vocab.En()} {
		for _, s := range lexicon.Look([]string{Fold(w)}) {
			if s.Class == "verb" && !puts[s.Value] {
				return false
			}
		}
	}
	return unicode.IsUpper([]rune(w)[0])
}

// quoted is a message that is one quoted name.
func quoted(text string) (string, bool) {
	for _, pair := range [...][2]string{{"«", "»"}, {"“", "”"}, {`"`, `"`}, {"'", "'"}, {"`", "`"}} {
		body, opened := strings.CutPrefix(text, pair[0])
		if body, closed := strings.CutSuffix(body, pair[1]); opened && closed && strings.TrimSpace(body) != "" {
			return strings.TrimSpace(body), true
		}
	}
	return "", false
}

// unsaid are words no plain name holds.
var unsaid = setOf("non not don t che perche quale quali dove what which where why how chi who io i tu you lo so know sai idea boh mi me")

// doubtful reports whether a folded message says that the person does not know, or wants to be helped.
func doubtful(folded string) bool {
	if doubts[folded] {
		return true
	}
	for _, start := range [...]string{"non lo so", "non so", "non saprei", "non ho idea", "non ricordo", "non mi ricordo", "i don t", "i do not", "i have no", "no idea", "not sure", "i m not"} {
		if strings.HasPrefix(folded+" ", start+" ") {
			return true
		}
	}
	return false
}

var (
	doubts = phrases(`boh|mah|bho|dunno|idk|aiuto|aiutami|help|help me|qui|qua|li|la|here|there|decidi tu|fai tu|scegli tu|vedi tu|you choose|you decide|up to you|
		whatever|anything|qualsiasi|uno qualsiasi|una qualsiasi|quale|quali|dove|come|perche|cosa|che cosa|which|where|how|why|what|which one|quale cartella|
		quali sono|in che senso|non importa|e uguale|no so|forse|maybe|ciao|hello|hi|grazie|thanks|sì|si|yes|ok`)
	everywhere = phrases(`ovunque|dappertutto|dovunque|da tutte le parti|in tutte le cartelle|tutte le cartelle|tutte|tutto|in tutto|in tutto il computer|in ogni cartella|ogni cartella|
		everywhere|anywhere|all folders|in all folders|in every folder|every folder|all of them|all`)
	atHome = phrases(`home|casa mia|cartella personale|la mia cartella personale|nella mia cartella personale|personale|la mia home|my home|home folder|my home folder|home directory`)
)

func phrases(table string) map[string]bool {
	out := map[string]bool{}
	for phrase := range strings.SplitSeq(table, "|") {
		out[Fold(phrase)] = true
	}
	return out
}
