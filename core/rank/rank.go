package rank

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/metnos/metnos/core/vocab"
)

// small is what a word that only holds a sentence together weighs beside one that carries it.
const small = 0.25

// maxWords bounds what is read of one text.
const maxWords = 512

// Scorer compares texts of one language.
type Scorer struct {
	stem  func(*snowballstem.Env) bool
	small []string // sorted
}

// Of returns the scorer of a language, Italian's when it is neither. It may be used by many turns at once.
func Of(lang string) *Scorer {
	if lang == "en" {
		return &inEnglish
	}
	return &inItalian
}

var (
	inItalian = Scorer{stem: italian.Stem, small: sorted(`a ad ai agli al alla alle allo che chi ci con cui da dai dagli dal
		dalla dalle dallo degli dei del dell dell' della delle dello di e ed gli ha ho i il in io l l' la le lei li lo lui ma mi ne
		negli nei nel nell' nella nelle nello o per quale quali quella quelle quelli quello questa queste questi questo se si sono su
		sugli sui sul sulla sulle sullo ti tra fra un un' una uno vi è e' c' ce hanno abbiamo era erano sia siano`)}
	inEnglish = Scorer{stem: english.Stem, small: sorted(`a an and are at be by can do does for from has have he her his i in is
		it its me my of on or our she so that the their them there these they this those to us was we were which who will with you your
		's 're`)}
)

func sorted(words string) []string {
	list := strings.Fields(vocab.Fold(words))
	slices.Sort(list)
	return list
}

// Term is a stem and what it weighs in its text.
type Term struct {
	Stem   string
	Weight float64
}

// Terms is a text as a vector of length one, by stem. The zero value is a text without words.
type Terms []Term

// Terms weighs the words of a text: their stems, by how often they come back.
func (s *Scorer) Terms(text string) Terms { return s.Weigh(Words(text)) }

// Weigh does the same for words already cut and folded.
func (s *Scorer) Weigh(words []string) Terms {
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	t := make(Terms, 0, len(words))
	for _, w := range words {
		stem := s.Stem(w)
		if stem == "" {
			continue
		}
		weight := 1.0
		if _, found := slices.BinarySearch(s.small, w); found {
			weight = small
		}
		t = append(t, Term{stem, weight})
	}
	slices.SortStableFunc(t, func(a, b Term) int { return strings.Compare(a.Stem, b.Stem) })
	return t.merged().scaled()
}

// merged makes one term of equal stems: each time a word comes back it adds less.
func (t Terms) merged() Terms {
	out := t[:0]
	for i := 0; i < len(t); {
		n, heaviest := i, 0.0
		for ; n < len(t) && t[n].Stem == t[i].Stem; n++ {
			heaviest = max(heaviest, t[n].Weight)
		}
		out = append(out, Term{t[i].Stem, heaviest * (1 + math.Log(float64(n-i)))})
		i = n
	}
	return out
}

func (t Terms) scaled() Terms {
	square := 0.0
	for _, x := range t {
		square += x.Weight * x.Weight
	}
	length := math.Sqrt(square)
	for i := range t {
		t[i].Weight /= length
	}
	return t
}

// Cosine is 1 for texts of the same words, 0 for texts that share none or have none.
func (t Terms) Cosine(u Terms) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(t) && j < len(u); {
		switch strings.Compare(t[i].Stem, u[j].Stem) {
		case -1:
			i++
		case 1:
			j++
		default:
			sum += t[i].Weight * u[j].Weight
			i, j = i+1, j+1
		}
	}
	return min(max(sum, 0), 1)
}

// Similarity of two texts, between 0 and 1. A text is like itself even when it has no words.
func (s *Scorer) Similarity(a, b string) float64 {
	if a == b {
		return 1
	}
	t, u := s.Terms(a), s.Terms(b)
	if slices.Equal(t, u) && len(t) > 0 {
		return 1 // not the nearest number to it
	}
	return t.Cosine(u)
}

// Stem is what the inflected forms of a folded word have in common.
func (s *Scorer) Stem(word string) string {
	word = strings.Trim(word, "'")
	env := snowballstem.NewEnv(word)
	s.stem(env)
	return env.Current()
}

// Words cuts a text into folded words: letters and digits, an apostrophe inside, nothing else.
func Words(text string) []string {
	return strings.FieldsFunc(vocab.Fold(text), func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
