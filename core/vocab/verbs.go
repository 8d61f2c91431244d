package vocab

import "strings"

// Mood is what a verb form can do in a sentence.
type Mood byte

// The moods that matter to a request.
const (
	NoMood     Mood = iota
	Command         // imperative, infinitive, second person, polite forms: it can ask for something
	Participle      // "modificati", "deleted"
	Other           // the rest: it only tells
)

type inflected struct {
	word string
	mood Mood
}

// conjugateIt lists the forms of a regular Italian verb.
func conjugateIt(lemma string) []inflected {
	if len(lemma) < 4 {
		return nil
	}
	stem, class := lemma[:len(lemma)-3], lemma[len(lemma)-3:]
	hard, soft := stem, stem // before e/i; before o/a
	if class == "are" {
		if strings.HasSuffix(stem, "c") || strings.HasSuffix(stem, "g") {
			hard = stem + "h"
		}
		hard = strings.TrimSuffix(hard, "i")
	}
	out := []inflected{{lemma, Command}, {stem + "iamo", Command}, {soft + "o", Other}}
	switch class {
	case "are":
		future := hard + "er"
		out = append(out, forms(Command, soft+"a", hard+"i", hard+"ino", soft+"assi", future+"esti", future+"ebbe")...)
		out = append(out, inflected{hard + "iamo", Command})
		out = append(out, forms(Participle, soft+"ato", soft+"ata", soft+"ati", soft+"ate")...)
		out = append(out, forms(Other, soft+"ano", soft+"ando", soft+"ava")...)
	case "ere":
		out = append(out, forms(Command, stem+"i", stem+"a", stem+"ete", stem+"essi", stem+"eresti", stem+"erebbe")...)
		out = append(out, forms(Participle, stem+"uto", stem+"uta", stem+"uti", stem+"ute")...)
		out = append(out, forms(Other, stem+"ono", stem+"e", stem+"endo")...)
	case "ire":
		out = append(out, forms(Command, stem+"i", stem+"a", stem+"ite", stem+"issi", stem+"iresti", stem+"irebbe", stem+"isci", stem+"isca")...)
		out = append(out, forms(Participle, stem+"ito", stem+"ita", stem+"iti", stem+"ite")...)
		out = append(out, forms(Other, stem+"ono", stem+"e", stem+"endo")...)
	}
	return out
}

// conjugateEn lists the forms of a regular English verb.
func conjugateEn(lemma string) []inflected {
	out := forms(Command, lemma)
	stem := strings.TrimSuffix(lemma, "e")
	y := strings.HasSuffix(lemma, "y") && !strings.HasSuffix(lemma, "ay") && !strings.HasSuffix(lemma, "oy")
	doubled := ""
	if n := len(lemma); n >= 3 && strings.ContainsRune("bgmnpt", rune(lemma[n-1])) && strings.ContainsRune("aeiou", rune(lemma[n-2])) && !strings.ContainsRune("aeiou", rune(lemma[n-3])) {
		doubled = lemma + lemma[n-1:]
	}
	switch {
	case y:
		out = append(out, forms(Other, lemma[:len(lemma)-1]+"ies", lemma+"ing")...)
		out = append(out, forms(Participle, lemma[:len(lemma)-1]+"ied")...)
	default:
		out = append(out, forms(Other, lemma+"s", lemma+"es", stem+"ing")...)
		out = append(out, forms(Participle, stem+"ed")...)
		if doubled != "" {
			out = append(out, inflected{doubled + "ed", Participle}, inflected{doubled + "ing", Other})
		}
	}
	return out
}

func forms(mood Mood, words ...string) []inflected {
	out := make([]inflected, len(words))
	for i, w := range words {
		out[i] = inflected{w, mood}
	}
	return out
}

// clitics are the Italian pronouns written at the end of a command, longest first. The value is the
// direct object among them, "" when there is none.
var clitics = []struct{ ending, object string }{
	{"gliela", "la"}, {"glielo", "lo"}, {"glieli", "li"}, {"gliele", "le"}, {"gliene", "ne"},
	{"melo", "lo"}, {"mela", "la"}, {"meli", "li"}, {"mele", "le"}, {"mene", "ne"},
	{"telo", "lo"}, {"tela", "la"}, {"teli", "li"}, {"tele", "le"}, {"celo", "lo"}, {"cela", "la"}, {"celi", "li"}, {"cele", "le"},
	{"velo", "lo"}, {"vela", "la"}, {"veli", "li"}, {"vele", "le"},
	{"lo", "lo"}, {"la", "la"}, {"li", "li"}, {"le", "le"}, {"ne", "ne"}, {"mi", ""}, {"ti", ""}, {"ci", ""}, {"vi", ""}, {"gli", ""},
}

// cutClitic returns the verb forms that word may be with a pronoun attached, and that pronoun.
func cutClitic(word string) (bases []string, object string, ok bool) {
	for _, c := range clitics {
		base, found := strings.CutSuffix(word, c.ending)
		if !found || len(base) < 3 {
			continue
		}
		// cercar-li, cerca-li, cercando-li
		if strings.HasSuffix(base, "r") {
			return []string{base + "e", base + "re"}, c.object, true
		}
		return []string{base}, c.object, true
	}
	return nil, "", false
}
