package lexeme

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/core/when/grammar"
)

// TestNumbers: numbers in words of both languages, Italian ones of any size in one word.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]int{
		"uno": 1, "tre": 3, "ventuno": 21, "ventitre": 23, "ventotto": 28, "trentuno": 31, "quarantadue": 42, "novantanove": 99, "cento": 100, "centouno": 101,
		"duecento": 200, "trecentosessantacinque": 365, "mille": 1000, "duemila": 2000, "duemilaventicinque": 2025, "millenovecentonovantotto": 1998, "duemilauno": 2001,
		"twelve": 12, "ninety": 90, "07": 7, "2024": 2024,
	} {
		got := Cut([]string{text}, func(string) bool { return false })
		if len(got) != 1 || got[0].Class&Number == 0 || got[0].N != want {
			t.Errorf("%s is %+v", text, got)
		}
	}
	for _, text := range []string{"", "ventidieci", "centomille", "millemila", "venti2", "unoventi", "cinquecentocento", "a1", "mila"} {
		if got := Cut([]string{text}, func(string) bool { return false }); len(got) == 1 && got[0].Class&Number != 0 {
			t.Errorf("%q is the number %d", text, got[0].N)
		}
	}
}

// TestCut: words are cut where times are written together, and every lexeme knows its word.
func TestCut(t *testing.T) {
	known := func(w string) bool { return w == "l'" || w == "dell'" || w == "o'clock" }
	for text, want := range map[string]string{
		"l'altro": "l' altro", "dell'8": "dell' 8", "lunedi'": "lunedi", "3rd": "3 rd", "90s": "90 s", "5pm": "5 pm", "7.30pm": "7.30 pm", "1°": "1 °",
		"9-11": "9 - 11", "2021-2023": "2021 - 2023", "2024-03-12": "2024-03-12", "12/03/2024": "12/03/2024", "lun-ven": "lun - ven", "8:30": "8:30", "o'clock": "o'clock",
		"twenty-three": "twenty - three", "3–7": "3 - 7", "mar.": "mar .", "un'ora": "un' ora", "8,": "8,",
	} {
		var got []string
		for _, l := range Cut([]string{text}, known) {
			got = append(got, l.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is cut into %q, want %q", text, got, want)
		}
	}
}

func TestClasses(t *testing.T) {
	for text, want := range map[string]grammar.Class{
		"8:30": Clock, "8.30": Clock | Dotted, "2024-03-12": Date, "12/03/2024": Date, "12/3": DayMonth, "2024-03": Monthly, "2024-03-12t08:00z": Stamp, "'98": Short,
		"america/new_york": Named, "un": Number, "8": Number | Count | DayNum | HourNum, "08": Number | Count | DayNum | HourNum | Padded, "40": Number | Count,
		"2024": Number | Count | YearNum | YearDig, "duemilaventi": Number | Count | YearNum, "ieri": 0,
	} {
		if got := Cut([]string{text}, func(string) bool { return false }); len(got) != 1 || got[0].Class != want {
			t.Errorf("%s is %+v, want class %b", text, got, want)
		}
	}
	if l := Cut([]string{"8:75"}, func(string) bool { return false })[0]; l.N != -1 {
		t.Errorf("8:75 is a time: %+v", l)
	}
}

// FuzzCut: no words make it panic or lose one, and the end of each word is marked once.
func FuzzCut(f *testing.F) {
	for _, s := range []string{"dell'8 marzo", "''''", "---", "1'2'3", "\xff", "12/03/2024-5", "a,b,,c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := strings.Fields(s)
		ends := 0
		for i, l := range Cut(words, func(w string) bool { return w == "l'" }) {
			if l.Word < 0 || l.Word >= len(words) {
				t.Fatalf("%q: lexeme %d is of word %d", s, i, l.Word)
			}
			if l.Ends {
				ends++
			}
		}
		if ends != len(words) {
			t.Fatalf("%q: %d of %d words end", s, ends, len(words))
		}
	})
}
