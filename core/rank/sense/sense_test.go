package sense

import (
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/vocab"
)

// Every target is a word of executor names: a misspelt one would never be wanted.
func TestTargetsAreOfTheVocabulary(t *testing.T) {
	v := vocab.Closed()
	exact := strings.Fields("undo consult start admin now location")
	for _, l := range Shipped().Lines {
		for _, target := range slices.Concat(l.Targets, l.Implied) {
			known := slices.Contains(exact, target.Name)
			switch {
			case l.Class == Mark:
				known = v.Family(target.Name) != ""
			case l.Class == Noun || slices.Contains(l.Implied, target):
				known = known || v.Object(target.Name)
			case l.Class == Act:
				known = known || v.Actions[target.Name] != ""
			}
			if !known {
				t.Errorf("%s: %q is no word of executor names", l.Name, target.Name)
			}
		}
		if (l.Class == Noun || l.Class == Mark) && len(l.Targets) == 0 {
			t.Errorf("%s speaks of nothing", l.Name)
		}
	}
}

// A hint speaks of a notion or of something done; a misspelt one would speak of nothing.
func TestHintsSpeakOfNotions(t *testing.T) {
	known := map[string]bool{}
	for _, l := range Shipped().Lines {
		known[l.Name] = known[l.Name] || l.Class == Word || l.Class == Act
	}
	for _, l := range Shipped().Lines {
		if l.Class == Hint && !known[l.Name] {
			t.Errorf("%s is no notion", l.Name)
		}
	}
}

// heard lists the meanings of the first word of a text.
func heard(lang int, text string) (out []string) {
	l := Shipped()
	words := Cut(text)
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = l.Stem(lang, w)
	}
	for _, s := range l.Look(nil, lang, words, stems, 0) {
		out = append(out, l.Lines[s.ID].Name)
	}
	return out
}

func TestLook(t *testing.T) {
	for _, tc := range []struct {
		lang       int
		text, want string // a meaning, or !meaning for one it must not have
	}{
		{It, "fotografie", "photo"}, {It, "mostrami", "show"}, {It, "cancellale", "delete"}, {It, "foglio di calcolo", "sheet"}, {It, "posta", "mail"},
		{It, "posto", "!mail"}, {It, "registro", "!audio"}, {It, "registrazioni", "audio"}, {It, "visita", "!person"}, {It, "svegliami", "alarm"},
		{En, "pdfs", "suffix"}, {En, "photos", "photo"}, {En, "deleted", "delete"}, {En, "how many", "count"}, {En, "appointments", "event"}, {En, "words", "!doc"},
	} {
		name, not := strings.CutPrefix(tc.want, "!")
		if got := heard(tc.lang, tc.text); slices.Contains(got, name) == not {
			t.Errorf("%s: %v, want %s", tc.text, got, tc.want)
		}
	}
}

func TestTongue(t *testing.T) {
	for text, want := range map[string]int{
		"trova i file grandi": It, "find the large files": En, "cancella tutto": It, "delete it": En, "pdf": -1, "": -1, "che ore sono": It, "what's up": En,
	} {
		if got := Shipped().Tongue(Cut(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"act x": "want", "verb x : a | b": "unknown class", "act x > find=2 : a | b": "weight", "act x : a": "Italian words | English", "noun x > files : a | b\nnoun x > files : c | d": "twice",
	} {
		if _, err := Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Every word executor names are made of can be said in both languages: what nobody can say leads nowhere.
func TestEveryWordOfNamesCanBeSaid(t *testing.T) {
	said := map[Class]map[string]bool{Act: {}, Noun: {}, Mark: {}}
	for _, l := range Shipped().Lines {
		for _, target := range slices.Concat(l.Targets, l.Implied) {
			class := l.Class
			if slices.Contains(l.Implied, target) {
				class = Noun
			}
			if said[class] != nil && target.Weight >= 0.6 {
				said[class][target.Name] = true
			}
		}
	}
	v := vocab.Closed()
	for verb := range v.Actions {
		if !said[Act][verb] {
			t.Errorf("nobody can ask to %s", verb)
		}
	}
	for _, object := range v.Objects.Names {
		if !said[Noun][object] && object != "numbers" {
			t.Errorf("nobody can speak of %s", object)
		}
	}
	for _, family := range v.Qualifiers {
		for _, q := range family {
			if !said[Mark][q] {
				t.Errorf("nobody can say %s", q)
			}
		}
	}
}
