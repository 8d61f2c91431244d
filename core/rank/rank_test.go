package rank

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestSimilarity(t *testing.T) {
	for _, tc := range []struct {
		lang, a, b string
		low, high  float64
	}{
		{"it", "mostra i file grandi", "mostra i file grandi", 1, 1},
		{"it", "Mostra i FILE più grandi!", "mostra i file piu grandi", 1, 1},
		{"it", "la fattura di luglio", "le fatture di luglio", 0.9, 1},          // inflection
		{"it", "la fattura di luglio", "una fattura di luglio", 0.95, 1},        // small words weigh little
		{"it", "la fattura di luglio", "la fattura di agosto", 0.4, 0.6},        // one of two
		{"it", "mostra i file", "che tempo fa domani", 0, 0},                    // nothing in common
		{"it", "file file file grandi", "file grandi", 0.9, 0.999},              // repetition counts, less each time
		{"en", "find the largest files", "find the largest file", 1, 1},         // inflection
		{"en", "find the largest files", "find large pictures", 0.2, 0.7},       // some
		{"en", "show me the messages of Anna", "show messages of Anna", 0.9, 1}, // small words
		{"it", "", "mostra", 0, 0},
		{"it", "…", "?!", 0, 0},
		{"it", "…", "…", 1, 1},
		{"it", "'", "''", 0, 0},                    // an apostrophe is no word
		{"xx", "le fatture", "la fattura", 0.9, 1}, // any other language is read as Italian
	} {
		got := Of(tc.lang).Similarity(tc.a, tc.b)
		if got < tc.low-1e-9 || got > tc.high+1e-9 {
			t.Errorf("%s: %q ~ %q = %.3f, want %.3f..%.3f", tc.lang, tc.a, tc.b, got, tc.low, tc.high)
		}
	}
}

func TestWords(t *testing.T) {
	got := Words("L’ultimo  file: “perché no?” 3,5 MB/s")
	if want := []string{"l'ultimo", "file", "perche", "no", "3", "5", "mb", "s"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// The lists are read by binary search: an unsorted one would lose words.
func TestSmallWordsAreFound(t *testing.T) {
	for _, s := range []*Scorer{&inItalian, &inEnglish} {
		if !slices.IsSorted(s.small) || len(s.small) < 30 {
			t.Error("the small words are not sorted")
		}
	}
	if d := Of("it").Similarity("il file", "file"); d < 0.95 {
		t.Errorf("an article weighs %.2f", 1-d)
	}
}

func phrase() *rapid.Generator[string] {
	word := rapid.SampledFrom(strings.Fields(`il i lo la file cartella cartelle foto più grandi grande ieri non senza the of find show
		largest files file Ångström 12 12,5 C++ l'ultimo dell’anno naïve perché ??? — 日本 `))
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), " ") })
}

func TestSimilarityProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Of(rapid.SampledFrom([]string{"it", "en"}).Draw(r, "lang"))
		a, b := phrase().Draw(r, "a"), phrase().Draw(r, "b")
		ab, ba := s.Similarity(a, b), s.Similarity(b, a)
		if ab != ba {
			r.Fatalf("not symmetric: %v %v", ab, ba)
		}
		if ab < 0 || ab > 1 || math.IsNaN(ab) {
			r.Fatalf("out of bounds: %v", ab)
		}
		if s.Similarity(a, a) != 1 {
			r.Fatal("not like itself")
		}
		shuffled := strings.Join(rapid.Permutation(strings.Fields(a)).Draw(r, "shuffled"), " ")
		if len(s.Terms(a)) > 0 && s.Similarity(a, shuffled) < 1-1e-9 {
			r.Fatalf("order counts: %q %q", a, shuffled)
		}
	})
}

func FuzzSimilarity(f *testing.F) {
	f.Add("it", "mostra i file", "mostrami i file")
	f.Add("en", "show the files", "\xff\xfe'''")
	f.Add("", "'", "''''")
	f.Fuzz(func(t *testing.T, lang, a, b string) {
		s := Of(lang)
		got := s.Similarity(a, b)
		if got < 0 || got > 1 || math.IsNaN(got) || got != s.Similarity(b, a) || s.Similarity(a, a) != 1 {
			t.Fatalf("%q ~ %q = %v", a, b, got)
		}
		for _, x := range s.Terms(a) {
			if utf8.ValidString(a) && !utf8.ValidString(x.Stem) || x.Weight <= 0 || x.Weight > 1+1e-9 {
				t.Fatalf("%q has the term %q %v", a, x.Stem, x.Weight)
			}
		}
	})
}

func BenchmarkCosine(b *testing.B) {
	s := Of("it")
	t, u := s.Terms("mostra i cinque file più grandi della cartella Documenti"), s.Terms("mostrami i 5 file più grandi in Documenti")
	b.ReportAllocs()
	for b.Loop() {
		if t.Cosine(u) <= 0 {
			b.Fatal("nothing in common")
		}
	}
}

func BenchmarkTerms(b *testing.B) {
	s := Of("it")
	b.ReportAllocs()
	for b.Loop() {
		if len(s.Terms("mostra i cinque file più grandi della cartella Documenti")) == 0 {
			b.Fatal("no terms")
		}
	}
}
