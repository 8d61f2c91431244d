package tutor

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose/mood"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/tutor/topic"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// A request is never taken for a question, whatever words it begins with.
func TestRequestsAreLeftAlone(t *testing.T) {
	tutor := school(t, annas())
	list := rows(t, "actions.txt")
	if len(list) < 60 {
		t.Fatalf("%d requests", len(list))
	}
	for _, row := range list {
		if reply, ok := ask(t, tutor, row[1]); ok {
			t.Errorf("%q is taken for a question:\n%s", row[1], reply.Text)
		}
	}
}

// What the composer is tested with are requests, but for the few lines that ask how, or what was done.
func TestTheComposersRequestsAreLeftAlone(t *testing.T) {
	asks := regexp.MustCompile(`^(how do I|come faccio|tell me how|cosa hai fatto|what did you do)\b`)
	tutor, seen := school(t, annas()), 0
	for _, file := range []string{"pairs.txt", "never.txt", "notmine.txt"} {
		data, err := os.ReadFile(filepath.Join("..", "compose", "testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "    ") {
				continue
			}
			for said := range strings.SplitSeq(strings.TrimSpace(line), " | ") {
				if seen++; seen%3 != 0 { // a third tells
					continue
				}
				if reply, ok := ask(t, tutor, said); ok && !asks.MatchString(said) && mood.Of(said) != mood.Able {
					t.Errorf("%q is taken for a question:\n%s", said, reply.Text)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d requests", seen)
	}
}

// Every page, column and control of the registry is found by its own name, in both languages.
func TestTheRegistryIsKnown(t *testing.T) {
	tutor := school(t, annas())
	found := func(question, route string) {
		t.Helper()
		if reply, ok := ask(t, tutor, question); !ok || !strings.Contains(reply.Text, "](/settings/") {
			t.Errorf("%q (%s): %v %s", question, route, ok, reply.Text)
		}
	}
	for _, section := range settings.Pages() {
		for _, p := range section.Pages {
			for lang, q := range map[string]string{"it": "dove trovo ", "en": "where do I find "} {
				reply, ok := ask(t, tutor, q+p.Label.In(lang)+"?")
				if !ok || !strings.Contains(reply.Text, "["+settings.Place(p.Route, lang)+"](/settings/"+p.Route+")") {
					t.Errorf("%s%s: %v %s", q, p.Label.In(lang), ok, reply.Text)
				}
				for _, c := range p.Controls {
					if c.Choices { // "choose" says nothing of what
						continue
					}
					found(q+c.Label.In(lang)+"?", p.Route)
				}
			}
		}
	}
}

// Every page has a topic of its own words, every topic a sentence, a page that is there, and a section that is there.
func TestTopicsAreWhole(t *testing.T) {
	say, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]bool{}
	for _, one := range topic.All() {
		if one.Name == "" {
			continue
		}
		pages[one.Page] = true
		if !say.Has("about_" + one.Name) {
			t.Errorf("nothing is said about %s", one.Name)
		}
		if one.Page != "" && one.Page != topic.RootPage && page(one.Page).Route == "" {
			t.Errorf("%s has the page %s, which is not there", one.Name, one.Page)
		}
		if one.Doc == "" {
			continue
		}
		file, section, _ := strings.Cut(one.Doc, "#")
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil || !regexp.MustCompile(`(?m)^#+ `+regexp.QuoteMeta(section)+`$`).Match(text) {
			t.Errorf("%s: %s has no section %q (%v)", one.Name, file, section, err)
		}
	}
	for _, section := range settings.Pages() {
		for _, p := range section.Pages {
			if !pages[p.Route] {
				t.Errorf("no topic belongs to the page %s", p.Route)
			}
		}
	}
}

// A guest is told no page, fact or folder that is not for them, and that nothing is changed for them.
func TestAudience(t *testing.T) {
	h := annas()
	h.role = settings.Guest
	tutor := school(t, h)
	for question, want := range map[string]string{
		"dove vedo gli utenti?":                 "La pagina Impostazioni › Persone › Utenti la vede solo chi amministra.",
		"where do I see running processes?":     "Only who administers sees the page Settings › System › Services.",
		"come sposto i file?":                   "Tu sei ospite",
		"how do I delete files?":                "You are a guest",
		"che ruolo ho?":                         "Il tuo ruolo è ospite",
		"dove cambio la lingua?":                "/settings/memory/preferences",
		"dove sono le impostazioni?":            "Memoria (Piani, Preferenze)",
		"perché non puoi spostare i miei file?": "Tu sei ospite",
	} {
		if reply, ok := ask(t, tutor, question); !ok || !strings.Contains(reply.Text, want) {
			t.Errorf("%q: %v %s", question, ok, reply.Text)
		}
	}
	hidden := []string{"fact:data", "fact:config", "](/settings/system", "](/settings/people/users", "](/settings/people/channels", "](/settings/lifecycle"}
	for _, row := range slices.Concat(rows(t, "questions.txt"), rows(t, "heldout.txt")) {
		reply, _ := ask(t, tutor, row[1])
		for _, secret := range hidden {
			if strings.Contains(reply.Text, secret) {
				t.Errorf("%q tells a guest %q", row[1], secret)
			}
		}
	}
	for question, fact := range map[string]string{"dove tieni i miei dati?": "fact:data", "dove si trova config.hcl?": "fact:config"} {
		if reply, _ := ask(t, school(t, annas()), question); !strings.Contains(reply.Text, fact) {
			t.Errorf("%q does not tell who administers: %s", question, reply.Text)
		}
	}
}

// Only the asker's own things are looked at, in the time they name.
func TestWhatWasDoneIsTheAskersOwn(t *testing.T) {
	h := annas()
	tutor := school(t, h)
	in := turn("cosa hai fatto oggi?")
	in.Owner = "bruno"
	if _, ok, err := tutor.Help(context.Background(), in); !ok || err != nil || h.asked != "bruno" || !h.since.Equal(noon.Truncate(24*time.Hour)) {
		t.Errorf("looked at %q since %v (%v %v)", h.asked, h.since, ok, err)
	}
	h.deeds = nil
	if reply, ok := ask(t, tutor, "cosa hai fatto ieri?"); !ok || !strings.Contains(reply.Text, "non mi hai chiesto niente") {
		t.Errorf("%v %s", ok, reply.Text)
	}
	h.deeds = []Deed{{At: noon, Text: "leggi [x](http://evil) *_`<b>\nriga", Ended: "fatto"}}
	if reply, _ := ask(t, tutor, "cosa hai fatto?"); strings.Contains(reply.Text, "[x](") || strings.Contains(reply.Text, "\nriga") {
		t.Errorf("a request is shown as %s", reply.Text)
	}
}

// A question that goes on from another one is understood, until something else was said.
func TestFollowUps(t *testing.T) {
	tutor := school(t, annas())
	if _, ok := ask(t, tutor, "e per le foto?"); ok {
		t.Error("it goes on from nothing")
	}
	for _, step := range []struct{ said, want string }{
		{"cosa sai fare con i CSV?", "righe di tabelle csv"}, {"e con le foto?", "converte immagini"}, {"e su Telegram?", "fact:channels"}, {"e con i calendari?", "nessuno strumento"},
		{"dove cambio la lingua?", "/settings/memory/preferences"}, {"e il fuso orario?", "/settings/memory/preferences"}, {"e i backup?", "/settings/system/backups"},
		{"how do I move files?", "move the pdf files"}, {"and the backups?", "metnos backup"},
		{"sposta i pdf di Documenti in Archivio", ""}, {"e con le foto?", ""},
	} {
		reply, ok := ask(t, tutor, step.said)
		if ok != (step.want != "") || !strings.Contains(reply.Text, step.want) {
			t.Errorf("%q: %v %s", step.said, ok, reply.Text)
		}
	}
	ask(t, tutor, "cosa sai fare con i CSV?")
	other := turn("e con le foto?")
	other.Channel, other.Owner = "web", "bruno"
	if _, ok, _ := tutor.Help(context.Background(), other); ok {
		t.Error("it goes on from somebody else's question")
	}
	late := turn("e con le foto?")
	late.Channel, late.Now = "web", noon.Add(remembered)
	if _, ok, _ := tutor.Help(context.Background(), late); ok {
		t.Error("it goes on from a question long past")
	}
}

// A message that asks and orders is answered; what it orders is said not to be done.
func TestQuestionsBesideRequests(t *testing.T) {
	tutor := school(t, annas())
	for said, want := range map[string][]string{
		"come sposto i file? intanto sposta i pdf di Documenti in Archivio": {"«sposta i file pdf di Documenti in Archivio»", "Non ho fatto niente per «intanto sposta i pdf di Documenti in Archivio»"},
		"Delete the tmp files in Documents. What is consent?":               {"I ask for a yes", "I did nothing about “Delete the tmp files in Documents.”"},
		"Ciao! Cos'è il consenso? E che cos'è la sandbox?":                  {"Chiedo un sì", "processo suo"},
	} {
		reply, ok := ask(t, tutor, said)
		for _, part := range want {
			if !ok || !strings.Contains(reply.Text, part) {
				t.Errorf("%q lacks %q: %s", said, part, reply.Text)
			}
		}
	}
	if reply, _ := ask(t, tutor, "Ciao! Cos'è il consenso? Grazie!"); strings.Contains(reply.Text, "Non ho fatto niente") {
		t.Errorf("politeness is an order: %s", reply.Text)
	}
}

// On a channel without pages an answer says where a page is and holds no link.
func TestPlacesWithoutPages(t *testing.T) {
	tutor := school(t, annas())
	reply, ok, err := tutor.Help(context.Background(), turn("dove cambio la lingua?"))
	if err != nil || !ok || !strings.Contains(reply.Text, "Impostazioni › Memoria › Preferenze") || strings.Contains(reply.Text, "](") {
		t.Errorf("%v %v %s", ok, err, reply.Text)
	}
}

// An executor somebody else published is told like any other, by its own manifest.
func TestThirdParties(t *testing.T) {
	list, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	m := &manifest.Manifest{Name: "get_weather", Origin: "third_party", Description: manifest.Text{It: "SCOPE: previsioni del tempo di una città. NOT: il clima.", En: "SCOPE: weather forecast of a city."},
		Affinity: map[string][]string{"it": {"che tempo fa", "previsioni del tempo"}, "en": {"weather forecast"}}}
	tutor := school(t, annas())
	tutor.Catalog = append(slices.Clone(catalog(list)), core.Executor{Manifest: m})
	for question, want := range map[string]string{"cosa sai fare con le previsioni?": "previsioni del tempo di una città", "what can you do with the weather?": "weather forecast of a city"} {
		if reply, ok := ask(t, tutor, question); !ok || !strings.Contains(reply.Text, want) {
			t.Errorf("%q: %v %s", question, ok, reply.Text)
		}
	}
	if reply, _ := ask(t, school(t, annas()), "cosa sai fare con le previsioni?"); !strings.Contains(reply.Text, "nessuno strumento") {
		t.Errorf("what is not installed can be done: %s", reply.Text)
	}
}

// The last request is told in the words it was answered with; what is not admitted only to who administers.
func TestWhatWentWrong(t *testing.T) {
	h := annas()
	h.deeds = []Deed{{At: noon, Text: "manda una mail a Luca", Ended: "rifiutato", Said: "Non ho ancora modo di farlo.\nAltro."}}
	tutor := school(t, h)
	for _, said := range []string{"perché non l'hai fatto?", "come mai no?", "what went wrong?", "why didn't you do it?"} {
		if reply, ok := ask(t, tutor, said); !ok || !strings.Contains(reply.Text, "Non ho ancora modo di farlo.") || !strings.Contains(reply.Text, "manda una mail a Luca") || strings.Contains(reply.Text, "Altro") {
			t.Errorf("%q: %v %s", said, ok, reply.Text)
		}
	}
	h.out = []string{"send_messages: la firma non vale"}
	if reply, _ := ask(t, tutor, "sai mandare email?"); !strings.Contains(reply.Text, "la firma non vale") {
		t.Errorf("what is left out is not told: %s", reply.Text)
	}
	h.role = settings.Member
	if reply, _ := ask(t, tutor, "sai mandare email?"); strings.Contains(reply.Text, "la firma non vale") || !strings.Contains(reply.Text, "non è installata") {
		t.Errorf("a member is told what is left out: %s", reply.Text)
	}
}

// broken is a composer that fails: questions that need none are answered all the same.
type broken struct{}

func (broken) Propose(context.Context, plan.Request) (plan.Draft, error) {
	return plan.Draft{}, sdk.Errorf(sdk.Unavailable, "", "down")
}

func TestWithoutAComposer(t *testing.T) {
	tutor := school(t, annas())
	tutor.Composer = broken{}
	if reply, ok := ask(t, tutor, "cos'è il consenso?"); !ok || !strings.Contains(reply.Text, "Chiedo un sì") {
		t.Errorf("%v %s", ok, reply.Text)
	}
}

func BenchmarkHelp(b *testing.B) {
	tutor := school(b, annas())
	for _, said := range []string{"sposta i file pdf di Documenti in Archivio", "cosa sai fare con i PDF?", "dove cambio la lingua?", "cosa sai fare?"} {
		b.Run(said, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := tutor.Help(context.Background(), turn(said)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
