package sums

import "testing"

func TestExpression(t *testing.T) {
	for text, want := range map[string]string{
		"quanto fa 3 per 4?": "3 * 4", "what is 3 times 4?": "3 * 4", "Quanto fa 12,5 + 3?": "12,5 + 3", "calcola (2+3)*4": "(2+3)*4", "quant'è 100 diviso 8?": "100 / 8",
		"quanto è il 15% di 230?": "15% * 230", "what's 15 percent of 230": "15% * 230", "quanto fa 2 alla 10": "2 ^ 10", "calcola 5 al quadrato più 1": "5 ^2 + 1", "how much is 7 plus 8 minus 3": "7 + 8 - 3",
		"per favore calcola 1.200 x 12": "1.200 * 12", "quanto fa 2 più 2 più 2 più 2": "2 + 2 + 2 + 2", "what is the square root of 144?": "√(144)", "quanto fa -3 + 5": "-3 + 5", "calculate 10 divided by 4 = ?": "10 / 4",
		"il 22% di 1250": "22% * 1250", "22% of 1250": "22% * 1250", "12 × 8": "12 × 8", "2024-01-15": "", "3/4": "", "22 di 1250": "",
		// nothing of these is a calculation alone
		"quanto fa caldo": "", "what is life": "", "3 per 4": "", "quanto è grande il file 3": "", "calcola la media di a.csv": "", "what is 7": "", "quanto fa 3 per 4 e cancella i file": "", "quanti file ci sono": "", "calcola 2024": "", "what is 2 plus a": "", "": "",
	} {
		if got, ok := Expression(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestMeasure(t *testing.T) {
	for text, want := range map[string][3]string{
		"quanti km sono 10 miglia?": {"10", "miglia", "km"}, "how many km are 10 miles?": {"10", "miles", "km"}, "converti 10 miglia in km": {"10", "miglia", "km"}, "convert 20 °C to fahrenheit": {"20", "°c", "fahrenheit"},
		"quanto fanno 2,5 libbre in kg": {"2,5", "libbre", "kg"}, "how many centimetres are there in 12 inches": {"12", "inches", "centimetres"}, "a quanti gradi celsius corrispondono 100 gradi fahrenheit?": {"100", "gradi fahrenheit", "gradi celsius"},
		"convert 5 miles": {"5", "miles", ""}, "quanto sono 20 nodi?": {"20", "nodi", ""}, "converti 30 °C": {"30", "°c", ""}, "how much is 12 lb": {"12", "lb", ""},
		"quanti minuti sono tre ore e mezza?": {"3.5", "ore", "minuti"}, "how many minutes are three and a half hours?": {"3.5", "hours", "minutes"}, "quanti secondi sono mezz'ora?": {"0.5", "ora", "secondi"}, "how many feet are in two miles": {"2", "miles", "feet"},
		"quanti file sono in Documenti": {}, "convert a.png to jpg": {}, "quanti km": {}, "": {},
	} {
		n, from, to, ok := Measure(text)
		if got := [3]string{n, from, to}; got != want || ok != (want[0] != "") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzSums(f *testing.F) {
	f.Add("quanto fa 3 per 4?")
	f.Add("convert 1 mi to km")
	f.Fuzz(func(t *testing.T, text string) {
		if e, ok := Expression(text); ok && !plain.MatchString(e) {
			t.Errorf("%q", e)
		}
		if n, from, to, ok := Measure(text); ok && (n == "" || from == "") {
			t.Errorf("%q %q %q", n, from, to)
		}
	})
}
