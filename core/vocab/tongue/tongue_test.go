package tongue

import (
	"errors"
	"strings"
	"testing"
)

// Each text is in one language, and not in the other.
var texts = map[string][]string{
	"it": {
		"Ho trovato 12 file nella cartella Documenti.",
		"Nella cartella non c'è niente di più recente.",
		"Il contratto scade il 31 marzo e si rinnova da solo, se nessuno lo disdice tre mesi prima.",
		"Ecco i documenti che mi hai chiesto:\n- The Annual Report of the Company\n- A Guide to the Use of the Printer\n- Terms and Conditions for the Customers",
		"Il documento «The state of the union and the future of the market» parla soprattutto di tasse.",
		"Secondo \"how to get the best out of your dishwasher\" il filtro va pulito ogni mese.",
		"Il file report_final_v2.pdf è stato spostato in /home/anna/The Work of the Year.",
		"Ho letto i tre documenti: sono tutti in inglese, e dicono che il prezzo non cambia.",
		"Non ho trovato nessun file con quel nome. Vuoi che cerchi anche nelle sottocartelle?",
		"File spostati.",
		"Fatto.",
		"Cartella creata.",
		"Puoi aprirlo dal link https://example.org/the-use-of-the-thing/and/more che ti ho mandato.",
		"La riunione è alle 15, in sala grande; portate i vostri appunti.",
		"Ho spostato tre file; di uno non so se è andato a buon fine.",
		"Il codice è questo:\n```go\nfor i := range the.list { if it is not there and we have to do it }\n```\nl'ho provato e funziona.",
		"L'allegato dell'ufficio è più grande di quello che c'era prima.",
		"Il responsabile è John, che lavora per The Big Company of the North.",
		"Attenzione: la cartella contiene più di 1.000 elementi, ne mostro 200.",
		"Riassunto: l'autore sostiene che i modelli non bastano e che servono dati migliori.\n\n> The models are not enough and we need to have better data from the users.\n\nLa conclusione è la stessa.",
		"1. Apri la pagina.\n2. Scegli il file.\n3. Premi il pulsante.",
	},
	"en": {
		"I found 12 files in the folder Documents.",
		"There is nothing newer in the folder.",
		"The contract ends on 31 March and renews itself unless somebody ends it three months before.",
		"Here are the documents you asked for:\n- Relazione annuale della società\n- Guida all'uso della stampante\n- Condizioni per i clienti",
		"The document «La storia della città e del suo porto» is mostly about taxes.",
		"According to \"come avere il meglio dalla tua lavastoviglie\" the filter has to be cleaned every month.",
		"The file relazione_finale.pdf was moved to /home/anna/Il lavoro di questo anno.",
		"I have read the three documents: all of them are in Italian, and they say that the price does not change.",
		"I found no file of that name. Shall I look in the subfolders as well?",
		"Files deleted.",
		"Done.",
		"Folder created.",
		"You can open it from https://example.org/della/nostra/cartella that I sent you.",
		"The meeting is at 3, in the big room; bring your notes.",
		"I moved three files; of one I don't know whether it went well.",
		"It's the same as before, and I'm not sure that we can't do better.",
		"The person in charge is Giovanni, who works for La Grande Azienda del Nord.",
		"Careful: the folder holds more than 1,000 items, and I show 200 of them.",
		"Summary: the author says that models are not enough.\n\n> I modelli non bastano e servono dati migliori di quelli che abbiamo.\n\nThe conclusion is the same.",
		"1. Open the page.\n2. Choose the file.\n3. Press the button.",
		"None of the files match, but two are close to what you asked for.",
	},
}

func TestField_I18N_07(t *testing.T) { // an answer is checked after it was generated: English documents, Italian words
	n := 0
	for lang, list := range texts {
		other := map[string]string{"it": "en", "en": "it"}[lang]
		for _, text := range list {
			n++
			if !Is(text, lang) {
				t.Errorf("not %s: %q", lang, text)
			}
			if Is(text, other) {
				t.Errorf("%s too: %q", other, text)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d texts", n)
	}
}

func TestField_I18N_10(t *testing.T) { // a long Italian thread about English content does not turn English
	thread := strings.Repeat("Ho letto il capitolo: parla del porto e di come è cambiato dopo la guerra.\n\n", 40)
	if !Is(thread, "it") {
		t.Error("a long Italian text is not Italian")
	}
	for _, drift := range []string{
		"The next chapter is about the trade of the city and how it has changed since then.",
		"So, to sum up, the author thinks that it was all for the best and that there is more to come.",
	} {
		if Is(thread+drift, "it") {
			t.Errorf("the drift is not seen: %q", drift)
		}
		if Is(drift, "it") {
			t.Errorf("English taken for Italian: %q", drift)
		}
	}
}

func TestOtherLanguagesAreNeither(t *testing.T) {
	for _, text := range []string{
		"He encontrado doce archivos en la carpeta de los documentos, pero no hay nada más.",
		"J'ai trouvé douze fichiers dans le dossier, mais il n'y a rien de plus pour vous.",
		"Ich habe zwölf Dateien im Ordner gefunden, aber es ist nichts mehr zu sehen.",
		"Encontrei doze arquivos na pasta dos documentos, mas não há mais nada para você.",
		"我在文件夹中找到了十二个文件。", "Я нашёл двенадцать файлов в папке.", "ファイルを移動しました。",
	} {
		for _, lang := range []string{"it", "en"} {
			if Is(text, lang) {
				t.Errorf("%q passes as %s", text, lang)
			}
		}
	}
	if Is("Ho trovato il file.", "fr") || Is("Ho trovato il file.", "") {
		t.Error("a language nothing is known of is confirmed")
	}
}

// What no language owns is wrong in none.
func TestNamesAndNumbersAreInEveryLanguage(t *testing.T) {
	for _, text := range []string{"", "12", "report_2024.pdf", "/home/anna/x.txt", "3,5 kB", "https://example.org", "Anna", "…"} {
		if !Is(text, "it") || !Is(text, "en") {
			t.Errorf("%q is refused", text)
		}
	}
}

func TestOneMoreTryThenTheTemplate(t *testing.T) {
	const good, bad = "Ho trovato il file nella cartella.", "I found the file in the folder."
	for _, c := range []struct {
		says    []string
		fails   int // the try that fails, 0 for none
		want    string
		how     Outcome
		tries   int
		isError bool
	}{
		{[]string{good}, 0, good, Generated, 1, false},
		{[]string{bad, good}, 0, good, Retried, 2, false},
		{[]string{bad, bad, good}, 0, "modello", Template, 2, false},
		{[]string{"", good}, 0, good, Retried, 2, false},
		{[]string{" \n", ""}, 0, "modello", Template, 2, false},
		{[]string{good}, 1, "modello", Template, 1, true},
		{[]string{bad, good}, 2, "modello", Template, 2, true},
	} {
		tries := 0
		got, how, err := Write("it", func(again bool) (string, error) {
			if again != (tries == 1) {
				t.Errorf("try %d says again=%v", tries+1, again)
			}
			tries++
			if tries == c.fails {
				return "", errors.New("no model")
			}
			return c.says[tries-1], nil
		}, func() string { return "modello" })
		if got != c.want || how != c.how || tries != c.tries || (err != nil) != c.isError {
			t.Errorf("%q: got %q, %s after %d tries, %v", c.says, got, how, tries, err)
		}
	}
}

func FuzzIs(f *testing.F) {
	for _, list := range texts {
		for _, text := range list {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if Is(text, "it") && Is(text, "en") && len(words(text)) > 0 {
			if own, other := count(prose(unsaid(text)), "it"); own+other >= 4 {
				t.Errorf("%q is both", text)
			}
		}
	})
}
